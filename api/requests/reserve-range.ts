import { type EntityManager } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { brasiliaYear } from '../../domain/fiscal-time.ts';
import { checkRange } from '../../domain/inutilizations/check-range.ts';
import { Inutilization } from '../../domain/inutilizations/inutilization.entity.ts';
import type { CallerCompany } from '../locals.ts';
import type { Schema } from '../operations.ts';
import { justificationOf } from './event-texts.ts';

/** A range as it was asked for, in full. */
export type AskedRange = {
  model: '55' | '65';
  series: number;
  startNumber: number;
  endNumber: number;
  justification: string;
};

/** @throws DomainError `validation_error` */
export function rangeOf(body: Schema<'InutilizationRequest'>): AskedRange {
  checkRange(body);
  const { model, series, startNumber, endNumber } = body;
  return { model: model ?? '55', series, startNumber, endNumber, justification: justificationOf(body) };
}

/**
 * The company's record of a range: the one that stands (PENDING or AUTHORIZED), or a new try, reserved. The series stays locked until the
 * transaction ends: nobody draws from it meanwhile, and whoever draws afterwards finds the record.
 *
 * @throws DomainError `invalid_state` where a number of it is in use, or part of another range
 */
export async function reserveRange(
  em: EntityManager,
  { id: company, environment, taxId, settings }: CallerCompany & { id: string },
  range: AskedRange,
): Promise<Inutilization> {
  checkCompany(taxId, settings !== null);
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
  if (!same) return em.create(Inutilization, { ...of, startNumber, endNumber, ...fresh });
  same.tryAgain(fresh);
  return same;
}

type Count = Pick<Inutilization, 'company' | 'environment' | 'model' | 'series'>;

function checkCompany(taxId: string, hasSettings: boolean): void {
  if (taxId.length === 11) {
    throw new DomainError('invalid_state', 'Quem emite com CPF não inutiliza numeração; a SEFAZ não aceita o pedido.');
  }
  if (!hasSettings) {
    const message = 'A empresa não tem configurações fiscais. Preencha-as com "lavra company set" e tente de novo.';
    throw new DomainError('invalid_state', message);
  }
}

async function refuseOverlap(em: EntityManager, of: Count, { startNumber, endNumber }: AskedRange): Promise<void> {
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

async function refuseUsed(em: EntityManager, of: Count, { startNumber, endNumber }: AskedRange): Promise<void> {
  const type = of.model === '55' ? 'NFE' : 'NFCE';
  const [used] = await em.execute<{ number: number; status: string; isDenied: boolean }[]>(usedNumber, [
    of.company,
    of.environment,
    type,
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
