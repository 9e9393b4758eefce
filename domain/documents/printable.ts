import type { Document } from './document.entity.ts';

/** What exists of a note that is issued in contingency. */
export type ContingencyIssue = {
  /** Whether the note of the present attempt is signed. */
  isSigned: boolean;
  /** Whether its EPEC is registered, without which its DANFE is not valid. */
  isAnnounced: boolean;
};

/**
 * Whether a document may be printed: once it is authorized; before that, only a note that is transmitted later, even if the authority then rejects
 * it, because the customer already has its paper.
 */
export function isPrintable(
  { status, contingencyMode }: Pick<Document, 'status' | 'contingencyMode'>,
  { isSigned, isAnnounced }: ContingencyIssue,
): boolean {
  if (status === 'AUTHORIZED' || status === 'CANCELLED') return true;
  const isOut = contingencyMode === 'OFFLINE' || (contingencyMode === 'EPEC' && isAnnounced);
  return isOut && (status === 'REJECTED' || (status === 'PROCESSING' && isSigned));
}
