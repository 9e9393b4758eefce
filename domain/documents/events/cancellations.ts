import type { DocumentEventType } from '../../document-types.ts';
import type { DocumentEvent } from './document-event.entity.ts';

type Known = Pick<DocumentEvent, 'type' | 'status' | 'substituteKey'>;

/** The types of event that cancel a document. */
export const cancellationTypes = ['CANCELLATION', 'CANCELLATION_BY_SUBSTITUTION'] as const;
type CancellationType = (typeof cancellationTypes)[number];

/** Whether a document is cancelled once such an event is registered. */
export function isCancellation(type: DocumentEventType): type is CancellationType {
  return cancellationTypes.some((each) => each === type);
}

/** A requested cancellation; `substituteKey` where another note replaces the cancelled one. */
export type AskedCancellation = {
  type: CancellationType;
  justification: string;
  substituteKey: string | null;
};

/** What to do about a requested cancellation, given those that a document has. */
export type NextCancellation<Event> =
  /** The same cancellation is under way. */
  | { kind: 'find'; event: Event }
  /** Another is under way; decide again when it has ended. */
  | { kind: 'wait'; event: Event }
  /** Make one of the requested type, in the place of a refused one where there is one. */
  | { kind: 'make'; refused: Event | undefined };

/** @param cancellations all those of the document, of both types */
export function nextCancellation<Event extends Known>(
  cancellations: Event[],
  { type, substituteKey }: Pick<AskedCancellation, 'type' | 'substituteKey'>,
): NextCancellation<Event> {
  const pending = cancellations.find(({ status }) => status === 'PENDING');
  if (!pending) return { kind: 'make', refused: cancellations.find((event) => event.type === type) };
  const isSame = pending.type === type && (pending.substituteKey ?? null) === substituteKey;
  return { kind: isSame ? 'find' : 'wait', event: pending };
}
