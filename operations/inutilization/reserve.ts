import type { EntityManager, Orm } from '../../config/orm.ts';
import { seriesFault } from '../../domain/companies/own-series.ts';
import { waitsFor } from '../../domain/conversation/attempt-columns.ts';
import { type Model, typeOfModel } from '../../domain/document-types.ts';
import { Inutilization } from '../../domain/documents/inutilization.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { brasiliaYear } from '../../domain/fiscal-time.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { inCompany } from '../in-company.ts';

/** A requested range, in full. */
export type InutilizationRequest = {
  model: Model;
  series: number;
  startNumber: number;
  endNumber: number;
  justification: string;
};

/**
 * The company's record of a range: the one that is PENDING or AUTHORIZED, or else a new attempt that reserves the numbers. The series stays locked
 * until the transaction ends: no number is drawn from it meanwhile, and later draws find the record.
 *
 * @throws DomainError `invalid_state` where a number of the range is in use, or part of another range
 */
export async function reserveInutilization(
  orm: Orm,
  company: ActingCompany,
  range: InutilizationRequest,
): Promise<Inutilization> {
  checkCompany(company.taxId, company.settings !== null);
  checkSeries(company.taxId, range.series);
  return inCompany(orm, company.id, (em) => reserveIn(em, company, range));
}

/**
 * As `reserveInutilization`, in a transaction that may write the company's rows.
 *
 * @throws DomainError `invalid_state` as `reserveInutilization`
 */
export async function reserveIn(
  em: EntityManager,
  acting: Pick<ActingCompany, 'id' | 'environment' | 'actor'>,
  range: InutilizationRequest,
): Promise<Inutilization> {
  const { id: company, environment } = acting;
  const { model, series, startNumber, endNumber } = range;
  await em.execute(
    `insert into number_series (company_id, environment, model, series, next_number) values (?, ?, ?, ?, 1)
     on conflict (company_id, environment, model, series) do update set next_number = number_series.next_number`,
    [company, environment, model, series],
  );
  const of = { company, environment, model, series };
  const same = await em.findOne(Inutilization, { ...of, startNumber, endNumber });
  if (same && same.status !== 'REJECTED') return same;
  await refuseOverlap(em, of, range);
  await refuseUsed(em, of, range);
  const fresh = { justification: range.justification, year: String(brasiliaYear(new Date())).slice(-2) };
  same?.tryAgain(fresh);
  const reserved =
    same ?? em.create(Inutilization, { ...of, startNumber, endNumber, ...fresh, ...waitsFor('START', new Date()) });
  recordFor(em, acting, 'INUTILIZATION_REQUESTED', reserved.id, { environment, model, series, startNumber, endNumber });
  return reserved;
}

type Count = Pick<Inutilization, 'company' | 'environment' | 'model' | 'series'>;

function checkCompany(taxId: string, hasSettings: boolean): void {
  if (taxId.length === 11) {
    const message =
      'Quem emite com CPF não inutiliza numeração: a SEFAZ não aceita o pedido (rejeição 266). Os números que nenhuma nota usou ' +
      'ficam sem uso, e nada precisa ser pedido.';
    throw new DomainError('invalid_state', message);
  }
  if (!hasSettings) {
    const message = 'A empresa não tem configurações fiscais. Preencha-as com "lavra company set" e tente de novo.';
    throw new DomainError('invalid_state', message);
  }
}

/** @throws DomainError `validation_error` for a series that the taxpayer may not use */
function checkSeries(taxId: string, series: number): void {
  const fault = seriesFault(taxId, series);
  if (fault === null) return;
  throw new DomainError('validation_error', 'Há campos inválidos na requisição.', {
    issues: [{ path: 'series', message: fault }],
  });
}

async function refuseOverlap(
  em: EntityManager,
  of: Count,
  { startNumber, endNumber }: InutilizationRequest,
): Promise<void> {
  const stands = { ...of, status: { $ne: 'REJECTED' as const } };
  const touching = { startNumber: { $lte: endNumber }, endNumber: { $gte: startNumber } };
  const other = await em.findOne(Inutilization, { ...stands, ...touching }, { orderBy: { startNumber: 'asc' } });
  if (!other) return;
  const state = other.status === 'PENDING' ? 'está em inutilização' : 'já foi inutilizada';
  throw new DomainError(
    'invalid_state',
    `A faixa de ${other.startNumber} a ${other.endNumber} ${state}. Peça só os números que ficam fora dela.`,
  );
}

const usedNumber = `
  select number, status, is_denied as "isDenied" from document
  where company_id = ? and environment = ? and type = ? and series = ? and number between ? and ?
    and (status in ('AUTHORIZED', 'CANCELLED', 'PROCESSING') or is_denied)
  order by number limit 1`;

async function refuseUsed(
  em: EntityManager,
  of: Count,
  { startNumber, endNumber }: InutilizationRequest,
): Promise<void> {
  const [used] = await em.execute<{ number: number; status: string; isDenied: boolean }[]>(usedNumber, [
    of.company,
    of.environment,
    typeOfModel[of.model],
    of.series,
    startNumber,
    endNumber,
  ]);
  if (!used) return;
  const state = used.isDenied ? 'denegado' : used.status;
  throw new DomainError(
    'invalid_state',
    `O número ${used.number} é de um documento ${state} e não pode ser inutilizado. Peça uma faixa sem ele.`,
  );
}

/** One page of the company's ranges, newest first, and how many there are. */
export function findInutilizations(
  em: EntityManager,
  rowRange: { limit: number; offset: number },
): Promise<[Inutilization[], number]> {
  return em.findAndCount(Inutilization, {}, { orderBy: { id: 'desc' }, ...rowRange });
}

/** @throws NotFound */
export function findInutilization(em: EntityManager, id: string): Promise<Inutilization> {
  return findOrRefuse('inutilization', id, () => em.findOne(Inutilization, { id }));
}
