import table from '../../tables/fcp.json' with { type: 'json' };
import { child, textOf } from '../xml/element.ts';
import { amount, near } from './amount.ts';
import { percentage } from './icms.ts';
import type { Item, Note } from './note.ts';
import { paysNoIcms } from './party.ts';
import type { Rule } from './rule.ts';
import { isOneOf, itemRule, onlyIf } from './rule.ts';

const nothing = amount(undefined);

/** By state: the percentages of the fund, or the highest one. */
const funds: Readonly<Record<string, { rates?: readonly string[]; max?: string } | undefined>> = table.states;

/** Group N: FCP, on the issuer's own operation and by substitution. */
export const povertyFundRules: readonly Rule[] = [
  itemRule(880, 'N17b-10', ({ icms }) => isZero(icms, 'pFCP')),
  itemRule(
    874,
    'N17b-20',
    ({ icms }, { emit }) =>
      child(icms, 'pFCP') !== undefined && !hasRate(textOf(emit, 'enderEmit', 'UF') ?? '', amount(icms, 'pFCP')),
  ),
  itemRule(
    860,
    'N17c-10',
    ({ icms }) => child(icms, 'pFCP') !== undefined && !near(due(icms, ownBase(icms), 'pFCP'), amount(icms, 'vFCP')),
  ),
  itemRule(876, 'N17c-20', ({ icms }, note) => isInterstateConsumerSale(note) && child(icms, 'vFCP') !== undefined),
  itemRule(881, 'N23b-10', ({ icms }) => isZero(icms, 'pFCPST')),
  ...onlyIf(
    ({ ide }) => textOf(ide, 'finNFe') === '1',
    [
      itemRule(860, 'N23d-10', ({ icms }) => {
        const left = due(icms, 'vBCFCPST', 'pFCPST').minus(amount(icms, 'vFCP'));
        return child(icms, 'vFCPST') !== undefined && !near(left.gt(nothing) ? left : nothing, amount(icms, 'vFCPST'));
      }),
    ],
  ),
];

/** Whether a state has a percentage in the official table (IT 2023.004 v1.03). */
function hasRate(state: string, rate: ReturnType<typeof amount>): boolean {
  const { rates = [], max } = funds[state] ?? {};
  return max === undefined ? rates.some((one) => rate.eq(one)) : rate.lte(max);
}

function due(icms: Item['icms'], base: string, rate: string): ReturnType<typeof amount> {
  return percentage(amount(icms, base), amount(icms, rate));
}

/** The base of the fund; CST 00 has none of its own and uses that of ICMS. */
function ownBase(icms: Item['icms']): string {
  return child(icms, 'vBCFCP') ? 'vBCFCP' : 'vBC';
}

function isZero(icms: Item['icms'], rate: string): boolean {
  return child(icms, rate) !== undefined && amount(icms, rate).isZero();
}

/** Whether the consumer is in another state and pays no ICMS: the fund is then the destination's (NA13). */
function isInterstateConsumerSale(note: Note): boolean {
  return isOneOf(note.ide, 'idDest', '2') && isOneOf(note.ide, 'indFinal', '1') && paysNoIcms(note);
}
