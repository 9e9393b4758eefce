import type { Document } from './document.entity.ts';

/** What is there of a note that was issued in contingency. */
export type ContingencyIssue = {
  /** The signed note of the present attempt. */
  isSigned: boolean;
  /** Its EPEC, without which its DANFE is worth nothing, is registered. */
  isAnnounced: boolean;
};

/**
 * Whether the paper of a document may be given out: once it is authorized; before that, that of a note that is transmitted later, also when the
 * authority then rejected it, because the customer has it.
 */
export function isPrintable(
  { status, contingencyMode }: Pick<Document, 'status' | 'contingencyMode'>,
  { isSigned, isAnnounced }: ContingencyIssue,
): boolean {
  if (status === 'AUTHORIZED' || status === 'CANCELLED') return true;
  const isOut = contingencyMode === 'OFFLINE' || (contingencyMode === 'EPEC' && isAnnounced);
  return isOut && (status === 'REJECTED' || (status === 'PROCESSING' && isSigned));
}
