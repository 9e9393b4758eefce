import type { Decimal } from 'decimal.js';
import table from '../../tables/t-pag.json' with { type: 'json' };
import { timestamp } from '../clock.ts';
import { child, children, type Element, textOf } from '../xml/element.ts';
import { amount, sum } from './amount.ts';
import { issuedOn, type Note } from './note.ts';
import { has, wrongCnpjIn } from './party.ts';
import {
  chosenByState,
  isForConsumers,
  isNfce,
  isNfe,
  isOneOf,
  noteRule,
  occurrenceRule,
  onlyIf,
  type Rule,
  type RuleContext,
} from './rule.ts';

const none = '90';
const later = '91';
const tradeBill = '14';
const others = '99';
/** finNFe of notes without payment: adjustment (NF-e de ajuste), return, credit note and debit note. */
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

/** A rule about each payment; the answer names the first one that breaks it. */
function paymentRule(
  cStat: number,
  id: string,
  breaks: (payment: Element, note: Note, context: RuleContext) => boolean,
): Rule {
  return occurrenceRule(cStat, id, payments, (one, { note, context }) => breaks(one, note, context));
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

/** Whether everything is paid with the note; otherwise exception 2 of rule YA03-10 applies. */
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

const integrated = '1';
const standalone = '2';
/** tPag of credit card, debit card and dynamic PIX, which need the group in consumer notes. */
const needCard = ['03', '04', '17'];
/** tPag that may have the group. */
const mayHaveCard = ['03', '04', '10', '11', '12', '13', '15', '17', '18'];

/** Group YA04: cards, and what else is paid electronically (NT 2020.006 v1.31, NT 2023.004 v1.20, NT 2025.001 v1.03). */
export const cardRules: readonly Rule[] = [
  // For model 55 this rule is put off without a date (NT 2025.001 v1.02).
  ...onlyIf(isNfce, [
    paymentRule(391, 'YA04-10', (one) => isOneOf(one, 'tPag', ...needCard) && child(one, 'card') === undefined),
  ]),
  paymentRule(963, 'YA04-20', (one) => !isOneOf(one, 'tPag', ...mayHaveCard) && child(one, 'card') !== undefined),
  paymentRule(
    737,
    'YA04a-20',
    (one, note, context) =>
      textOf(one, 'card', 'tpIntegra') === standalone && chosenByState('integratedCards', note, context),
  ),
  paymentRule(392, 'YA05-10', (one) => {
    const card = child(one, 'card');
    return textOf(card, 'tpIntegra') === integrated && !(has(card, 'CNPJ') && has(card, 'cAut'));
  }),
  paymentRule(437, 'YA05-20', (one) => wrongCnpjIn(child(one, 'card'), 'CNPJ')),
  paymentRule(443, 'YA06-10', (one) => {
    const brand = textOf(one, 'card', 'tBand');
    return brand !== undefined && !isKnownBrand(brand);
  }),
  paymentRule(796, 'YA07a', (one) => wrongCnpjIn(child(one, 'card'), 'CNPJReceb')),
];

const means: Readonly<Record<string, { from: string } | undefined>> = table.tPag;
const brands: Readonly<Record<string, string | undefined>> = table.tBand;

/** Whether a means of payment (tPag) is in the table of IT 2024.002 on the day of issue. */
function isKnownMeans(code: string, note: Note): boolean {
  const since = means[code]?.from;
  return since !== undefined && since <= issuedOn(note);
}

/** Whether a card brand (tBand) is in the table of the portal. */
function isKnownBrand(code: string): boolean {
  return brands[code] !== undefined;
}

const longestYears = 10;

/** Group Y: invoice and installments (MOC 7.0 Anexo I; NT 2025.001 v1.03). */
export const billingRules: readonly Rule[] = [
  ...onlyIf(isForConsumers, [noteRule(760, 'Y01-10', (note) => billing(note) !== undefined)]),
  noteRule(905, 'Y01-20', (note) => instalments(note).length > 0 && child(billing(note), 'fat', 'vLiq') === undefined),
  noteRule(901, 'Y05-10', (note) => invoice(note, 'vDesc').gt(invoice(note, 'vOrig'))),
  noteRule(902, 'Y06-10', (note) => {
    const net = invoice(note, 'vOrig').minus(invoice(note, 'vDesc'));
    return child(billing(note), 'fat', 'vLiq') !== undefined && !invoice(note, 'vLiq').eq(net);
  }),
  noteRule(853, 'Y07-10', (note) => instalments(note).length > 0 && payments(note).every(isAtOnce)),
  occurrenceRule(852, 'Y08-10', instalments, (one, { index }) => textOf(one, 'nDup') !== numbered(index)),
  occurrenceRule(900, 'Y09-20', instalments, (one, { note }) => dueOn(one) < issuedOn(note)),
  occurrenceRule(850, 'Y09-30', instalments, (one, { index, all }) => {
    const before = all[index - 1];
    return dueOn(one) === '' || (before !== undefined && dueOn(one) < dueOn(before));
  }),
  ...onlyIf(isNfe, [
    noteRule(853, 'Y09-40', (note) => {
      const [only, ...others] = instalments(note);
      return only !== undefined && others.length === 0 && dueOn(only) === issuedOn(note);
    }),
    occurrenceRule(797, 'Y09-50', instalments, (one, { context }) => dueOn(one) > tenYearsAfter(context.at)),
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
