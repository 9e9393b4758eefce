import type { DocumentEvent } from './document-event.entity.ts';

type Letter = Pick<DocumentEvent, 'status' | 'sequence' | 'correction' | 'cStat'>;

/** What to do about a requested correction, given the letters that a document has. */
export type NextLetter<Known> =
  /** The last letter has the same text: the request means that one. */
  | { kind: 'find'; letter: Known }
  /** Another letter is under way; the next one gets its sequence when that has ended. */
  | { kind: 'wait'; letter: Known }
  /** Make a letter of this sequence, in the place of a refused one where there is one. */
  | { kind: 'make'; sequence: number; refused: Known | undefined };

/** Duplicidade de evento: under this sequence the authority has a letter that is not ours. */
const takenByAnother = '573';

/** @param letters all those of the document, in the order of their sequence */
export function nextLetter<Known extends Letter>(letters: Known[], correction: string): NextLetter<Known> {
  const last = letters.findLast(({ status }) => status !== 'REJECTED');
  if (last?.correction === correction) return { kind: 'find', letter: last };
  if (last?.status === 'PENDING') return { kind: 'wait', letter: last };
  const spent = letters.findLast(({ status, cStat }) => status !== 'REJECTED' || cStat === takenByAnother);
  const sequence = (spent?.sequence ?? 0) + 1;
  return { kind: 'make', sequence, refused: letters.find((letter) => letter.sequence === sequence) };
}
