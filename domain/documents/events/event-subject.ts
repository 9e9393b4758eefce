import type { Environment } from '../../companies/settings.ts';
import type { DocumentEventType, DocumentType } from '../../document-types.ts';
import type { DocumentEvent } from './document-event.entity.ts';

/** What an event is about, and its author: an own document and its issuer, or a received one and its recipient. */
export type EventSubject = {
  type: DocumentType;
  /** Its first digits name the state whose authorizer keeps the note; it also has the model. */
  accessKey: string;
  environment: Environment;
  author: { companyId: string; taxId: string; certificateId: string | null; state: string };
  /** Protocol of the note's authorization; null where it is not known. */
  protocol: string | null;
};

const nationalTypes: ReadonlySet<DocumentEventType> = new Set([
  'DELIVERY_RECEIPT',
  'DELIVERY_RECEIPT_REMOVAL',
  'EPEC',
  'MANIFESTATION',
]);

/** Whether an event is for the national environment, instead of the authorizer that keeps the note. */
export function isNational({ type }: Pick<DocumentEvent, 'type'>): boolean {
  return nationalTypes.has(type);
}
