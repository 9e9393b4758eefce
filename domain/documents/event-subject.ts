import { eventId } from '../nfe/events.ts';
import type { DocumentEvent } from './document-event.entity.ts';
import type { Document } from './document.entity.ts';

type Known = Pick<DocumentEvent, 'code' | 'sequence'>;

/** The id an event is known by at the authority, and in our memory of the calls about it. */
export function eventSubject({ code, sequence }: Known, { accessKey }: Pick<Document, 'accessKey'>): string {
  return eventId(code, { accessKey: accessKey ?? '', sequence });
}
