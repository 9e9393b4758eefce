import type { Decimal } from 'decimal.js';
import { timestamp } from '../clock.ts';
import type { Element } from '../xml/element.ts';
import { child, children, textOf } from '../xml/element.ts';
import { amount, sum } from './amount.ts';
import type { Note } from './note.ts';
import { wrongCnpjIn } from './party.ts';
import { isKnownMeans } from './payment-means.ts';
import type { Rule, RuleContext } from './rule.ts';
import { isNfce, isNfe, isOneOf, noteRule, onlyIf } from './rule.ts';

const none = '90';
const later = '91';
const tradeBill = '14';
const others = '99';
/** NF-e de ajuste, return, credit note and debit note, which have no payment. */
const unpaidPurposes = ['3', '4', '5', '6'];
/** Highest change, in BRL (YA09-20, NT 2023.004 v1.20). */
const highestChange = 300_000;

/** Group YA: how the note is paid (MOC 7.0 Anexo I; NT 2020.006 v1.31, NT 2023.004 v1.20, NT 2025.001 v1.03). */
export const paymentRules: readonly Rule[] = [
  noteRule(871, 'YA02-04', (note) => isNfe(note) && isOneOf(note.ide, 'finNFe', ...unpaidPurposes) && !isUnpaid(note)),
  ...onlyIf(isNfce, [
    noteRule(857, 'YA02-10', (note) => methods(note).includes(tradeBill)),
    noteRule(899, 'YA02-40', isUnpaid),
  ]),
  noteRule(436, 'YA02-60', (note) => methods(note).some((method) => !isKnownMeans(method, note))),
  noteRule(441, 'YA02a-10', (note) => payments(note).some((one) => isOther(one) && child(one, 'xPag') === undefined)),
  noteRule(442, 'YA02a-20', (note) => payments(note).some((one) => !isOther(one) && child(one, 'xPag') !== undefined)),
  paymentRule(657, 'YA03a-10', (one, _note, { at }) => (textOf(one, 'dPag') ?? '') > timestamp(at).slice(0, 10)),
  paymentRule(961, 'YA03c-10', (one) => wrongCnpjIn(one, 'CNPJPag')),
  noteRule(865, 'YA03-10', (note) => isPaidNow(note) && paid(note).lt(total(note))),
  noteRule(866, 'YA03-20', (note) => isPaidFor(note) && paid(note).gt(total(note)) && change(note) === undefined),
  noteRule(904, 'YA03-30', (note) =>
    payments(note).some((one) => isOneOf(one, 'tPag', none, later) && !amount(one, 'vPag').isZero()),
  ),
];

/** Group YA, after the cards: the change. */
export const changeRules: readonly Rule[] = [
  noteRule(
    869,
    'YA09-10',
    (note) => change(note) !== undefined && !amount(note.payment, 'vTroco').eq(paid(note).minus(total(note))),
  ),
  noteRule(965, 'YA09-20', ({ payment }) => amount(payment, 'vTroco').gt(highestChange)),
];

/** A rule about each payment; the first one that breaks it is named in the answer. */
export function paymentRule(
  cStat: number,
  id: string,
  breaks: (payment: Element, note: Note, context: RuleContext) => boolean,
): Rule {
  return {
    cStat,
    id,
    broken(note, context) {
      const found = payments(note).findIndex((one) => breaks(one, note, context));
      return found < 0 ? undefined : { nOcor: found + 1 };
    },
  };
}

export function payments({ payment }: Note): Element[] {
  return children(payment, 'detPag');
}

function methods(note: Note): string[] {
  return payments(note).map((one) => textOf(one, 'tPag') ?? '');
}

function isOther(payment: Element): boolean {
  return textOf(payment, 'tPag') === others;
}

function isUnpaid(note: Note): boolean {
  return methods(note).every((method) => method === none);
}

function isPaidFor(note: Note): boolean {
  return !isUnpaid(note) && isOneOf(note.ide, 'finNFe', '1', '2');
}

/** Exception 2 of rule YA03-10: nothing, or not everything, is paid with the note. */
function isPaidNow(note: Note): boolean {
  return isPaidFor(note) && !methods(note).some((method) => method === none || method === later);
}

function paid(note: Note): Decimal {
  return sum(payments(note).map((one) => amount(one, 'vPag')));
}

function total({ icmsTotal }: Note): Decimal {
  return amount(icmsTotal, 'vNF');
}

function change({ payment }: Note): Element | undefined {
  return child(payment, 'vTroco');
}
