import { Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { overseeing } from '../../../operations/in-company.ts';
import { findCompanies } from '../../../operations/provisioning/find-companies.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { pageIn } from '../../parts/pager.ts';
import { actingAsOperator, admitted } from '../../session.ts';
import { allCompaniesHtml } from './view.ts';

const pageSize = 50;

/** Every company of the installation, for who operates it. */
export function allCompaniesPages({ orm }: PanelParts): Router {
  const router = Router();

  router.get('/o/empresas', admitted('allCompanies'), async (req, res) => {
    const { person, operator } = actingAsOperator(res);
    const search = typeof req.query['busca'] === 'string' ? req.query['busca'] : '';
    const page = { page: pageIn(req.query['pagina']), pageSize };
    const asked = (text: string) => overseeing(orm, operator, (em) => findCompanies(em, { search: text }, page));
    try {
      res.send(allCompaniesHtml({ person, search, ...page, ...(await asked(search)) }));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_error') throw error;
      const fault = error.message;
      res.status(400).send(allCompaniesHtml({ person, search, ...page, ...(await asked('')), fault }));
    }
  });

  return router;
}
