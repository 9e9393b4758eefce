import type { Issuer } from '../companies/settings.ts';
import { DomainError } from '../errors.ts';
import { refuseAny } from '../taxation/fault.ts';
import { checkAmounts } from './check-amounts.ts';
import { computeLines, type NoteInput } from './compute-lines.ts';
import { checkIssue } from './issue-check.ts';
import { isTotalKnown, totalOf } from './total.ts';

/** A document before its emission; its issuer is null while the company has no fiscal settings. */
export type Draft = Omit<NoteInput, 'issuer'> & { issuer: Issuer | null };

/**
 * What a new document is worth, two decimals: exact where taxes that are added to it can be ruled out or computed. Where they cannot be
 * resolved yet it is the value before them, and emission tells what is missing.
 *
 * @throws DomainError `invalid_duplicates` or `invalid_payments` where they do not add up to a total that is exact; and with what
 *   issuer, recipient and moment forbid (`checkIssue`), which no tax could mend
 */
export function expectedTotal(draft: Draft): string {
  const { issuer, ...asked } = draft;
  if (issuer) refuseAny(checkIssue({ ...asked, issuer }));
  const total = exactTotal(draft);
  if (total === null) return totalOf(draft.payload);
  refuseAny(checkAmounts(draft.payload, total));
  return total;
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
