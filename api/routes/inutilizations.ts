import type { InutilizationEnd } from '../../domain/conversation/progress.ts';
import { traitsOf, typeOfModel } from '../../domain/document-types.ts';
import { checkRange, type Inutilization } from '../../domain/documents/inutilization.entity.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import { inCompany } from '../../operations/in-company.ts';
import {
  type InutilizationRequest,
  findInutilization,
  findInutilizations,
  reserveInutilization,
} from '../../operations/inutilization/reserve.ts';
import { windowOf } from '../../operations/lists/page.ts';
import { withdrawInutilization } from '../../operations/withdraw.ts';
import { awaitInutilization, startInutilization } from '../../temporal/start.ts';
import { companyOf } from '../locals.ts';
import type { Handlers, Schema } from '../operations.ts';
import { listView, pageOf } from '../../http/page.ts';
import type { ApiParts } from '../parts.ts';
import { justificationOf } from '../../http/requests/authority-text.ts';
import { ownRejection, rejectionByCode } from '../views/rejection.ts';
import { waitingAttemptView } from '../views/waiting.ts';
import { endOfPatience, patienceIsOver, runRefusal, startAndAwait } from '../../http/runs/await-run.ts';

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
async function giveUp(parts: ApiParts, company: ActingCompany, asked: InutilizationRequest): Promise<Inutilization> {
  const { orm } = parts;
  const until = endOfPatience(parts);
  const range = await reserveInutilization(orm, company, asked);
  if (range.status === 'AUTHORIZED') return range;
  const end = await endOf(parts, company, range, until);
  if (end?.status === 'REJECTED') throw runRefusal('SEFAZ', end);
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

/** A range of numbers that is given up (spec 1-core §2.4). */
function inutilizationView(range: Inutilization): Schema<'Inutilization'> {
  const { id, series, model, startNumber, endNumber, year, status, justification } = range;
  return {
    id,
    series,
    model,
    startNumber,
    endNumber,
    year,
    status,
    protocol: range.protocol ?? null,
    justification,
    inutilizationDate: range.inutilizationDate?.toISOString() ?? null,
    createdAt: range.createdAt.toISOString(),
    waiting: waitingAttemptView('inutilization', range),
    ...(status === 'REJECTED' ? { rejection: rejectionOf(range) } : {}),
  };
}

function rejectionOf({ cStat, reason }: Inutilization): Schema<'Rejection'> {
  return cStat ? rejectionByCode(cStat, reason ?? '') : ownRejection('NFE', reason ?? '');
}

/** @throws DomainError `validation_error` */
function askedInutilization(body: Schema<'InutilizationRequest'>): InutilizationRequest {
  checkRange(body);
  const { model, series, startNumber, endNumber } = body;
  return { model: model ?? '55', series, startNumber, endNumber, justification: justificationOf(body) };
}
