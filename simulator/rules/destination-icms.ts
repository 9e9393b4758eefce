import table from '../../tables/fcp.json' with { type: 'json' };
import { accessKey } from '../identifiers.ts';
import { child, children, textOf } from '../xml/element.ts';
import { referenceOf } from './adjustment.ts';
import { amount, near } from './amount.ts';
import { cfopOf, operationOf } from './cfop.ts';
import { isOfPetroleum } from './fuels.ts';
import { interstateRate, isImported, percentage } from './icms.ts';
import type { Item, Note } from './note.ts';
import { paysNoIcms } from './party.ts';
import { goodsGoAnotherWay, placesOf } from './places.ts';
import { isNfe, isOneOf, itemRule, onlyIf, type Rule } from './rule.ts';
import { hasNoRegistration } from './unregistered.ts';

/** Group NA: the difference of rates (DIFAL), due to the state of a final consumer who pays no ICMS. */
export const destinationIcmsRules: readonly Rule[] = onlyIf(isNfe, [
  itemRule(694, 'NA01-20', (item, note) => isDue(note) && !isExempt(item, note) && group(item) === undefined),
  itemRule(695, 'NA01-30', (item, note) => group(item) !== undefined && isUndue(item, note)),
  itemRule(697, 'NA09-10', (item) => group(item) !== undefined && isImported(item.icms) !== rate(item).eq(4)),
  itemRule(
    698,
    'NA09-30',
    (item, note) =>
      group(item) !== undefined &&
      !goodsGoAnotherWay(note) &&
      !rate(item).eq(4) &&
      !rate(item).eq(interstateRate(note)),
  ),
  itemRule(699, 'NA11-10', (item) => group(item) !== undefined && !amount(group(item), 'pICMSInterPart').eq(100)),
  itemRule(793, 'NA13-10', (item) => {
    const base = child(group(item), 'vBCFCPUFDest') ? 'vBCFCPUFDest' : 'vBCUFDest';
    const due = percentage(amount(group(item), base), amount(group(item), 'pFCPUFDest'));
    return !near(due, amount(group(item), 'vFCPUFDest'));
  }),
  itemRule(815, 'NA15-10', (item) => {
    const difference = amount(group(item), 'pICMSUFDest').minus(rate(item));
    return !near(percentage(amount(group(item), 'vBCUFDest'), difference), amount(group(item), 'vICMSUFDest'));
  }),
  itemRule(816, 'NA17-10', (item) => {
    const difference = amount(group(item), 'pICMSUFDest').minus(rate(item));
    const whole = percentage(amount(group(item), 'vBCUFDest'), difference);
    const kept = whole.minus(percentage(whole, amount(group(item), 'pICMSInterPart')));
    return group(item) !== undefined && !near(kept, amount(group(item), 'vICMSUFRemet'));
  }),
]);

function group({ taxes }: Item): ReturnType<typeof child> {
  return child(taxes, 'ICMSUFDest');
}

function rate(item: Item): ReturnType<typeof amount> {
  return amount(group(item), 'pICMSInter');
}

function isDue(note: Note): boolean {
  return isOneOf(note.ide, 'tpNF', '1') && isWithConsumerAfar(note);
}

/** Whether an item must not have the group. An incoming note may have it: it shows what is given back. */
function isUndue(item: Item, note: Note): boolean {
  const { delivery, issuer } = placesOf(note);
  const isGoods = child(item.taxes, 'ISSQN') === undefined && !isOfPetroleum(item);
  return !(isWithConsumerAfar(note) && isGoods) && (delivery ?? issuer) === issuer;
}

function isWithConsumerAfar(note: Note): boolean {
  return isOneOf(note.ide, 'idDest', '2') && isOneOf(note.ide, 'indFinal', '1') && paysNoIcms(note);
}

const simples = ['1', '4'];
const otherPurposes = ['2', '3', '5', '6'];
const exemptOperations = ['6552', '6922', '6929'];
const untaxed = { CST: ['40', '41'], CSOSN: ['103', '300', '400'] };
/** Month (AAMM) of the first notes that could have the group. */
const groupSince = '1601';
const paymentReceived = '2';
/** Whether an item needs no group although it is sold to a final consumer of another state (NA01-20; NT 2025.002 v1.34). */
function isExempt(item: Item, note: Note): boolean {
  return isExemptNote(note) || isExemptItem(item, note);
}

/**
 * Whether the note needs no group. An issuer without a state registration must not have it (N01-10, NT 2026.007), although no text exempts
 * him from this rule.
 */
function isExemptNote(note: Note): boolean {
  const { emit, ide } = note;
  const { delivery, issuer } = placesOf(note);
  return (
    hasNoRegistration(note) ||
    isOneOf(emit, 'CRT', ...simples) ||
    isOneOf(ide, 'finNFe', ...otherPurposes) ||
    textOf(ide, 'gCompraGov', 'tpOperGov') === paymentReceived ||
    delivery === issuer ||
    returnsOldGoods(note)
  );
}

function isExemptItem(item: Item, note: Note): boolean {
  const { taxes, icms } = item;
  const operation = operationOf(item, note);
  return (
    child(taxes, 'ISSQN') !== undefined ||
    icms?.name === 'ICMSPart' ||
    isOfPetroleum(item) ||
    isOneOf(icms, 'CST', ...untaxed.CST) ||
    isOneOf(icms, 'CSOSN', ...untaxed.CSOSN) ||
    operation?.comesBack === true ||
    operation?.remittance === true ||
    exemptOperations.includes(cfopOf(item))
  );
}

/** Whether the note returns goods of a note older than the group. */
function returnsOldGoods({ ide, items }: Note): boolean {
  const whole = children(ide, 'NFref').map((one) => textOf(one, 'refNFe') ?? '');
  const byItem = items.map((item) => referenceOf(item)?.chNFe ?? '');
  return (
    isOneOf(ide, 'finNFe', '4') &&
    [...whole, ...byItem].some((key) => (accessKey(key)?.month ?? groupSince) < groupSince)
  );
}

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
  itemRule(876, 'N17c-20', ({ icms }, note) => isWithConsumerAfar(note) && child(icms, 'vFCP') !== undefined),
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
