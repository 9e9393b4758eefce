import { inOffice } from '../../../operations/in-company.ts';
import { countPortfolio, findPortfolio } from '../../../operations/offices/portfolio.ts';
import { officeCallerOf, officeOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import { listView, pageOf } from '../../page.ts';
import type { ApiParts } from '../../parts.ts';
import { officeView, portfolioCompanyView } from '../../views/office.ts';

type PortfolioOperations = 'getOffice' | 'listPortfolioCompanies';

/** What an office is here, and which companies it works for. */
export function portfolioHandlers({ orm }: ApiParts): Pick<Handlers, PortfolioOperations> {
  return {
    getOffice: async (_req, res) => {
      const caller = officeCallerOf(res);
      res.json(officeView(caller, await inOffice(orm, caller.office.id, countPortfolio)));
    },

    listPortfolioCompanies: async (req, res) => {
      const page = pageOf(req.query);
      const { companies, total } = await inOffice(orm, officeOf(res).id, (em) => findPortfolio(em, req.query, page));
      res.json(listView(companies.map(portfolioCompanyView), total, page));
    },
  };
}
