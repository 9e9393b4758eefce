import type { OfficeCaller } from '../../../operations/access/admit.ts';
import { inCompany, inOffice } from '../../../operations/in-company.ts';
import { type NfeReadiness, nfeReadiness } from '../../../operations/readiness/nfe.ts';
import { type NfseReadiness, nfseReadiness } from '../../../operations/readiness/nfse.ts';
import { countPortfolio, findPortfolio, type PortfolioCompany } from '../../../operations/offices/portfolio.ts';
import { TemporalUnavailable } from '../../../temporal/run.ts';
import { askMunicipality } from '../../../temporal/start.ts';
import { callerOf, officeCallerOf, officeOf } from '../../locals.ts';
import type { Handlers, Schema } from '../../operations.ts';
import { listView, pageWithDefaults } from '../../../http/page.ts';
import type { ApiParts } from '../../parts.ts';

type PortfolioOperations = 'getOffice' | 'listPortfolioCompanies';

/** Handlers of the office itself and of the companies that it works for. */
export function portfolioHandlers({ orm }: ApiParts): Pick<Handlers, PortfolioOperations> {
  return {
    getOffice: async (_req, res) => {
      const caller = officeCallerOf(res);
      res.json(officeView(caller, await inOffice(orm, caller.office.id, countPortfolio)));
    },

    listPortfolioCompanies: async (req, res) => {
      const page = pageWithDefaults(req.query);
      const { companies, total } = await inOffice(orm, officeOf(res).id, (em) => findPortfolio(em, req.query, page));
      res.json(listView(companies.map(portfolioCompanyView), total, page));
    },
  };
}

/** An office as its own key sees it. @param companyCount companies with an ACTIVE link */
function officeView({ office, scopes }: OfficeCaller, companyCount: number): Schema<'Office'> {
  const { id, taxId, name } = office;
  return { id, taxId, name, companyCount, scopes };
}

/** A company of the portfolio. */
function portfolioCompanyView({ linkedSince, ...company }: PortfolioCompany): Schema<'PortfolioCompany'> {
  return { ...company, linkedSince: linkedSince.toISOString() };
}

/** How long a request waits for the worker's question about the municipality; the question itself gives up after three seconds. */
const patienceMs = 5_000;

export function readinessHandlers({
  orm,
  temporal,
  rates,
}: ApiParts): Pick<Handlers, 'getNfeReadiness' | 'getNfseReadiness'> {
  return {
    getNfeReadiness: async (_req, res) => {
      const caller = callerOf(res);
      const question = { ...caller, rates, now: new Date() };
      res.json(nfeReadinessView(await inCompany(orm, caller.company.id, (em) => nfeReadiness(em, question))));
    },

    getNfseReadiness: async (_req, res) => {
      const caller = callerOf(res);
      const { id: companyId, taxId: companyTaxId } = caller.company;
      const look = () => inCompany(orm, companyId, (em) => nfseReadiness(em, caller, new Date()));
      let readiness = await look();
      if (readiness.isToAsk) {
        await askMunicipality(temporal, { companyId, companyTaxId }, patienceMs).catch((error: unknown) => {
          if (!(error instanceof TemporalUnavailable)) throw error;
          res.locals.log.warn('nobody could ask about a municipality', { companyId, error });
        });
        readiness = await look();
      }
      res.json(nfseReadinessView(readiness));
    },
  };
}

/** Whether a company could issue NF-e now, as the API shows it. */
function nfeReadinessView(readiness: NfeReadiness): Schema<'NfeReadiness'> {
  const { issues, warnings, certificateEnds, officeIssuingAllowed } = readiness;
  return {
    ready: issues.length === 0,
    issues,
    warnings,
    certificate: certificateView(certificateEnds),
    officeIssuingAllowed,
  };
}

function certificateView(ends: Date | null): Schema<'CertificateReadiness'> {
  return { present: ends !== null, expiresAt: ends?.toISOString() ?? null };
}

/** Whether a company could issue NFS-e now, as the API shows it. */
function nfseReadinessView(readiness: NfseReadiness): Schema<'NfseReadiness'> {
  const { issues, certificateEnds, templates, defaultTemplateId, officeIssuingAllowed } = readiness;
  return {
    ready: issues.length === 0,
    issues,
    certificate: certificateView(certificateEnds),
    templates,
    defaultTemplateId,
    officeIssuingAllowed,
  };
}
