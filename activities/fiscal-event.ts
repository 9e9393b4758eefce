import type { EntityManager } from '../config/orm.ts';
import type { Company } from '../domain/companies/company.entity.ts';
import type { DocumentEvent } from '../domain/documents/document-event.entity.ts';
import type { Document } from '../domain/documents/document.entity.ts';
import {
  cancelEvent,
  correctionLetterEvent,
  type EventHeader,
  type LaidOutEvent,
  signEvent,
} from '../domain/nfe/events.ts';
import { stateCode } from '../domain/sefaz/endpoints.ts';
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
  const laidOut = layout(subject);
  const { xml } = await signEvent(laidOut, identity.signer);
  const faults = parts.validatorOn(event.occurredAt).validate(schemaOf(event), xml);
  if (faults.length > 0) return faults.map(({ path, message }) => `${path}: ${message}`).join('\n');
  event.signedXml = xml;
  document.updatedAt = new Date();
  return null;
}

/** The id an event is known by at the authority, and in our memory of the calls about it. */
export function eventSubject({ code, sequence }: DocumentEvent, { accessKey }: Document): string {
  return `ID${code}${accessKey}${String(sequence).padStart(2, '0')}`;
}

function layout({ event, document, company }: Subject): LaidOutEvent {
  const { settings } = company;
  if (!settings || !document.accessKey) throw new TypeError(`document ${document.id} was never issued`);
  const { state } = settings.address;
  const header: EventHeader = {
    accessKey: document.accessKey,
    sequence: event.sequence,
    taxId: company.taxId,
    cOrgao: stateCode(state),
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
    case 'CORRECTION_LETTER':
      return correctionLetterEvent({ ...header, correction: event.correction ?? '' });
  }
}

function schemaOf({ type }: DocumentEvent): string {
  switch (type) {
    case 'CANCELLATION':
      return 'eventoCancNFe_v1.00.xsd';
    case 'CORRECTION_LETTER':
      return 'CCe_v1.00.xsd';
  }
}
