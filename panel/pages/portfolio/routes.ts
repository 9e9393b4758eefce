import { Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { inPortfolio } from '../../../operations/in-company.ts';
import { findPortfolio } from '../../../operations/offices/portfolio.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { pageIn } from '../../parts/pager.ts';
import { actingForOffice, admitted } from '../../session.ts';
import { portfolioHtml } from './view.ts';

const pageSize = 50;

/** The companies of an office, as far as they are the person's. */
export function portfolioPages({ orm }: PanelParts): Router {
  const router = Router();

  router.get('/c/:taxId/empresas', admitted('portfolio'), async (req, res) => {
    const { person, office } = actingForOffice(res);
    const search = typeof req.query['busca'] === 'string' ? req.query['busca'] : '';
    const page = pageIn(req.query['pagina']);
    const asked = (text: string) =>
      inPortfolio(orm, office, (em) => findPortfolio(em, { search: text }, { page, pageSize }));
    try {
      res.send(portfolioHtml({ person, office, search, page, pageSize, ...(await asked(search)) }));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_error') throw error;
      res
        .status(400)
        .send(portfolioHtml({ person, office, search, page, pageSize, ...(await asked('')), fault: error.message }));
    }
  });

  return router;
}
