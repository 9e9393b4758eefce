import type { ReformEventType } from '../../../document-types.ts';
import type { DocumentEvent } from '../document-event.entity.ts';
import { isNonReform } from './non-reform.ts';
import { type ReformContent, saysTheSame } from './content.ts';
import { isReformEventType, withdrawalOf } from './table.ts';

type Known = Pick<DocumentEvent, 'id' | 'type' | 'code' | 'sequence' | 'status' | 'cStat' | 'content'>;

/** What to do about a requested event, by the note's earlier events of the reform and beside it. */
type NextReformEvent<Event> =
  /** The same is under way, or is registered: the request means that one. */
  | { kind: 'find'; event: Event }
  /** Another is under way: decide again when it has ended. */
  | { kind: 'wait'; event: Event }
  /** Make one of this sequence; `refused` is an earlier refused one of that sequence, whose row it takes over. */
  | { kind: 'make'; sequence: number; refused: Event | undefined };

/** Duplicidade de evento: the authority has an event under this sequence that is not ours. */
const takenByAnother = '573';
const withdrawal = 'EVENT_WITHDRAWAL';

/** The highest nSeqEvento of the layout. */
export const highestSequence = 99;

/**
 * Decides what a requested event becomes. Events add up: each request is one more event, unless the last registered one of its type has the same
 * content.
 *
 * Sequences are counted over all types of the reform together: a withdrawal (110001) has the sequence of the event that it takes back (NT 2025.002,
 * 8.13), so that two withdrawals of events with one sequence would have one Id. An event beside the reform has its own withdrawal, and its own count.
 *
 * @param known all events about the note that were requested here, withdrawals included
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
  return event.type === type || !(isNonReform(type) || isNonReform(event.type));
}

/** What to do about the withdrawal of a registered event; `gone` where it is taken back already. */
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

/** Whether an event is registered and not taken back. */
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
