import type { EntityManager } from '../config/orm.ts';
import type { Company } from '../domain/companies/company.entity.ts';
import { DocumentEvent } from '../domain/documents/document-event.entity.ts';
import { traitsOf } from '../domain/document-types.ts';
import { envEvento } from '../domain/sefaz/messages.ts';
import { deliveryReceiptEvent, nationalOrgan, receiptRemovalEvent } from '../domain/nfe/delivery-events.ts';
import type { Document } from '../domain/documents/document.entity.ts';
import {
  cancelEvent,
  correctionLetterEvent,
  type EventHeader,
  type LaidOutEvent,
  signEvent,
} from '../domain/nfe/events.ts';
import { substitutionEvent } from '../domain/nfe/substitution-event.ts';
import { stateCode } from '../domain/sefaz/endpoints.ts';
import type { Validator } from '../schemas/validator.ts';
import type { SchemaFault } from '../schemas/faults.ts';
import type { Parts } from './parts.ts';

type Subject = { event: DocumentEvent; document: Document; company: Company };

/**
 * Builds and signs an event into its row.
 *
 * @returns null, or in Portuguese why it cannot be built
 */
export async function buildEvent(em: EntityManager, subject: Subject, parts: Parts): Promise<string | null> {
  const { event, document, company } = subject;
  const identity = await parts.identities.of(em, company.id);
  if (!identity || identity.notAfter <= new Date()) {
    return 'A empresa não tem certificado A1 válido. Cadastre um com "lavra certificate add" e tente de novo.';
  }
  const laidOut = await layout(em, subject, parts);
  const { xml } = await signEvent(laidOut, identity.signer);
  const faults = faultsOf(event, xml, parts.validatorOn(traitsOf[document.type].schema.family, event.occurredAt));
  if (faults.length > 0) return faults.map(({ path, message }) => `${path}: ${message}`).join('\n');
  event.signedXml = xml;
  document.updatedAt = new Date();
  return null;
}

/** Whether the event is for the national environment, instead of the state's authorizer. */
export function isNational({ type }: DocumentEvent): boolean {
  return type === 'DELIVERY_RECEIPT' || type === 'DELIVERY_RECEIPT_REMOVAL';
}

async function layout(em: EntityManager, { event, document, company }: Subject, parts: Parts): Promise<LaidOutEvent> {
  const { settings } = company;
  if (!settings || !document.accessKey) throw new TypeError(`document ${document.id} was never issued`);
  const { state } = settings.address;
  const header: EventHeader = {
    accessKey: document.accessKey,
    sequence: event.sequence,
    taxId: company.taxId,
    cOrgao: isNational(event) ? nationalOrgan : stateCode(state),
    environment: document.environment,
    at: event.occurredAt,
    state,
  };
  switch (event.type) {
    case 'CANCELLATION':
      return cancelEvent({
        ...header,
        protocol: document.protocolNumber ?? '',
        justification: event.justification ?? '',
      });
    case 'CANCELLATION_BY_SUBSTITUTION':
      return substitutionEvent({
        ...header,
        version: parts.version,
        protocol: document.protocolNumber ?? '',
        justification: event.justification ?? '',
        substituteKey: event.substituteKey ?? '',
      });
    case 'CORRECTION_LETTER':
      return correctionLetterEvent({ ...header, correction: event.correction ?? '' });
    case 'DELIVERY_RECEIPT': {
      const { delivery } = event;
      if (!delivery) throw new TypeError(`receipt ${event.id} says nothing`);
      const receipt = { ...delivery, deliveredAt: new Date(delivery.deliveredAt) };
      return deliveryReceiptEvent({ ...header, version: parts.version, receipt });
    }
    case 'DELIVERY_RECEIPT_REMOVAL':
      return receiptRemovalEvent({ ...header, version: parts.version, protocol: await receiptProtocol(em, event) });
  }
}

/** The protocol of the receipt that a removal is about: both bear one sequence. */
async function receiptProtocol(em: EntityManager, { document, sequence }: DocumentEvent): Promise<string> {
  const { protocol } = await em.findOneOrFail(DocumentEvent, { document, type: 'DELIVERY_RECEIPT', sequence });
  return protocol ?? '';
}

function faultsOf({ type }: DocumentEvent, xml: string, validator: Validator): SchemaFault[] {
  switch (type) {
    case 'CANCELLATION':
      return validator.validate('eventoCancNFe_v1.00.xsd', xml);
    case 'CANCELLATION_BY_SUBSTITUTION':
      // The packs of the note have no schema of 110112: NT 2018.004 came with a package of its own. The general one holds all but detEvento.
      return validator.validate('envEvento_v1.00.xsd', envEvento({ idLote: '1', signedEvento: xml }));
    case 'CORRECTION_LETTER':
      return validator.validate('CCe_v1.00.xsd', xml);
    case 'DELIVERY_RECEIPT':
      return validator.validate('EventoEntregaNFe_v1.00.xsd', xml);
    case 'DELIVERY_RECEIPT_REMOVAL':
      return validator.validate('EventoCancEntregaNFe_v1.00.xsd', xml);
  }
}
