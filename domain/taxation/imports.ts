import type { Decimal } from '../money.ts';

/** Values on which the taxes of imported goods are computed, each with two places. */
export type ImportedLine = {
  /** Base of the import tax (II). */
  customsValue: Decimal;
  /** The import tax. */
  duty: Decimal;
  customsExpenses: Decimal;
  /** Base of the ICMS before any reduction, as declared to the state; null where the line has no ICMS by rate. */
  icmsBase: Decimal | null;
};

/*
 * PIS and COFINS are charged on the customs value alone (Lei 10.865/2004 art. 7 I, as Lei 12.865/2013 has it). The base of the ICMS
 * (LC 87/1996 art. 13 V and § 1) contains the ICMS itself and expenses that the states count differently, and many importers carry them in
 * vOutro: it cannot be told from the note, and is taken from what the importer declared.
 */

/** Base of the IPI: customs value and duty (Lei 4.502/1964 art. 14 I b; Decreto 7.212/2010 art. 190 I a). */
export function importedIpiBase({ customsValue, duty }: ImportedLine): Decimal {
  return customsValue.plus(duty);
}

/** Base of IBS and CBS: customs value, duty and charges of customs (LC 214/2025 art. 69). */
export function importedIbsCbsBase({ customsValue, duty, customsExpenses }: ImportedLine): Decimal {
  return customsValue.plus(duty).plus(customsExpenses);
}
