import type { Environment } from '../../companies/settings.ts';
import { eventId } from '../../nfe/events/event.ts';
import type { DocumentEvent } from './document-event.entity.ts';

/** What an event is about, and who says it: an own document and its issuer, or a received one and its recipient. */
export type EventSubject = {
  /** Its first digits name the state whose authorizer keeps the note; its model is in it, too. */
  accessKey: string;
  environment: Environment;
  author: { companyId: string; taxId: string; certificateId: string | null; state: string };
  /** Of the note's authorization; null where it is not known. */
  protocol: string | null;
};

type Known = Pick<DocumentEvent, 'code' | 'sequence'>;

/** Whether an event is for the national environment, instead of the authorizer that keeps the note. */
export function isNational({ type }: Pick<DocumentEvent, 'type'>): boolean {
  return type === 'DELIVERY_RECEIPT' || type === 'DELIVERY_RECEIPT_REMOVAL';
}

/** The id an event is known by at the authority, and in our memory of the calls about it. */
export function idOfEvent({ code, sequence }: Known, { accessKey }: { accessKey?: string | null | undefined }): string {
  return eventId(code, { accessKey: accessKey ?? '', sequence });
}
