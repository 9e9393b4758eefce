import { z } from 'zod';
import table from '../../../tables/fuels.json' with { type: 'json' };

/** A fuel whose ICMS is charged once, by quantity (LC 192/2022; Convênios ICMS 199/2022 and 15/2023), as the authority publishes it. */
export type SinglePhaseFuel = {
  anpCode: string;
  description: string;
  /** Whether the note says how much biofuel is in it, or goes into it (pBio). */
  needsBiofuel: boolean;
  /** Whether the note says where it comes from (origComb). */
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

/** The fuel of an ANP code (cProdANP); undefined where its ICMS is not single-phase. */
export function singlePhaseFuel(anpCode: string): SinglePhaseFuel | undefined {
  return fuels.get(anpCode);
}

/** The ad rem rate of a fuel on a day (AAAA-MM-DD), reais for one unit; null where the table has none. */
export function adRemRate(anpCode: string, date: string): string | null {
  const found = history.find(
    ([code, , from, until]) => code === anpCode && from <= date && (until === null || date <= until),
  );
  return found?.[1] ?? null;
}
