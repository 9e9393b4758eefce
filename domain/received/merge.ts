import { cancels, manifestationOf } from './event-effects.ts';
import type { NoteState } from './note-state.ts';
import type { EventArrival, NoteArrival } from './arrival.ts';
import { type Manifestation, noteStatuses, type NoteStatus, type Role, roles } from './words.ts';

/**
 * The next state of a note's row, of what it was and a version that came: the same whatever the order in which versions come. The best version
 * gives the facts: the complete one before a summary, then that of the higher NSU; two of one NSU are one version. Status and role never go back: a note that was cancelled stays so, and
 * whoever got a summary is its recipient.
 */
export function mergeNote(
  known: NoteState | null,
  { arrival, nsu, role }: { arrival: NoteArrival; nsu: bigint; role: Role },
): NoteState {
  const came = stateOf(arrival, nsu, role);
  if (!known) return came;
  const best = isBetter(came, known) ? came : known;
  return {
    ...best,
    status: later(noteStatuses, known.status, came.status),
    role: earlier(roles, known.role, came.role),
  };
}

/** What of an event changes its note: of one that was distributed, or of one of the company's own. */
export type EventFacts = Pick<EventArrival, 'model' | 'code' | 'sequence' | 'occurredAt' | 'registeredAt' | 'cStat'>;

/** What the registered events of a note make of it, in whatever order they came, some of them more than once. */
export function applyEvents(
  note: Pick<NoteState, 'status' | 'role'>,
  events: readonly EventFacts[],
): { status: NoteStatus; manifestation: Manifestation | null } {
  const registered = events.filter(isRegistered);
  return {
    status: registered.some(cancels) ? 'CANCELLED' : note.status,
    manifestation: note.role === 'RECIPIENT' ? manifestationOf(registered) : null,
  };
}

/** 135, 136 and 155; a summary, and an event of an NFS-e, exist only where they were registered. */
function isRegistered({ cStat }: EventFacts): boolean {
  return cStat === null || cStat === '135' || cStat === '136' || cStat === '155';
}

function stateOf(arrival: NoteArrival, nsu: bigint, role: Role): NoteState {
  const { model, schemaType, accessKey, issuer, number, series, totalValue, emissionDate, status, protocol } = arrival;
  const hasFullXml = schemaType !== 'RES_NFE';
  return {
    model,
    schemaType,
    nsu,
    hasFullXml,
    accessKey,
    issuer,
    number,
    series,
    totalValue,
    emissionDate,
    role,
    status,
    protocol,
  };
}

function isBetter(came: NoteState, known: NoteState): boolean {
  return came.hasFullXml === known.hasFullXml ? came.nsu > known.nsu : came.hasFullXml;
}

function earlier<Value>(order: readonly Value[], one: Value, other: Value): Value {
  return order.indexOf(one) < order.indexOf(other) ? one : other;
}

function later<Value>(order: readonly Value[], one: Value, other: Value): Value {
  return order.indexOf(one) > order.indexOf(other) ? one : other;
}
