import type { Decimal } from 'decimal.js';
import { amount, near } from '../../rules/amount.ts';
import { child, textOf } from '../../xml/element.ts';
import type { FaultCode } from '../fault.ts';
import { percentOf } from '../issqn.ts';
import { type Dps, isMei, isSmallCompany } from '../read-dps.ts';
import { isIssuedByPerson } from './parties.ts';
import { has, type NfseRule, onlyIf, rule } from './rule.ts';

const nothingWithheld = '0';
const contributionsNotWithheld = '2';

/**
 * Group tribFed. Since NT SE/CGNFS-e 007/2026 (in force 09/02/2026) vPis and vCofins are the provider's own debits, and vRetCSLL is the
 * sum of what is withheld of PIS, COFINS and CSLL: hence E0720 and E0724 look at vRetCSLL for every kind of withholding.
 */
export const federalTaxRules: readonly NfseRule[] = onlyIf(
  ({ tribFed }) => tribFed !== undefined,
  [
    rule('E0675', isIssuedByPerson),
    rule('E0676', isMei),
    rule('E0677', (dps) => amount(dps.tribFed, 'piscofins', 'vBCPisCofins').gt(price(dps))),
    rule('E0694', ({ tribFed }) => isMiscalculated(child(tribFed, 'piscofins'), 'pAliqPis', 'vPis')),
    rule('E0696', ({ tribFed }) => isMiscalculated(child(tribFed, 'piscofins'), 'pAliqCofins', 'vCofins')),
    rule('E0699', (dps) => isOutOfBounds(dps, 'vRetCP')),
    rule('E0700', (dps) => isOutOfBounds(dps, 'vRetIRRF')),
    rule('E0720', (dps) => withholding(dps) === nothingWithheld && has(dps.tribFed, 'vRetCSLL')),
    rule('E0724', (dps) => {
      const kind = withholding(dps) ?? nothingWithheld;
      return ![nothingWithheld, contributionsNotWithheld].includes(kind) && !has(dps.tribFed, 'vRetCSLL');
    }),
    rule('E0701', (dps) => isOutOfBounds(dps, 'vRetCSLL')),
  ],
);

/** Group totTrib: the approximate taxes that consumers are shown (Law 12.741/2012). */
export const totalTaxRules: readonly NfseRule[] = [
  ...amountRules([
    ['E0702', 'vTotTribFed'],
    ['E0703', 'vTotTribEst'],
    ['E0704', 'vTotTribMun'],
  ]),
  ...percentageRules([
    ['E0706', 'pTotTribFed'],
    ['E0707', 'pTotTribEst'],
    ['E0708', 'pTotTribMun'],
  ]),
  rule('E0712', (dps) => isSmallCompany(dps) && has(dps.totTrib, 'indTotTrib')),
  rule(
    'E0713',
    ({ opSimpNac, totTrib }) => opSimpNac === '1' && (has(totTrib, 'indTotTrib') || has(totTrib, 'pTotTribSN')),
  ),
  rule('E0710', (dps) => isMei(dps) && has(dps.totTrib, 'pTotTribSN')),
];

function amountRules(fields: readonly (readonly [FaultCode, string])[]): NfseRule[] {
  return fields.map(([code, name]) => rule(code, (dps) => amount(dps.totTrib, 'vTotTrib', name).gt(price(dps))));
}

function percentageRules(fields: readonly (readonly [FaultCode, string])[]): NfseRule[] {
  return fields.map(([code, name]) => rule(code, ({ totTrib }) => amount(totTrib, 'pTotTrib', name).gt(100)));
}

function price({ valores }: Dps): Decimal {
  return amount(valores, 'vServPrest', 'vServ');
}

function withholding({ tribFed }: Dps): string | undefined {
  return textOf(tribFed, 'piscofins', 'tpRetPisCofins');
}

/** Whether a tax is not base times rate, in a group that has a rate. */
function isMiscalculated(group: ReturnType<typeof child>, rate: string, tax: string): boolean {
  return has(group, rate) && !near(amount(group, tax), percentOf(amount(group, 'vBCPisCofins'), amount(group, rate)));
}

/** Whether a withheld tax is not above zero, or not below the price of the service. */
function isOutOfBounds(dps: Dps, name: string): boolean {
  const value = amount(dps.tribFed, name);
  return has(dps.tribFed, name) && (!value.gt(0) || value.gte(price(dps)));
}
