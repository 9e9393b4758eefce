import { z } from 'zod';
import table from '../../tables/fuels.json' with { type: 'json' };
import { type Decimal, decimal } from '../money.ts';
import { type TaxTrace, tracedText } from './fields.ts';
import { icmsSituations } from './icms/situations.ts';
import type { Operation } from './operation.ts';

/** A fuel whose ICMS is charged once, by quantity (LC 192/2022; Convênios ICMS 199/2022 and 15/2023), as the authority publishes it. */
type SinglePhaseFuel = {
  anpCode: string;
  description: string;
  /** Whether the note must tell how much biofuel is in it, or is to be mixed into it (pBio). */
  needsBiofuel: boolean;
  /** Whether the note must tell where it comes from (origComb). */
  needsOrigins: boolean;
  /** The unit of its rate and quantity: `L` or `KG`. */
  unit: string;
};

const rows = z
  .array(z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]))
  .parse(table.rows);
const history = z.array(z.tuple([z.string(), z.string(), z.iso.date(), z.iso.date().nullable()])).parse(table.history);

const fuels: ReadonlyMap<string, SinglePhaseFuel> = new Map(
  rows.map(([anpCode, description, needsBiofuel, needsOrigins, unit]) => [
    anpCode,
    { anpCode, description, needsBiofuel: needsBiofuel === '1', needsOrigins: needsOrigins === '1', unit },
  ]),
);

/** The fuel of an ANP code (cProdANP); undefined if its ICMS is not single-phase. */
export function singlePhaseFuel(anpCode: string): SinglePhaseFuel | undefined {
  return fuels.get(anpCode);
}

/** The ad rem rate of a fuel on a day (AAAA-MM-DD), in reais per unit; null if the table has none. */
function adRemRate(anpCode: string, date: string): string | null {
  const found = history.find(
    ([code, , from, until]) => code === anpCode && from <= date && (until === null || date <= until),
  );
  return found?.[1] ?? null;
}

/** Whether the fuel contains its biofuel already, as it is sold at the pump: gasoline C, and diesel B (all of 820101 but pure B100). */
export function isMixture(anpCode: string): boolean {
  return anpCode.startsWith('320102') || (anpCode.startsWith('820101') && anpCode !== '820101001');
}

/** Whether a distributor still mixes the fuel with biofuel: gasoline A, and diesel A and C. */
function isToBeMixed(anpCode: string): boolean {
  return anpCode.startsWith('320101') || /^4201/.test(anpCode);
}

/** Diesel A, B and C, and what is mixed with it: the refinery retains only a third of the biofuel's ICMS (rule N41-20). */
const thirdRetained: ReadonlySet<string> = new Set([
  ...['420102004', '420102005', '420105001', '820101003', '820101011', '820101012', '820101013', '820101026'],
  ...['820101027', '820101032', '820101033', '820101034'],
]);

/**
 * The part of the biofuel's ICMS that the refinery retains: all of it, but a third for diesel, where the producer of B100 pays the rest (Convênio
 * ICMS 199/2022, clause 2, VI, c; rules N41-10 and N41-20 of NT 2023.001 v1.60).
 */
export function retainedPart(anpCode: string): Decimal {
  return decimal(thirdRetained.has(anpCode) ? '0.3333' : '1');
}

/**
 * The quantity of biofuel that is in the fuel or is to be mixed into it, from its percentage in the mixture; null where the code does not tell which
 * of the two it is.
 */
export function biofuelOf(anpCode: string, quantity: Decimal, percentage: Decimal): Decimal | null {
  if (isMixture(anpCode)) return quantity.times(percentage).div(100);
  if (!isToBeMixed(anpCode) || percentage.gte(100)) return null;
  return quantity.times(percentage).div(decimal('100').minus(percentage));
}

/** The trace with the fuel's ad rem rates of the day from the table, where the situation uses them and no level gives them. */
export function withFuelRates(trace: TaxTrace, anpCode: string | undefined, { date }: Operation): TaxTrace {
  const singlePhase = icmsSituations.get(tracedText(trace, 'icmsSituation'))?.singlePhase;
  const value = singlePhase && anpCode ? adRemRate(anpCode, date) : null;
  if (value === null) return trace;
  return {
    icmsMonoRate: { value, source: 'TABLE' },
    ...(singlePhase === 'RETAINED' ? { icmsMonoRetainedRate: { value, source: 'TABLE' } } : {}),
    ...trace,
  };
}
