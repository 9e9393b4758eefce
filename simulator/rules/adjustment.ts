import { child, textOf } from '../xml/element.ts';
import type { Item, Note } from './note.ts';
import { isOneOf } from './rule.ts';

/** Types of credit and debit notes that rules name (tpNFCredito, tpNFDebito; NT 2025.002, B25.1 and B25.2). */
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

/** The other document that an item refers to. */
export function referenceOf({ det }: Item): { chNFe: string; nItem: string | undefined } | undefined {
  const reference = child(det, 'DFeReferenciado');
  return reference && { chNFe: textOf(reference, 'chaveAcesso') ?? '', nItem: textOf(reference, 'nItem') };
}
