import type { InutilizationEnd } from '../../domain/conversation/progress.ts';
import { traitsOf, typeOfModel } from '../../domain/document-types.ts';
import type { Inutilization } from '../../domain/documents/inutilization.entity.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import { inCompany } from '../../operations/in-company.ts';
import {
  findInutilization,
  type InutilizationRequest,
  reserveInutilization,
} from '../../operations/inutilization/reserve.ts';
import { withdrawInutilization } from '../../operations/withdraw.ts';
import { awaitInutilization, startInutilization } from '../../temporal/start.ts';
import { endOfPatience, patienceIsOver, runRefusal, startAndAwait } from './await-run.ts';
import type { EventParts } from './register-event.ts';

/**
 * Reserves a range of numbers and waits for the authority's answer; once committed, the inutilization goes on without the request. An equal range
 * that exists is found.
 *
 * @throws DomainError `authority_rejected`, `authority_unavailable` when it takes too long, whatever `reserveInutilization` throws
 */
export async function giveUpNumbers(
  parts: EventParts,
  company: ActingCompany,
  asked: InutilizationRequest,
): Promise<Inutilization> {
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
  { orm, temporal }: EventParts,
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
