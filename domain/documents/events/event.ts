import type { Environment } from '../../companies/settings.ts';
import { type DocumentEventType, type DocumentType, traitsOf } from '../../document-types.ts';
import { manifestationOf, titleOfManifestation } from '../../received/manifestations.ts';
import type { DocumentEvent } from './document-event.entity.ts';
import { isReformEventType, ownWithdrawal, reformEvents } from './reform/table.ts';
import { isServiceEventType, serviceEventOf, serviceEvents } from './service/table.ts';

/** The note that an event is about, and the event's author: the issuer of an own document, or the recipient of a received one. */
export type EventSubject = {
  type: DocumentType;
  /** Its first two digits are the state whose authorizer keeps the note; it also contains the model. */
  accessKey: string;
  environment: Environment;
  author: { companyId: string; taxId: string; certificateId: string | null; state: string };
  /** Whether the note's issuer has no state registration: SVRS then keeps the note, whatever its state. */
  isUnregistered: boolean;
  /** Protocol of the note's authorization; null where it is not known. */
  protocol: string | null;
};

const nationalTypes: ReadonlySet<DocumentEventType> = new Set([
  'DELIVERY_RECEIPT',
  'DELIVERY_RECEIPT_REMOVAL',
  'EPEC',
  'MANIFESTATION',
]);

/** Whether an event goes to the national environment instead of the authorizer that keeps the note. */
export function isNational({ type }: Pick<DocumentEvent, 'type'>): boolean {
  return nationalTypes.has(type) || (isReformEventType(type) && reformEvents[type].receiver === 'NATIONAL');
}

/** Whether an event goes to SVRS, whatever the note's state: events of the reform (NT 2025.002, 8.1), and some others. */
export function isAtSvrs({ type }: Pick<DocumentEvent, 'type'>): boolean {
  return isReformEventType(type) && reformEvents[type].receiver === undefined;
}

/**
 * The Id of an event at its authority, which is also the subject of our calls about it. Of a note of goods: `ID`, tpEvento, access key and sequence
 * (two digits); of an NFS-e: `PRE`, access key and tpEvento (XSD TSIdPedRegEvt).
 */
export function idOfEvent(
  { code, sequence }: { code: string; sequence: number },
  { type, accessKey }: { type: DocumentType; accessKey?: string | null | undefined },
): string {
  const key = accessKey ?? '';
  return traitsOf[type].authority === 'SEFIN' ? `PRE${key}${code}` : goodsEventId(code, { accessKey: key, sequence });
}

/** Id of an event of a note of goods; `type` is tpEvento. */
export function goodsEventId(type: string, { accessKey, sequence }: { accessKey: string; sequence: number }): string {
  return `ID${type}${accessKey}${String(sequence).padStart(2, '0')}`;
}

/** The name of an event in Portuguese, for people. */
export function titleOfEvent({ type, code }: { type: DocumentEventType; code: string }): string {
  if (isReformEventType(type)) return (ownWithdrawal(code) ?? reformEvents[type]).title;
  if (isServiceEventType(type)) return serviceEventOf(code)?.said.description ?? serviceEvents[type].title;
  switch (type) {
    case 'CANCELLATION':
      return 'Cancelamento';
    case 'CANCELLATION_BY_SUBSTITUTION':
      return 'Cancelamento por substituição';
    case 'CORRECTION_LETTER':
      return 'Carta de correção';
    case 'DELIVERY_RECEIPT':
      return 'Comprovante de entrega';
    case 'DELIVERY_RECEIPT_REMOVAL':
      return 'Remoção do comprovante de entrega';
    case 'EPEC':
      return 'EPEC';
    case 'MANIFESTATION': {
      const manifestation = manifestationOf(code);
      return manifestation ? titleOfManifestation(manifestation) : 'Manifestação do destinatário';
    }
  }
}
