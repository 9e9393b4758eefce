import table from '../../../tables/free-trade-areas.json' with { type: 'json' };
import { type Decimal, money, percent, percentOf } from '../../money.ts';

/** Whether the goods are made under a project that SUFRAMA has approved: tpALCZFMCBS (UB66b, NT 2025.002 v1.40). */
export const freeTradeApplications = { WITHOUT_PROCESS: '1', APPROVED_PROCESS: '2' } as const;
export type FreeTradeApplication = keyof typeof freeTradeApplications;

/**
 * What a document declares of an operation inside the Zona Franca de Manaus or a free trade area, whose CBS is zero (LC 214/2025 arts. 451 and 466).
 */
export type FreeTradeArea = {
  application: FreeTradeApplication;
  /** nProcSuframa: 8 to 12 characters. */
  suframaProcess?: string | null;
};

/** The same with the CBS that the line would have outside of the area (pAliqEfetRegCBS, vTribRegCBS). */
export type FreeTradeAreaAmounts = {
  application: FreeTradeApplication;
  suframaProcess?: string;
  cbsRate: string;
  cbsValue: string;
};

/** The name of the area that a municipality lies in, by its IBGE code; null if it lies in none. */
export function freeTradeAreaOf(municipalityCode: string): string | null {
  return table.areas.find(({ municipalities }) => municipalities.includes(municipalityCode))?.name ?? null;
}

/** Whether goods of the NCM may have a CBS of zero in such an area. */
export function isFreeOfCbsThere(ncm: string): boolean {
  const begins = (beginnings: readonly string[]) => beginnings.some((beginning) => ncm.startsWith(beginning));
  return !begins(table.excludedNcm) || begins(table.exceptNcm);
}

/**
 * The group with the CBS that would be due outside of the area.
 *
 * @param rate what the CBS would be there, reduced as the class says, in percent
 */
export function freeTradeAmounts(
  { application, suframaProcess }: FreeTradeArea,
  { base, rate }: { base: Decimal; rate: Decimal },
): FreeTradeAreaAmounts {
  return {
    application,
    ...(suframaProcess ? { suframaProcess } : {}),
    cbsRate: percent(rate),
    cbsValue: money(percentOf(base, rate)),
  };
}
