import type { ReformEventType } from '../../../document-types.ts';
import type { DocumentEvent } from '../document-event.entity.ts';
import { isBesideReform } from './beside.ts';
import { type ReformContent, saysTheSame } from './content.ts';
import { isReformEventType, withdrawalOf } from './table.ts';

type Known = Pick<DocumentEvent, 'id' | 'type' | 'code' | 'sequence' | 'status' | 'cStat' | 'content'>;

/** What to do about an event that is asked for, given those of the reform, and beside it, that its note has. */
type NextReformEvent<Event> =
  /** The same is under way, or stands. */
  | { kind: 'find'; event: Event }
  /** Another is under way; decide again when it has ended. */
  | { kind: 'wait'; event: Event }
  /** Make one of this sequence, in the place of a refused one where there is one. */
  | { kind: 'make'; sequence: number; refused: Event | undefined };

/** Duplicidade de evento: under this sequence the authority has an event that is not ours. */
const takenByAnother = '573';
const withdrawal = 'EVENT_WITHDRAWAL';

/** The highest nSeqEvento that the layout writes. */
export const highestSequence = 99;

/**
 * Events add up, so that each is one more, unless the last one of its type that stands says the same.
 *
 * Sequences are counted over all types of the reform: a withdrawal (110001) has the sequence of what it takes back (NT 2025.002, 8.13), and two of
 * one sequence would have one Id. An event beside the reform has a withdrawal of its own, and its own count.
 *
 * @param known all that were taken here about the note, withdrawals among them
 */
export function nextReformEvent<Event extends Known>(
  known: readonly Event[],
  { type, content }: { type: Exclude<ReformEventType, typeof withdrawal>; content: ReformContent },
): NextReformEvent<Event> {
  const pending = known.find(({ status }) => status === 'PENDING');
  if (pending) return joined(pending, pending.type === type && saysTheSame(pending.content, content));
  const events = known.filter((event) => isCountedWith(type, event)).toSorted((a, b) => a.sequence - b.sequence);
  const last = events.findLast((event) => event.type === type && isStanding(event, known));
  if (last && saysTheSame(last.content, content)) return { kind: 'find', event: last };
  const spent = events.findLast(({ status, cStat }) => status !== 'REJECTED' || cStat === takenByAnother);
  const sequence = (spent?.sequence ?? 0) + 1;
  return {
    kind: 'make',
    sequence,
    refused: events.find((event) => event.type === type && event.sequence === sequence),
  };
}

function isCountedWith(type: ReformEventType, event: Pick<Known, 'type'>): boolean {
  if (event.type === withdrawal) return false;
  return event.type === type || !(isBesideReform(type) || isBesideReform(event.type));
}

/** What to do about the withdrawal of an event that is registered, or `gone` where it was taken back. */
export function nextWithdrawal<Event extends Known>(
  known: readonly Event[],
  target: Event,
): NextReformEvent<Event> | { kind: 'gone'; event: Event } {
  const pending = known.find(({ status }) => status === 'PENDING');
  const own = known.find((event) => takesBack(event, target));
  if (pending) return joined(pending, pending === own);
  if (own?.status === 'REGISTERED') return { kind: 'gone', event: own };
  return { kind: 'make', sequence: target.sequence, refused: own };
}

/** Whether an event is registered and was not taken back. */
export function isStanding(event: Known, known: readonly Known[]): boolean {
  if (event.status !== 'REGISTERED') return false;
  return !known.some((other) => other.status === 'REGISTERED' && takesBack(other, event));
}

function takesBack({ type, code, sequence }: Known, target: Known): boolean {
  if (type !== withdrawal || sequence !== target.sequence || !isReformEventType(target.type)) return false;
  return code === withdrawalOf(target.type)?.code;
}

function joined<Event>(event: Event, isSame: boolean): NextReformEvent<Event> {
  return { kind: isSame ? 'find' : 'wait', event };
}
