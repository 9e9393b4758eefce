import { textOf } from '../xml/element.ts';
import type { EventRule } from './event.ts';
import { cancellationOf, isConfirmed, standingReceipt } from './standing.ts';

/** Checked before the deadline: the note is already cancelled, by another event than the one that asks. */
export const cancelledAlready: EventRule = {
  cStat: 218,
  breaks: (_event, { registered }) => cancellationOf(registered) !== undefined,
};

/** What every cancellation must match, and what prevents it (MOC 7.0 §5.9.4; NT 2021.001 §5). */
export const cancellationBlocks: readonly EventRule[] = [
  { cStat: 222, breaks: ({ detail }, { note }) => textOf(detail, 'nProt') !== note?.nProt },
  { cStat: 221, breaks: (_event, { registered }) => isConfirmed(registered) },
  { cStat: 826, breaks: (_event, { registered }) => standingReceipt(registered) !== undefined },
];
