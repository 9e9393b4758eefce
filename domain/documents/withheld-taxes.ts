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

/** Federal taxes that the buyer withholds from its payment (retTrib), in reais, two decimals each; those that are absent are not withheld. */
export type WithheldTaxes = { [Name in (typeof withheldNames)[number]]?: string | null };

/** The withheld taxes as the note has them; those that the caller did not give are absent. */
export type ComputedWithheldTaxes = { [Name in (typeof withheldNames)[number]]?: string };

/** The withheld taxes with two decimals each; null where there are none. */
export function withheldTaxesOf(said: WithheldTaxes | null | undefined): ComputedWithheldTaxes | null {
  const withheld: ComputedWithheldTaxes = {};
  for (const name of withheldNames) if (said?.[name]) withheld[name] = money(decimal(said[name]));
  return Object.keys(withheld).length > 0 ? withheld : null;
}
