import { child, textOf } from '../xml/element.ts';
import type { Item, Note } from './note.ts';
import { isOneOf, itemRule, noteRule, type Rule } from './rule.ts';

/** Types of credit and debit notes that rules mention (tpNFCredito, tpNFDebito; NT 2025.002, B25.1 and B25.2). */
export const credits = {
  interest: '01',
  zfm: '02',
  refused: '03',
  reduced: '04',
  succession: '05',
  partlyRefused: '06',
};
export const debits = {
  cooperative: '01',
  unprocessed: '03',
  interest: '04',
  succession: '05',
  advance: '06',
  loss: '07',
};

const creditNote = '5';
const debitNote = '6';

/** Whether a note is a credit or debit note, which exists for IBS and CBS only. */
export function isAdjustment({ ide }: Note): boolean {
  return isOneOf(ide, 'finNFe', creditNote, debitNote);
}

export function isCreditNote({ ide }: Note): boolean {
  return textOf(ide, 'finNFe') === creditNote;
}

export function isDebitNote({ ide }: Note): boolean {
  return textOf(ide, 'finNFe') === debitNote;
}

export function isCredit({ ide }: Note, ...types: readonly string[]): boolean {
  return isOneOf(ide, 'tpNFCredito', ...types);
}

export function isDebit({ ide }: Note, ...types: readonly string[]): boolean {
  return isOneOf(ide, 'tpNFDebito', ...types);
}

/** The item of another note that an item refers to (DFeReferenciado). */
export function referenceOf({ det }: Item): { chNFe: string; nItem: string | undefined } | undefined {
  const reference = child(det, 'DFeReferenciado');
  return reference && { chNFe: textOf(reference, 'chaveAcesso') ?? '', nItem: textOf(reference, 'nItem') };
}

const presumedCreditSince = '2029';
const paymentReceived = '2';

/** Taxes that a credit or debit note must not have beside IBS and CBS (B25-80). */
const otherTaxes = ['ICMS', 'ISSQN', 'IPI', 'II', 'PIS', 'PISST', 'COFINS', 'COFINSST', 'ICMSUFDest'];
const ofAdvances = ['IPI'];
const ofAdvancesIn2026 = ['PIS', 'PISST', 'COFINS', 'COFINSST'];

/** Debit and credit notes: their types, direction and taxes (NT 2025.002 v1.52, group B25). */
export const purposeRules: readonly Rule[] = [
  itemRule(1001, 'B25-80', (item, note) => isForReformOnly(note) && carriesOthers(item, note)),
  itemRule(
    1002,
    'B25-90',
    ({ taxes }, note) =>
      !isAdjustment(note) &&
      !isPaymentReceived(note) &&
      child(note.emit, 'IE') !== undefined &&
      child(taxes, 'ICMS') === undefined &&
      child(taxes, 'ISSQN') === undefined,
  ),
  noteRule(1161, 'B25-110', (note) => isCreditNote(note) && textOf(note.ide, 'tpNF') !== '0'),
  noteRule(1162, 'B25-120', (note) => isDebitNote(note) && textOf(note.ide, 'tpNF') !== '1'),
  noteRule(1139, 'B25.1-10', (note) => !isDebitNote(note) && child(note.ide, 'tpNFDebito') !== undefined),
  noteRule(1009, 'B25.1-20', (note) => isDebitNote(note) && child(note.ide, 'tpNFDebito') === undefined),
  noteRule(1163, 'B25.2-10', (note) => !isCreditNote(note) && child(note.ide, 'tpNFCredito') !== undefined),
  noteRule(1164, 'B25.2-20', (note) => isCreditNote(note) && child(note.ide, 'tpNFCredito') === undefined),
  noteRule(
    1145,
    'B25.2-30',
    (note) => isCredit(note, credits.zfm) && (textOf(note.ide, 'dhEmi') ?? '').slice(0, 4) < presumedCreditSince,
  ),
  noteRule(
    1152,
    'B25.2-40',
    (note) => isCredit(note, credits.refused, credits.partlyRefused) && textOf(note.ide, 'tpNF') !== '0',
  ),
];

/** Whether the note may have IBS and CBS alone. Notes about refused, reduced or lost goods keep the taxes that the goods had. */
function isForReformOnly(note: Note): boolean {
  if (isCredit(note, credits.refused, credits.reduced, credits.partlyRefused) || isDebit(note, debits.loss))
    return false;
  return isAdjustment(note) || isPaymentReceived(note);
}

function carriesOthers({ taxes, det }: Item, note: Note): boolean {
  const allowed = isDebit(note, debits.advance)
    ? [...ofAdvances, ...(textOf(note.ide, 'dhEmi')?.startsWith('2026') ? ofAdvancesIn2026 : [])]
    : [];
  const carried = otherTaxes.filter((name) => !allowed.includes(name) && child(taxes, name) !== undefined);
  return carried.length > 0 || child(det, 'impostoDevol') !== undefined;
}

/**
 * Whether the note is about a public body's payment for what another note delivered: such a note has IBS and CBS alone (NT 2025.002,
 * B25-80, Q01-20, S01-20).
 */
export function isPaymentReceived({ ide }: Note): boolean {
  return textOf(ide, 'gCompraGov', 'tpOperGov') === paymentReceived;
}
