import type { Issuer } from '../../companies/settings.ts';
import { DomainError } from '../../errors.ts';
import { type Fault, refuseAny } from '../../faults.ts';
import { checkIssue } from '../check/issue.ts';
import { checkPlaceOfOperation } from '../check/place-of-operation.ts';
import { checkRecipient } from '../check/recipient.ts';
import { checkSale } from '../check/sale.ts';
import { computeLines, recipientOf } from './lines.ts';
import type { NoteInput } from './note-input.ts';
import { operationOf } from './operation.ts';
import { isTotalKnown, totalOf } from './value-before-taxes.ts';

/** A document before its emission; its issuer is null while the company has no fiscal settings. */
export type Draft = Omit<NoteInput, 'issuer'> & { issuer: Issuer | null };

/**
 * The total of a new document, two decimals: exact where the taxes that are added to it can be ruled out or computed. Where they cannot be
 * resolved yet it is the value before them, and emission tells what is missing.
 *
 * @throws DomainError with what issuer, recipient and moment forbid, which no tax could mend; then with what stands against the sale
 *   (`checkSale`): `validation_error`, and `invalid_duplicates` or `invalid_payments` where they do not add up to an exact total
 */
export function expectedTotal(draft: Draft): string {
  const { issuer, payload, client } = draft;
  if (issuer) refuseAny(checkParties({ ...draft, issuer }));
  const exact = exactTotal(draft);
  const total = exact ?? totalOf(payload);
  refuseAny(checkSale(payload, { recipient: client, total, isExact: exact !== null, date: null }));
  return total;
}

/** What only another sale could mend of its parties. What the recipient's address lacks can be completed until the emission. */
function checkParties(input: NoteInput): Fault[] {
  const recipient = recipientOf(input);
  const operation = operationOf(input.issuer, recipient, input.payload, input.on);
  return [
    ...checkIssue(input),
    ...checkRecipient(recipient, operation),
    ...checkPlaceOfOperation({ payload: input.payload, client: recipient, operation }),
  ];
}

/** Null where taxes may be added and cannot be computed. */
function exactTotal({ issuer, ...draft }: Draft): string | null {
  const { payload, records } = draft;
  if (isTotalKnown(payload, issuer?.settings.taxDefaults ?? {}, records)) return totalOf(payload);
  return issuer && computedTotal({ ...draft, issuer });
}

function computedTotal(input: NoteInput): string | null {
  try {
    return computeLines(input).totals.note;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
