import type { ServiceEventType } from '../../../document-types.ts';
import type { DocumentEvent } from '../document-event.entity.ts';

type Known = Pick<DocumentEvent, 'type' | 'status' | 'reasonCode' | 'justification'>;

/** What an event of an NFS-e says beside its type; null where it says nothing. */
export type ServiceContent = { reasonCode: string | null; justification: string | null };

type NextServiceEvent<Event> =
  /** The same is under way, or registered. */
  | { kind: 'find'; event: Event }
  /** Another is under way; decide again when it has ended. */
  | { kind: 'wait'; event: Event }
  /** Another manifestation is registered, and a party has one (E1833); or an analysis was asked for already (E0848). */
  | { kind: 'taken'; event: Event }
  /** Make it, in the place of a refused one where there is one. */
  | { kind: 'make'; refused: Event | undefined };

/**
 * What to do about an event that is asked for: each is registered once to a note, and a party either confirms or rejects it.
 *
 * @param known the events of these types that were taken here about the note
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
