import type { Decimal } from 'decimal.js';
import type { Element } from '../xml/element.ts';
import { child, children, textOf } from '../xml/element.ts';
import { amount, sum } from './amount.ts';
import type { Note } from './note.ts';
import type { Rule } from './rule.ts';
import { isNfce, isNfe, isOneOf, noteRule, onlyIf } from './rule.ts';

const none = '90';
/** NF-e de ajuste, return, credit note and debit note, which have no payment. */
const unpaidPurposes = ['3', '4', '5', '6'];

/** Group YA: how the note is paid. */
export const paymentRules: readonly Rule[] = [
  noteRule(871, 'YA02-04', (note) => isNfe(note) && isOneOf(note.ide, 'finNFe', ...unpaidPurposes) && !isUnpaid(note)),
  noteRule(857, 'YA02-10', (note) => methods(note).includes('14')),
  ...onlyIf(isNfce, [noteRule(899, 'YA02-40', isUnpaid)]),
  noteRule(865, 'YA03-10', (note) => isPaidFor(note) && paid(note).lt(total(note))),
  noteRule(866, 'YA03-20', (note) => isPaidFor(note) && paid(note).gt(total(note)) && change(note) === undefined),
  noteRule(904, 'YA03-30', (note) =>
    payments(note).some((one) => textOf(one, 'tPag') === none && amount(one, 'vPag').gt(0)),
  ),
  noteRule(
    869,
    'YA09-10',
    (note) => change(note) !== undefined && !amount(note.payment, 'vTroco').eq(paid(note).minus(total(note))),
  ),
];

/** Group Y: invoice and installments. */
export const billingRules: readonly Rule[] = [
  ...onlyIf(isNfce, [noteRule(760, 'Y01-10', (note) => billing(note) !== undefined)]),
  noteRule(905, 'Y01-20', (note) => instalments(note).length > 0 && child(billing(note), 'fat', 'vLiq') === undefined),
  noteRule(901, 'Y05-10', (note) => invoice(note, 'vDesc').gt(invoice(note, 'vOrig'))),
  noteRule(902, 'Y06-10', (note) => {
    const net = invoice(note, 'vOrig').minus(invoice(note, 'vDesc'));
    return child(billing(note), 'fat', 'vLiq') !== undefined && !invoice(note, 'vLiq').eq(net);
  }),
  noteRule(853, 'Y07-10', (note) => instalments(note).length > 0 && payments(note).every(isAtOnce)),
  noteRule(852, 'Y08-10', (note) => instalments(note).some((one, index) => textOf(one, 'nDup') !== numbered(index))),
  noteRule(900, 'Y09-20', (note) => instalments(note).some((one) => dueOn(one) < issuedOn(note))),
  noteRule(850, 'Y09-30', (note) => {
    const dates = instalments(note).map(dueOn);
    return dates.some((date, index) => date === '' || date < (dates[index - 1] ?? ''));
  }),
  noteRule(
    851,
    'Y10-10',
    (note) =>
      instalments(note).length > 0 &&
      !sum(instalments(note).map((one) => amount(one, 'vDup'))).eq(invoice(note, 'vLiq')),
  ),
];

function payments({ payment }: Note): Element[] {
  return children(payment, 'detPag');
}

function methods(note: Note): string[] {
  return payments(note).map((one) => textOf(one, 'tPag') ?? '');
}

function isUnpaid(note: Note): boolean {
  return methods(note).every((method) => method === none);
}

function isPaidFor(note: Note): boolean {
  return !isUnpaid(note) && isOneOf(note.ide, 'finNFe', '1', '2');
}

function isAtOnce(payment: Element): boolean {
  return textOf(payment, 'indPag') === '0';
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

function billing({ infNFe }: Note): Element | undefined {
  return child(infNFe, 'cobr');
}

function invoice(note: Note, name: string): Decimal {
  return amount(billing(note), 'fat', name);
}

function instalments(note: Note): Element[] {
  return children(billing(note), 'dup');
}

function dueOn(instalment: Element): string {
  return textOf(instalment, 'dVenc') ?? '';
}

function issuedOn({ ide }: Note): string {
  return (textOf(ide, 'dhEmi') ?? '').slice(0, 10);
}

function numbered(index: number): string {
  return String(index + 1).padStart(3, '0');
}
