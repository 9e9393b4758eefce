import type { InutilizationEnd } from '../../domain/conversation/progress.ts';
import { traitsOf, typeOfModel } from '../../domain/document-types.ts';
import type { Inutilization } from '../../domain/inutilizations/inutilization.entity.ts';
import type { ActingCompany } from '../../operations/acting-company.ts';
import { inCompany } from '../../operations/in-company.ts';
import { findInutilization, findInutilizations } from '../../operations/inutilization/find.ts';
import { type AskedInutilization, reserveInutilization } from '../../operations/inutilization/reserve.ts';
import { windowOf } from '../../operations/lists/page.ts';
import { withdrawInutilization } from '../../operations/withdraw.ts';
import { awaitInutilization, startInutilization } from '../../temporal/start.ts';
import { companyOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import { listView, pageOf } from '../page.ts';
import type { ApiParts } from '../parts.ts';
import { askedInutilization } from '../requests/inutilization.ts';
import { inutilizationView } from '../views/inutilization.ts';
import { endOfPatience, refusal, startAndAwait, patienceIsOver } from './await-run.ts';

type InutilizationOperations = Extract<keyof Handlers, `${string}Inutilization` | 'listInutilizations'>;

export function inutilizationHandlers(parts: ApiParts): Pick<Handlers, InutilizationOperations> {
  const { orm } = parts;
  return {
    createInutilization: async (req, res) => {
      const { id, status, protocol } = await giveUp(parts, companyOf(res), askedInutilization(req.body));
      res.json({ success: true, protocol: protocol ?? null, record: { id, status } });
    },

    listInutilizations: async (req, res) => {
      const page = pageOf(req.query);
      const [ranges, total] = await inCompany(orm, companyOf(res).id, (em) => findInutilizations(em, windowOf(page)));
      res.json(listView(ranges.map(inutilizationView), total, page));
    },

    getInutilization: async (req, res) => {
      const range = await inCompany(orm, companyOf(res).id, (em) => findInutilization(em, req.params.id));
      res.json(inutilizationView(range));
    },
  };
}

/** Reserves a range and waits for the authority's answer; what is committed goes on without the request. */
async function giveUp(parts: ApiParts, company: ActingCompany, asked: AskedInutilization): Promise<Inutilization> {
  const { orm } = parts;
  const until = endOfPatience(parts);
  const range = await reserveInutilization(orm, company, asked);
  if (range.status === 'AUTHORIZED') return range;
  const end = await endOf(parts, company, range, until);
  if (end?.status === 'REJECTED') throw refusal('SEFAZ', end);
  const known = await inCompany(orm, company.id, (em) => findInutilization(em, range.id));
  if (end) return known;
  const next = `A inutilização ${range.id} segue em segundo plano: consulte-a ou tente de novo.`;
  throw patienceIsOver('SEFAZ', 'Inutilização', known.reason, next);
}

function endOf(
  { orm, temporal }: ApiParts,
  company: ActingCompany,
  { id, attempt, series, startNumber, endNumber, model }: Inutilization,
  until: number,
): Promise<InutilizationEnd | null> {
  const title = `${traitsOf[typeOfModel[model]].title} série ${series}, ${startNumber} a ${endNumber}`;
  const start = { id, attempt, companyTaxId: company.taxId, title };
  const run = {
    start: () => startInutilization(temporal, start),
    withdraw: () => withdrawInutilization(orm, company, start),
    end: (patience: number) => awaitInutilization(temporal, start, patience),
  };
  return startAndAwait(run, until);
}
