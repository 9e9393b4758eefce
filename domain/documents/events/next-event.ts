import { awarenessCode } from '../../received/manifestations.ts';
import type { DocumentEvent } from './document-event.entity.ts';

type Letter = Pick<DocumentEvent, 'status' | 'sequence' | 'correction' | 'cStat'>;

/** What to do about a requested correction letter, by the document's earlier ones. */
type NextLetter<Known> =
  /** The last letter has the same text: the request means that one. */
  | { kind: 'find'; letter: Known }
  /** Another letter is under way: the new one gets its sequence when that has ended. */
  | { kind: 'wait'; letter: Known }
  /** Make a letter of this sequence; `refused` is an earlier refused one of that sequence, whose row it takes over. */
  | { kind: 'make'; sequence: number; refused: Known | undefined };

/** Duplicidade de evento: the authority has a letter under this sequence that is not ours. */
const takenByAnother = '573';

/** @param letters all letters of the document, in the order of their sequence */
export function nextLetter<Known extends Letter>(letters: Known[], correction: string): NextLetter<Known> {
  const last = letters.findLast(({ status }) => status !== 'REJECTED');
  if (last?.correction === correction) return { kind: 'find', letter: last };
  if (last?.status === 'PENDING') return { kind: 'wait', letter: last };
  const spent = letters.findLast(({ status, cStat }) => status !== 'REJECTED' || cStat === takenByAnother);
  const sequence = (spent?.sequence ?? 0) + 1;
  return { kind: 'make', sequence, refused: letters.find((letter) => letter.sequence === sequence) };
}

type KnownManifestation = Pick<DocumentEvent, 'code' | 'sequence' | 'status' | 'occurredAt' | 'registeredAt'>;
/** A manifestation that another system registered, as the distribution brought it. */
type ManifestationElsewhere = { code: string; sequence: number; at: Date };

/** What to do about a requested manifestation, by the note's earlier ones. */
type NextManifestation<Event, Elsewhere> =
  /** The same is under way, or is the one in force: the request means that one. */
  | { kind: 'find'; event: Event }
  /** Another system registered the same, and it is in force: it is adopted. */
  | { kind: 'adopt'; elsewhere: Elsewhere; refused: Event | undefined }
  /** Another is under way: decide again when it has ended. */
  | { kind: 'wait'; event: Event }
  /** Make one of this sequence; `refused` is an earlier refused one of that sequence, whose row it takes over. */
  | { kind: 'make'; sequence: number; refused: Event | undefined };

/**
 * Decides what a requested manifestation becomes. An awareness is registered once. Of conclusions the last is in force: requesting it again means
 * that one, and requesting another is a new event, with the next sequence of its type. How many the authority takes, and until when, only the
 * authority decides.
 *
 * @param code tpEvento of the requested manifestation
 * @param own all manifestations of the note that were requested here
 * @param elsewhere those that the distribution brought; our own are among them, too
 */
export function nextManifestation<Event extends KnownManifestation, Elsewhere extends ManifestationElsewhere>(
  code: string,
  own: Event[],
  elsewhere: Elsewhere[],
): NextManifestation<Event, Elsewhere> {
  const pending = own.find(({ status }) => status === 'PENDING');
  if (pending) return { kind: pending.code === code ? 'find' : 'wait', event: pending };
  const registered = inOrder(own, elsewhere);
  const isAwareness = code === awarenessCode;
  const standing = registered.findLast((known) => (known.code === awarenessCode) === isAwareness);
  const refusedAt = (sequence: number): Event | undefined =>
    own.find((event) => event.code === code && event.sequence === sequence && event.status === 'REJECTED');
  if (standing?.code === code) {
    const { event, sequence } = standing;
    if (event.kind === 'own') return { kind: 'find', event: event.own };
    return { kind: 'adopt', elsewhere: event.elsewhere, refused: refusedAt(sequence) };
  }
  const sequence = 1 + Math.max(0, ...registered.filter((known) => known.code === code).map((known) => known.sequence));
  return { kind: 'make', sequence, refused: refusedAt(sequence) };
}

type RegisteredCode<Event, Elsewhere> = {
  code: string;
  sequence: number;
  at: number;
  occurredAt: number;
  event: { kind: 'own'; own: Event } | { kind: 'elsewhere'; elsewhere: Elsewhere };
};

/**
 * All registered manifestations, each once, the oldest first. The authority's moments have whole seconds: within one second the moment of occurrence
 * decides.
 */
function inOrder<Event extends KnownManifestation, Elsewhere extends ManifestationElsewhere>(
  own: Event[],
  elsewhere: Elsewhere[],
): RegisteredCode<Event, Elsewhere>[] {
  const ours = own
    .filter(({ status }) => status === 'REGISTERED')
    .map((event): RegisteredCode<Event, Elsewhere> => {
      const { code, sequence, occurredAt, registeredAt } = event;
      const times = { at: registeredAt?.getTime() ?? 0, occurredAt: occurredAt.getTime() };
      return { code, sequence, ...times, event: { kind: 'own', own: event } };
    });
  const theirs = elsewhere
    .filter(({ code, sequence }) => !ours.some((known) => known.code === code && known.sequence === sequence))
    .map((event): RegisteredCode<Event, Elsewhere> => {
      const { code, sequence, at } = event;
      return {
        code,
        sequence,
        at: at.getTime(),
        occurredAt: at.getTime(),
        event: { kind: 'elsewhere', elsewhere: event },
      };
    });
  return [...ours, ...theirs].toSorted((one, other) => one.at - other.at || one.occurredAt - other.occurredAt);
}
