import { Decimal } from 'decimal.js';
import { child, children, type Element, textOf } from '../../xml/element.ts';
import { amount, sum } from '../amount.ts';
import { issuedOn, type Item, type Note } from '../note.ts';
import { isNfe, itemRule, noteRule, onlyIf, type Rule } from '../rule.ts';
import { situationOf } from './classification.ts';

const toBePaid = '1';
const paymentOfSupply = '2';
const alreadyPaid = '3';
const paymentBefore = '4';
const union = '1';
/** tpEnteGov of states and of the Federal District. */
const statewide = ['2', '3'];
const sumTolerance = new Decimal('0.04');

const groups = ['gIBSUF', 'gIBSMun', 'gCBS'] as const;
export type TaxGroup = (typeof groups)[number];
const nominal = { gIBSUF: 'pIBSUF', gIBSMun: 'pIBSMun', gCBS: 'pCBS' } as const;

/**
 * Group BB: a purchase by a public body has one note of the supply and one of the payment; which of them must refer to the other (NT
 * 2025.002 v1.40).
 */
export const governmentPurchaseRules: readonly Rule[] = onlyIf(isNfe, [
  noteRule(1195, 'BB05-10', (note) => isKind(note, toBePaid) && earlier(note) > 0),
  noteRule(1196, 'BB05-20', (note) => isKind(note, paymentOfSupply) && earlier(note) === 0),
  noteRule(1197, 'BB05-30', (note) => isKind(note, paymentOfSupply) && earlier(note) > 1),
  noteRule(1198, 'BB05-40', (note) => isKind(note, alreadyPaid) && earlier(note) === 0),
  noteRule(1199, 'BB05-50', (note) => isKind(note, paymentBefore) && earlier(note) > 0),
]);

/** Group UB82a: what each public entity would get of an item's tax; from 2027 on nobody but the buyer gets anything (BB02-10). */
export const governmentCompositionRules: readonly Rule[] = onlyIf(isNfe, [
  itemRule(1008, 'BB02-10', (item, note) => isRedistributed(note) && othersGetSomething(item, note)),
  itemRule(
    1141,
    'UB82a-10',
    (item, note) =>
      purchaseOf(note) !== undefined &&
      situationOf(item)?.gIBSCBS === true &&
      child(item.ibsCbs, 'gIBSCBS') !== undefined &&
      compositionOf(item) === undefined,
  ),
  itemRule(1142, 'UB82a-20', (item) => compositionOf(item) !== undefined && differs(item)),
  itemRule(1144, 'UB82a-30', (item, note) => purchaseOf(note) === undefined && compositionOf(item) !== undefined),
]);

/**
 * pAliqEfet of a sale to a public body: rate × (1 − reduction) × (1 − reduction for the buyer), to four places (UB28-10). From 2027 on the
 * buyer also gets what is due to the others (LC 214/2025 art. 473; consortia and the committee count as municipalities, by Receita's
 * calculator).
 */
export function rateForBuyer(group: TaxGroup, item: Item, note: Note): Decimal {
  if (!isRedistributed(note)) return own(group, item, note);
  const kind = textOf(purchaseOf(note), 'tpEnteGov') ?? '';
  const all = (wanted: readonly TaxGroup[]): Decimal => sum(wanted.map((one) => own(one, item, note)));
  if (kind === union) return group === 'gCBS' ? all(groups) : new Decimal(0);
  if (group === 'gCBS') return own(group, item, note);
  return group === taker(kind) ? all(['gIBSUF', 'gIBSMun']) : new Decimal(0);
}

function taker(kind: string): TaxGroup {
  return statewide.includes(kind) ? 'gIBSUF' : 'gIBSMun';
}

function own(group: TaxGroup, { ibsCbs }: Item, note: Note): Decimal {
  const tax = child(ibsCbs, 'gIBSCBS', group);
  const left = (percent: Decimal): Decimal => new Decimal(100).minus(percent).div(100);
  return amount(tax, nominal[group])
    .times(left(amount(tax, 'gRed', 'pRedAliq')))
    .times(left(amount(purchaseOf(note), 'pRedutor')))
    .toDecimalPlaces(4, Decimal.ROUND_HALF_UP);
}

function othersGetSomething({ ibsCbs }: Item, note: Note): boolean {
  const kind = textOf(purchaseOf(note), 'tpEnteGov') ?? '';
  const others: readonly TaxGroup[] =
    kind === union ? ['gIBSUF', 'gIBSMun'] : [taker(kind) === 'gIBSUF' ? 'gIBSMun' : 'gIBSUF'];
  return others.some((group) => amount(ibsCbs, 'gIBSCBS', group, 'gRed', 'pAliqEfet').gt(0));
}

function differs({ ibsCbs }: Item): boolean {
  const main = child(ibsCbs, 'gIBSCBS');
  const shown = sum(['vTribIBSUF', 'vTribIBSMun', 'vTribCBS'].map((name) => amount(main, 'gTribCompraGov', name)));
  const due = sum([amount(main, 'gIBSUF', 'vIBSUF'), amount(main, 'gIBSMun', 'vIBSMun'), amount(main, 'gCBS', 'vCBS')]);
  return shown.minus(due).abs().gt(sumTolerance);
}

function isRedistributed(note: Note): boolean {
  return purchaseOf(note) !== undefined && issuedOn(note) >= '2027';
}

function isKind(note: Note, kind: string): boolean {
  return textOf(purchaseOf(note), 'tpOperGov') === kind;
}

function earlier(note: Note): number {
  return children(purchaseOf(note), 'refDFeAnt').length;
}

function purchaseOf({ ide }: Note): Element | undefined {
  return child(ide, 'gCompraGov');
}

function compositionOf({ ibsCbs }: Item): Element | undefined {
  return child(ibsCbs, 'gIBSCBS', 'gTribCompraGov');
}
