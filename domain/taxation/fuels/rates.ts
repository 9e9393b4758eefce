import { type TaxTrace, textOf } from '../fields.ts';
import { icmsSituations } from '../icms/situations.ts';
import type { Operation } from '../operation.ts';
import { adRemRate } from './table.ts';

/** The trace with the fuel's ad rem rates of the day, from the table, where its situation has them and no level says them. */
export function withFuelRates(trace: TaxTrace, anpCode: string | undefined, { date }: Operation): TaxTrace {
  const singlePhase = icmsSituations.get(textOf(trace, 'icmsSituation'))?.singlePhase;
  const value = singlePhase && anpCode ? adRemRate(anpCode, date) : null;
  if (value === null) return trace;
  return {
    icmsMonoRate: { value, source: 'TABLE' },
    ...(singlePhase === 'RETAINED' ? { icmsMonoRetainedRate: { value, source: 'TABLE' } } : {}),
    ...trace,
  };
}
