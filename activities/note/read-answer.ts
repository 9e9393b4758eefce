import type { Outcome } from '../../domain/conversation/outcome.ts';
import type { AuthorityAmounts } from '../../domain/documents/computed-service.ts';
import type { Authorization } from '../../domain/documents/document.entity.ts';

/** What an answer says about one note, whatever the message and the authority were. */
export type ReadAnswer = {
  cStat: string;
  xMotivo: string;
  /** What follows; `mismatch`: the authority holds another content under our name for it. `again`: go on with the next step. */
  says: Exclude<Outcome['kind'], 'wait'> | 'mismatch' | 'again' | 'paused' | 'processing' | 'unanswered';
  /** What the authority authorized, and under which key; null where the answer is about no note. */
  authorization: (Authorization & { accessKey: string }) | null;
  /** What is kept of the authorized note: our signed bytes with the authority's; null where they are not ours. */
  procXml: string | null;
  /** The number is spent without a note of ours: the next attempt draws another. */
  isNumberSpent: boolean;
  /** The key that owns the number, where the authority names it. */
  otherKey: string | null;
  /** The receipt of the note's lot, by which its result is asked for. */
  receipt: string | null;
  /** The key under which the authority says to hold a note that was asked for by another name. */
  foundKey: string | null;
  /** Of a service: what the authority computed. */
  service: AuthorityAmounts | null;
};
