import type { DocumentEvent } from './document-event.entity.ts';

type Letter = Pick<DocumentEvent, 'status' | 'sequence' | 'correction' | 'cStat'>;

/** What a correction comes to, beside the letters that a document has. */
export type NextLetter<Known> =
  /** The last letter says just this: it is that one. */
  | { kind: 'find'; letter: Known }
  /** Another letter is under way; the next one gets its sequence when that has ended. */
  | { kind: 'wait'; letter: Known }
  /** A letter of this sequence, in the place of one that was refused where there is one. */
  | { kind: 'make'; sequence: number; refused: Known | undefined };

/** Duplicidade de evento: the authority holds another letter, not of ours, under this sequence. */
const takenByAnother = '573';

/** @param letters all of the document, in the order of their sequence */
export function nextLetter<Known extends Letter>(letters: Known[], correction: string): NextLetter<Known> {
  const last = letters.findLast(({ status }) => status !== 'REJECTED');
  if (last?.correction === correction) return { kind: 'find', letter: last };
  if (last?.status === 'PENDING') return { kind: 'wait', letter: last };
  const spent = letters.findLast(({ status, cStat }) => status !== 'REJECTED' || cStat === takenByAnother);
  const sequence = (spent?.sequence ?? 0) + 1;
  return { kind: 'make', sequence, refused: letters.find((letter) => letter.sequence === sequence) };
}
