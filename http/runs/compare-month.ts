import type { Client } from '@temporalio/client';
import type { Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { hasBegun, type Month, monthInDigits } from '../../domain/month.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import { askForComparison } from '../../operations/comparison/begin.ts';
import { type ComparisonView, findComparison } from '../../operations/comparison/find-comparisons.ts';
import { inCompany } from '../../operations/in-company.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';
import { startComparison } from '../../temporal/start.ts';

/** The first NF-e was issued in 2006. */
const firstComparedYear = 2006;

/**
 * Has the numbers of a month compared with what the authorities have, or finds the comparison under way. Where Temporal is away, reconciliation
 * starts it later.
 *
 * @throws DomainError `validation_error` for a month that cannot be compared
 */
export async function compareMonth(
  { orm, temporal }: { orm: Orm; temporal: Client },
  company: ActingCompany,
  { month, everyNote }: { month: Month | null; everyNote: boolean },
): Promise<{ comparison: ComparisonView; isNew: boolean }> {
  if (!month || month.year < firstComparedYear) throw unusable('Diga o mês como 2026-10.');
  if (!hasBegun(month, new Date())) throw unusable('O mês ainda não começou.');
  const of = { companyId: company.id, month };
  const asked = await inCompany(orm, company.id, (em) => askForComparison(em, of, { everyNote, actor: company.actor }));
  try {
    const start = { comparisonId: asked.id, companyTaxId: company.taxId, month: monthInDigits(month) };
    await startComparison(temporal, start);
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
  }
  const comparison = await inCompany(orm, company.id, (em) => findComparison(em, of, asked.id));
  return { comparison, isNew: asked.isNew };
}

function unusable(message: string): DomainError {
  return new DomainError('validation_error', message, { issues: [{ path: 'month', message }] });
}
