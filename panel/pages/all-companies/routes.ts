import { Router } from 'express';
import { overseeing } from '../../../operations/in-company.ts';
import { findCompanies } from '../../../operations/provisioning/find-companies.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { pageIn } from '../../parts/pager.ts';
import { searched } from '../../parts/search-form.ts';
import { actingAsOperator, admitted } from '../../session.ts';
import { allCompaniesHtml } from './view.ts';

const pageSize = 50;

/** Every company of the installation, for who operates it. */
export function allCompaniesPages({ orm }: PanelParts): Router {
  const router = Router();

  router.get('/o/empresas', admitted('allCompanies'), async (req, res) => {
    const { person, operator } = actingAsOperator(res);
    const page = { page: pageIn(req.query['pagina']), pageSize };
    const { found, ...asked } = await searched(req.query['busca'], (search) =>
      overseeing(orm, operator, (em) => findCompanies(em, { search }, page)),
    );
    const status = asked.fault === undefined ? 200 : 400;
    res.status(status).send(allCompaniesHtml({ person, ...page, ...found, ...asked }));
  });

  return router;
}
