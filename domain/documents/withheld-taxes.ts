import { decimal, money } from '../money.ts';

export const withheldNames = [
  'pis',
  'cofins',
  'csll',
  'irrfBase',
  'irrf',
  'socialSecurityBase',
  'socialSecurity',
] as const;

/** Federal taxes that who buys withholds of what he pays (retTrib), two decimals each; what is not said is not withheld. */
export type WithheldTaxes = { [Name in (typeof withheldNames)[number]]?: string | null };

/** As the note says them; absent fields were not said. Absent as a whole where nothing was. */
export type ComputedWithheldTaxes = { [Name in (typeof withheldNames)[number]]?: string };

/** The withheld taxes with two decimals each; null where none is said. */
export function withheldTaxesOf(said: WithheldTaxes | null | undefined): ComputedWithheldTaxes | null {
  const withheld: ComputedWithheldTaxes = {};
  for (const name of withheldNames) if (said?.[name]) withheld[name] = money(decimal(said[name]));
  return Object.keys(withheld).length > 0 ? withheld : null;
}
