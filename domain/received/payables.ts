import { brasiliaDay } from '../fiscal-time.ts';
import { decimal, money, sum } from '../money.ts';
import type { NoteArrival } from './arrival.ts';

/**
 * One amount that a company owes for a note: due date AAAA-MM-DD, amount as a decimal with two places; the number is null where the note has no
 * duplicatas.
 */
export type AmountOwed = { number: string | null; dueDate: string; amount: string };

/**
 * What the recipient of a note owes its issuer: each duplicata; where there is none, what is not paid at sight, due on the day of issue; for an NFS-e
 * the net value. Nothing is owed for a summary, which does not tell how the note is paid, for a note that is denied or cancelled, and for one that is no sale.
 */
export function payablesOf(note: NoteArrival): AmountOwed[] {
  if (note.status !== 'AUTHORIZED') return [];
  switch (note.schemaType) {
    case 'RES_NFE':
      return [];
    case 'NFSE':
      return whole(note, note.payableValue);
    case 'PROC_NFE':
      return isCharged(note) ? owed(note) : [];
  }
}

/**
 * Whether a note charges its recipient: a sale of the issuer (tpNF 1, finNFe 1) or its complement (2). Returns (4), adjustments (3) and credit notes
 * (5) charge nothing, nor do goods that come in to the issuer (tpNF 0). A debit note (6) is about taxes, and charges only if it has duplicatas.
 */
function isCharged({ operation, purpose, installments }: NoteArrival): boolean {
  if (operation !== 'OUT') return false;
  return purpose === '1' || purpose === '2' || (purpose === '6' && installments.length > 0);
}

function owed(note: NoteArrival): AmountOwed[] {
  const { installments, payment, payableValue } = note;
  if (installments.length > 0) return installments;
  const isPaid = payment.tPag.length > 0 && payment.tPag.every((tPag) => tPag === withoutPayment);
  if (isPaid) return [];
  const atSight = payment.vPag.filter((_, index) => payment.indPag[index] === '0').map((vPag) => decimal(vPag));
  const isWhollyAtSight = payment.indPag.length > 0 && atSight.length === payment.indPag.length;
  return isWhollyAtSight ? [] : whole(note, money(decimal(payableValue).minus(sum(atSight))));
}

/** tPag of a note without payment. */
const withoutPayment = '90';

function whole({ emissionDate }: NoteArrival, amount: string): AmountOwed[] {
  return decimal(amount).isPositive() && !decimal(amount).isZero()
    ? [{ number: null, dueDate: brasiliaDay(emissionDate), amount }]
    : [];
}
