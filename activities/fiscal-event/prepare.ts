import type { SchemaFault } from '../../adapters/schemas/faults.ts';
import type { Validator } from '../../adapters/schemas/validator.ts';
import type { EntityManager } from '../../config/orm.ts';
import type { EventEnd } from '../../domain/conversation/progress.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { type EventSubject, isNational } from '../../domain/documents/events/event-subject.ts';
import { deliveryReceiptEvent, nationalOrgan, receiptRemovalEvent } from '../../domain/nfe/events/delivery.ts';
import {
  cancelEvent,
  correctionLetterEvent,
  type EventHeader,
  type LaidOutEvent,
  signEvent,
} from '../../domain/nfe/events/event.ts';
import { substitutionEvent } from '../../domain/nfe/events/substitution.ts';
import { envEvento } from '../../domain/sefaz/messages.ts';
import type { Explain } from '../conversation/matter.ts';
import {
  lockWithSignedXml,
  perhapsSaid,
  type Preparation,
  refuseFaults,
  validIdentity,
} from '../conversation/prepare.ts';
import { validatorOf } from '../conversation/schemas.ts';
import type { Parts } from '../parts.ts';
import { subjectOf } from './subject.ts';

/** Writes what an open attempt waits for into its row. */
export const explain: Explain = (em, id, attempt, reason) =>
  em.nativeUpdate(DocumentEvent, DocumentEvent.open(id, attempt), { reason });

/** How an event is prepared. */
export const eventPreparation: Preparation<DocumentEvent, never, EventEnd> = {
  async claim(em, id, attempt) {
    const event = await em.findOne(DocumentEvent, DocumentEvent.open(id, attempt), lockWithSignedXml);
    event?.claim();
    return event;
  },
  async sign(em, event, parts) {
    if (event.signedXml) return perhapsSaid;
    const subject = await subjectOf(em, event.id);
    const { signer } = await validIdentity(em, subject.author, parts);
    const { xml } = signEvent(await layout(em, event, subject, parts), signer);
    refuseFaults(faultsOf(event, xml, validatorOf(parts, 'nfe', event.occurredAt)));
    event.signedXml = xml;
    await em.nativeUpdate(Document, { id: event.document }, { updatedAt: new Date() });
    return perhapsSaid;
  },
  explain,
  async refuse(_tx, event, reason) {
    event.refuse(reason);
    return event.end();
  },
  async endOf(em, id, attempt) {
    const ended = { id, attempt, claimedAt: { $ne: null }, status: { $ne: 'PENDING' } } as const;
    const event = await em.findOne(DocumentEvent, ended);
    return event && event.end();
  },
};

async function layout(
  em: EntityManager,
  event: DocumentEvent,
  { accessKey, environment, author, protocol }: EventSubject,
  { version }: Parts,
): Promise<LaidOutEvent> {
  const header: EventHeader = {
    accessKey,
    sequence: event.sequence,
    taxId: author.taxId,
    cOrgao: isNational(event) ? nationalOrgan : accessKey.slice(0, 2),
    environment,
    at: event.occurredAt,
    state: author.state,
  };
  const nProt = protocol ?? '';
  const justification = event.justification ?? '';
  switch (event.type) {
    case 'CANCELLATION':
      return cancelEvent({ ...header, protocol: nProt, justification });
    case 'CANCELLATION_BY_SUBSTITUTION': {
      const substituteKey = event.substituteKey ?? '';
      return substitutionEvent({ ...header, version, protocol: nProt, justification, substituteKey });
    }
    case 'CORRECTION_LETTER':
      return correctionLetterEvent({ ...header, correction: event.correction ?? '' });
    case 'DELIVERY_RECEIPT': {
      const { delivery } = event;
      if (!delivery) throw new TypeError(`receipt ${event.id} says nothing`);
      const receipt = { ...delivery, deliveredAt: new Date(delivery.deliveredAt) };
      return deliveryReceiptEvent({ ...header, version, receipt });
    }
    case 'DELIVERY_RECEIPT_REMOVAL':
      return receiptRemovalEvent({ ...header, version, protocol: await receiptProtocol(em, event) });
  }
}

/** The protocol of the receipt that a removal is about: both have the same sequence. */
async function receiptProtocol(em: EntityManager, { document, sequence }: DocumentEvent): Promise<string> {
  const { protocol } = await em.findOneOrFail(DocumentEvent, { document, type: 'DELIVERY_RECEIPT', sequence });
  return protocol ?? '';
}

function faultsOf({ type }: DocumentEvent, xml: string, validator: Validator): SchemaFault[] {
  switch (type) {
    case 'CANCELLATION':
      return validator.validate('eventoCancNFe_v1.00.xsd', xml);
    case 'CANCELLATION_BY_SUBSTITUTION':
      // The note's packs lack the schema of 110112, which NT 2018.004 brought in its own package. The general one checks all but detEvento.
      return validator.validate('envEvento_v1.00.xsd', envEvento({ idLote: '1', signedEvento: xml }));
    case 'CORRECTION_LETTER':
      return validator.validate('CCe_v1.00.xsd', xml);
    case 'DELIVERY_RECEIPT':
      return validator.validate('EventoEntregaNFe_v1.00.xsd', xml);
    case 'DELIVERY_RECEIPT_REMOVAL':
      return validator.validate('EventoCancEntregaNFe_v1.00.xsd', xml);
  }
}
