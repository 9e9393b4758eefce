import { Router } from 'express';
import { inPortfolio } from '../../../operations/in-company.ts';
import { portfolioReadiness } from '../../../operations/readiness/portfolio.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { pageIn } from '../../parts/pager.ts';
import { searched } from '../../parts/search-form.ts';
import { actingForOffice, admitted } from '../../session.ts';
import { companyStandingHtml } from './company-view.ts';
import { tabIn } from './filter.ts';
import { readinessHtml } from './view.ts';

/** Which companies of a portfolio can issue, and what keeps the others from it. */
export function readinessPages({ orm, rates }: PanelParts): Router {
  const router = Router();

  router.get('/c/:taxId/prontidao', admitted('readiness'), async (req, res) => {
    const { person, office } = actingForOffice(res);
    const now = new Date();
    const { found, ...asked } = await searched(req.query['busca'], (search) =>
      inPortfolio(orm, office, (em) => portfolioReadiness(em, { search, rates, now })),
    );
    const filter = { tab: tabIn(req.query['situacao']), page: pageIn(req.query['pagina']) };
    const status = asked.fault === undefined ? 200 : 400;
    res.status(status).send(readinessHtml({ person, office, companies: found, now, ...filter, ...asked }));
  });

  router.get('/c/:taxId/prontidao/:company', admitted('companyStanding'), async (req, res, next) => {
    const { person, office } = actingForOffice(res);
    const now = new Date();
    const { company: search } = req.params;
    const companies = await inPortfolio(orm, office, (em) => portfolioReadiness(em, { search, rates, now }));
    const company = companies.find(({ taxId }) => taxId === search);
    if (!company) return next('router');
    res.send(companyStandingHtml({ person, office, company, now }));
  });

  return router;
}
