import { Decimal } from 'decimal.js';
import { child, textOf } from '../xml/element.ts';
import { amount, cents, near } from './amount.ts';
import { chosenByState } from './chosen-by-state.ts';
import { anpCode, fuelOf } from './fuel-table.ts';
import type { Item } from './note.ts';
import type { Rule } from './rule.ts';
import { isNfe, isOneOf, itemRule, onlyIf } from './rule.ts';

const singlePhase = ['02', '15', '53', '61'];
const alsoOfFuels = ['40', '41', '50', '90'];
const ordinary = '1';
/** Diesel oils whose makers retain one third: the rest was retained by the producer of the biofuel (N41-20). */
const diesels = [
  ...['420102004', '420102005', '420105001', '820101003', '820101011', '820101012', '820101013', '820101026'],
  ...['820101027', '820101032', '820101033', '820101034'],
];
const third = new Decimal('0.3333');
const whole = new Decimal(1);

/**
 * Group N: ICMS on fuels, charged once per unit of measure (NT 2023.001 v1.60, in production since 2023-10-30, N43a-10 since 2024-04-01).
 * N39-10 and N41-10 do not ask NFC-e (§2.7.1). N45-10 was revoked on 2023-05-01 (§2.6.7): diesel was charged as a whole, its biodiesel by a third.
 */
export const singlePhaseIcmsRules: readonly Rule[] = [
  itemRule(959, 'N12-100', (item) => isSinglePhase(item) && fuelOf(item) === undefined),
  itemRule(
    960,
    'N12-110',
    (item) =>
      fuelOf(item) !== undefined &&
      item.icms !== undefined &&
      !isOneOf(item.icms, 'CST', ...singlePhase, ...alsoOfFuels),
  ),
  ...onlyIf(isNfe, [rateRule(961, 'N38-10', 'adRemICMS')]),
  ...onlyIf(isNfe, [
    itemRule(767, 'N37a-10', ({ icms }) => isOneOf(icms, 'CST', '02', '15', '53') && lacks(icms, 'qBCMono')),
  ]),
  ...onlyIf(isNfe, [
    itemRule(
      962,
      'N39-10',
      ({ icms }, { ide }) =>
        isOneOf(icms, 'CST', '02', '15') &&
        isOneOf(ide, 'finNFe', ordinary) &&
        !isProduct(icms, 'qBCMono', 'adRemICMS', 'vICMSMono'),
    ),
    itemRule(768, 'N39a-10', ({ icms }) => isOneOf(icms, 'CST', '15') && lacks(icms, 'qBCMonoReten')),
    rateRule(963, 'N40-10', 'adRemICMSReten'),
    itemRule(964, 'N41-10', (item, { ide }) => {
      const { icms } = item;
      const retained = diesels.includes(anpCode(item)) ? third : whole;
      return (
        isOneOf(icms, 'CST', '15') &&
        isOneOf(ide, 'finNFe', ordinary) &&
        !isProduct(icms, 'qBCMonoReten', 'adRemICMSReten', 'vICMSMonoReten', retained)
      );
    }),
  ]),
  itemRule(769, 'N43a-10', ({ icms }) => isOneOf(icms, 'CST', '61') && lacks(icms, 'qBCMonoRet')),
  rateRule(965, 'N44-10', 'adRemICMSRet'),
];

/** Compares a rate per unit with the table, where a state has chosen to; a reduction of the rate lifts the rule. */
function rateRule(cStat: number, id: string, field: string): Rule {
  return itemRule(cStat, id, (item, note, context) => {
    const { icms } = item;
    const fuel = fuelOf(item);
    if (fuel === undefined || lacks(icms, field) || !lacks(icms, 'pRedAdRem')) return false;
    return !amount(icms, field).eq(fuel.rate) && chosenByState('fuelRates', note, context);
  });
}

function isSinglePhase({ icms }: Item): boolean {
  return isOneOf(icms, 'CST', ...singlePhase);
}

function lacks(icms: Item['icms'], name: string): boolean {
  return child(icms, name) === undefined;
}

/** Whether a value is quantity times rate, times the share that is charged; true where no quantity is said. */
function isProduct(icms: Item['icms'], quantity: string, rate: string, value: string, share = whole): boolean {
  if (textOf(icms, quantity) === undefined) return true;
  return near(cents(amount(icms, quantity).times(amount(icms, rate)).times(share)), amount(icms, value));
}
