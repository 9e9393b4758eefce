import { child, textOf } from '../xml/element.ts';
import { credits, debits, isAdjustment, isCredit, isCreditNote, isDebit, isDebitNote } from './adjustment.ts';
import type { Item, Note } from './note.ts';
import type { Rule } from './rule.ts';
import { itemRule, noteRule } from './rule.ts';

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

/** False for goods that are returned or lost, which keep the taxes that they had. */
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

function isPaymentReceived({ ide }: Note): boolean {
  return textOf(ide, 'gCompraGov', 'tpOperGov') === paymentReceived;
}
