import { type EntityManager, inCompany } from '../../config/orm.ts';
import type { InutilizationEnd } from '../../domain/emission/progress.ts';
import { Inutilization } from '../../domain/inutilizations/inutilization.entity.ts';
import { awaitInutilization, type InutilizationStart, startInutilization } from '../../temporal/start.ts';
import { listView, pageOf, windowOf } from '../lists/page.ts';
import { type Caller, callerOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';
import { existing } from '../requests/existing.ts';
import { type AskedRange, rangeOf, reserveRange } from '../requests/reserve-range.ts';
import { inutilizationView } from '../views/inutilization.ts';
import { endOfPatience, neverSent, refusal, toItsEnd, unanswered } from './to-its-end.ts';

type InutilizationOperations = Extract<keyof Handlers, `${string}Inutilization` | 'listInutilizations'>;

export function inutilizationHandlers(parts: ApiParts): Pick<Handlers, InutilizationOperations> {
  const { orm } = parts;
  return {
    createInutilization: async (req, res) => {
      const { id, status, protocol } = await giveUp(parts, callerOf(res), rangeOf(req.body));
      res.json({ success: true, protocol: protocol ?? null, record: { id, status } });
    },

    listInutilizations: async (req, res) => {
      const page = pageOf(req.query);
      const [ranges, total] = await inCompany(orm, callerOf(res).companyId, (em) =>
        em.findAndCount(Inutilization, {}, { orderBy: { id: 'desc' }, ...windowOf(page) }),
      );
      res.json(listView(ranges.map(inutilizationView), total, page));
    },

    getInutilization: async (req, res) => {
      const range = await inCompany(orm, callerOf(res).companyId, (em) =>
        existing('Registro da inutilização', req.params.id, (id) => em.findOne(Inutilization, { id })),
      );
      res.json(inutilizationView(range));
    },
  };
}

/** Reserves a range and waits for the authority's word on it; what stands in the row goes on without the request. */
async function giveUp(parts: ApiParts, caller: Caller, asked: AskedRange): Promise<Inutilization> {
  const { orm } = parts;
  const until = endOfPatience(parts);
  const range = await inCompany(orm, caller.companyId, (em) =>
    reserveRange(em, { ...caller.company, id: caller.companyId }, asked),
  );
  if (range.status === 'AUTHORIZED') return range;
  const end = await endOf(parts, caller, range, until);
  if (end?.status === 'REJECTED') throw refusal(end);
  const known = await inCompany(orm, caller.companyId, (em) => em.findOneOrFail(Inutilization, { id: range.id }));
  if (end) return known;
  const next = `A inutilização ${range.id} segue em segundo plano: consulte-a ou tente de novo.`;
  throw unanswered('Inutilização', known.reason, next);
}

function endOf(
  { orm, temporal }: ApiParts,
  { companyId, company }: Caller,
  { id, attempt, series, startNumber, endNumber, model }: Inutilization,
  until: number,
): Promise<InutilizationEnd | null> {
  const title = `${model === '55' ? 'NF-e' : 'NFC-e'} série ${series}, ${startNumber} a ${endNumber}`;
  const start: InutilizationStart = { id, attempt, companyTaxId: company.taxId, title };
  const run = {
    start: () => startInutilization(temporal, start),
    withdraw: () => inCompany(orm, companyId, (em) => isWithdrawn(em, start)),
    end: (patience: number) => awaitInutilization(temporal, start, patience),
  };
  return toItsEnd(run, until);
}

/** Takes the reservation back, unless a workflow has claimed it. */
async function isWithdrawn(em: EntityManager, { id, attempt }: InutilizationStart): Promise<boolean> {
  const unclaimed = Inutilization.unclaimed(id, attempt);
  return (await em.nativeUpdate(Inutilization, unclaimed, Inutilization.withdrawn(neverSent))) > 0;
}
