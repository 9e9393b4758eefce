import type { ServiceEventType } from '../../../document-types.ts';
import type { DocumentEvent } from '../document-event.entity.ts';

type Known = Pick<DocumentEvent, 'type' | 'status' | 'reasonCode' | 'justification'>;

/** The content of an event of an NFS-e beside its type; null where it has none. */
export type ServiceContent = { reasonCode: string | null; justification: string | null };

type NextServiceEvent<Event> =
  /** The same is under way, or registered: the request means that one. */
  | { kind: 'find'; event: Event }
  /** Another is under way: decide again when it has ended. */
  | { kind: 'wait'; event: Event }
  /** It cannot be made: the party has registered its one manifestation (E1833), or has already requested an analysis (E0848). */
  | { kind: 'taken'; event: Event }
  /** Make it; `refused` is an earlier refused one, whose row it takes over. */
  | { kind: 'make'; refused: Event | undefined };

/**
 * Decides what a requested event becomes: each is registered once for a note, and a party either confirms or rejects the note.
 *
 * @param known events of these types about the note that were requested here
 */
export function nextServiceEvent<Event extends Known>(
  known: readonly Event[],
  { type, content }: { type: ServiceEventType; content: ServiceContent },
): NextServiceEvent<Event> {
  const isSame = (event: Event): boolean =>
    event.type === type &&
    (event.reasonCode ?? null) === content.reasonCode &&
    (event.justification ?? null) === content.justification;
  const pending = known.find(({ status }) => status === 'PENDING');
  if (pending) return { kind: isSame(pending) ? 'find' : 'wait', event: pending };
  const registered = known.find(({ status }) => status === 'REGISTERED');
  if (registered) return { kind: isSame(registered) ? 'find' : 'taken', event: registered };
  return { kind: 'make', refused: known.find((event) => event.type === type) };
}
