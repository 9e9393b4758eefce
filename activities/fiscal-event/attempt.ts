import type { Call } from '../../domain/conversation/authority.ts';
import type { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import type { EventSubject } from '../../domain/documents/events/event-subject.ts';
import type { Conversation } from '../conversation/matter.ts';

/** An attempt to register an event, with what its conversation needs. */
export type EventAttempt = Conversation & {
  event: DocumentEvent;
  about: EventSubject;
  /** Questions about the same key that were asked for the note itself or for another event. */
  otherAsks: Call[];
  /** Of a manifestation: how many other conclusions of the recipient are known to be registered. */
  otherConclusions: number;
};
