import type { Element } from '../../xml/element.ts';
import { faultOf, type NfseFault } from '../fault.ts';
import { readDps } from '../read-dps.ts';
import { deductionDocumentRules, deductionRules, priceRules } from './amounts.ts';
import { federalTaxRules, totalTaxRules } from './federal-taxes.ts';
import { ibsCbsRules } from './ibs-cbs.ts';
import { identificationRules, isIssuedByAnother, substitutionRules } from './identification.ts';
import { benefitRules, issqnRules, rateRules, withholdingRules } from './issqn.ts';
import { intermediaryRules, providerRules, takerRules } from './parties.ts';
import type { DpsContext, NfseRule } from './rule.ts';
import { foreignTradeRules, serviceRules, siteRules } from './service.ts';

export type { DpsContext, RegisteredNote } from './rule.ts';

/** Every rule about a DPS, in the order of the annex (v1.01 of 09/02/2026, which is newer than v1.00.02 and renumbers many codes). */
export const dpsRules: readonly NfseRule[] = [
  ...identificationRules,
  ...substitutionRules,
  ...providerRules,
  ...takerRules,
  ...intermediaryRules,
  ...serviceRules,
  ...foreignTradeRules,
  ...siteRules,
  ...priceRules,
  ...deductionRules,
  ...deductionDocumentRules,
  ...issqnRules,
  ...benefitRules,
  ...withholdingRules,
  ...rateRules,
  ...federalTaxRules,
  ...totalTaxRules,
  ...ibsCbsRules,
];

/** All that is wrong with a DPS that is valid by schema and signature, in the order of the annex. */
export function dpsFaults(dps: Element, context: DpsContext): NfseFault[] {
  const read = readDps(dps);
  // All other rules assume that the provider is the issuer.
  if (isIssuedByAnother(read)) return [faultOf('E9996')];
  return dpsRules.filter(({ broken }) => broken(read, context)).map(({ code }) => faultOf(code));
}
