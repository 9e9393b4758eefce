import type { Decimal } from 'decimal.js';
import { timestamp } from '../clock.ts';
import type { Element } from '../xml/element.ts';
import { child, children, textOf } from '../xml/element.ts';
import { amount, sum } from './amount.ts';
import type { Note } from './note.ts';
import { issuedOn } from './note.ts';
import { payments } from './payments.ts';
import type { Rule } from './rule.ts';
import { isNfce, isNfe, noteRule, onlyIf } from './rule.ts';

const longestYears = 10;

/** Group Y: invoice and installments (MOC 7.0 Anexo I; NT 2025.001 v1.03). */
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
  ...onlyIf(isNfe, [
    noteRule(853, 'Y09-40', (note) => {
      const [only, ...others] = instalments(note);
      return only !== undefined && others.length === 0 && dueOn(only) === issuedOn(note);
    }),
    {
      cStat: 797,
      id: 'Y09-50',
      broken(note, { at }) {
        const found = instalments(note).findIndex((one) => dueOn(one) > tenYearsAfter(at));
        return found < 0 ? undefined : { nOcor: found + 1 };
      },
    },
  ]),
  noteRule(
    851,
    'Y10-10',
    (note) =>
      instalments(note).length > 0 &&
      !sum(instalments(note).map((one) => amount(one, 'vDup'))).eq(invoice(note, 'vLiq')),
  ),
];

function isAtOnce(payment: Element): boolean {
  return textOf(payment, 'indPag') === '0';
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

function numbered(index: number): string {
  return String(index + 1).padStart(3, '0');
}

function tenYearsAfter(at: Date): string {
  const today = timestamp(at);
  return `${Number(today.slice(0, 4)) + longestYears}${today.slice(4, 10)}`;
}
