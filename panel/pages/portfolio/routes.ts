import { Router } from 'express';
import { inPortfolio } from '../../../operations/in-company.ts';
import { findPortfolio } from '../../../operations/offices/portfolio.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { pageIn } from '../../parts/pager.ts';
import { searched } from '../../parts/search-form.ts';
import { actingForOffice, admitted } from '../../session.ts';
import { portfolioHtml } from './view.ts';

const pageSize = 50;

/** The person's part of the companies of an office. */
export function portfolioPages({ orm }: PanelParts): Router {
  const router = Router();

  router.get('/c/:taxId/empresas', admitted('portfolio'), async (req, res) => {
    const { person, office } = actingForOffice(res);
    const page = { page: pageIn(req.query['pagina']), pageSize };
    const { found, ...asked } = await searched(req.query['busca'], (search) =>
      inPortfolio(orm, office, (em) => findPortfolio(em, { search }, page)),
    );
    const status = asked.fault === undefined ? 200 : 400;
    res.status(status).send(portfolioHtml({ person, office, ...page, ...found, ...asked }));
  });

  return router;
}
