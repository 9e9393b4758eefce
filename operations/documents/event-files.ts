import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { type DocumentEventType, traitsOf } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { proofEndings, type ProofType } from '../../domain/documents/events/delivery-receipts.ts';
import { DeliveryProof, DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { NotFound } from '../../domain/errors.ts';
import { letterHtml } from '../../domain/pages/correction-letter.ts';
import type { ActingCompany } from '../acting.ts';
import { inCompany } from '../in-company.ts';
import { authorizedXml, type PageFile, type XmlFile } from './files.ts';
import { findDocument } from './find-document.ts';
import { layoutOf } from './sheets.ts';

/** The ids of a document and of one of its events. */
export type EventPlace = { documentId: string; eventId: string };

/**
 * The XML of an event as the authority registered it.
 *
 * @throws NotFound
 */
export function eventXml(orm: Orm, company: ActingCompany, { documentId, eventId }: EventPlace): Promise<XmlFile> {
  return inCompany(orm, company.id, async (em) => {
    const document = await findDocument(em, documentId);
    const { code, sequence, procXml } = await registered(em, document, { id: isUuid(eventId) ? eventId : null });
    return { name: `${document.accessKey}-${code}-${sequence}-${traitsOf[document.type].files.event}`, xml: procXml };
  });
}

/**
 * The proof of a delivery, or of a failed one, as it was sent.
 *
 * @throws NotFound
 */
export function deliveryProof(
  orm: Orm,
  company: ActingCompany,
  { documentId, eventId }: EventPlace,
): Promise<{ name: string; type: ProofType; content: Buffer }> {
  return inCompany(orm, company.id, async (em) => {
    const document = await findDocument(em, documentId);
    const event = isUuid(eventId) ? await em.findOne(DocumentEvent, { id: eventId, document: document.id }) : null;
    const proof = event && (await em.findOne(DeliveryProof, { event: event.id }));
    const said = event?.delivery ?? event?.content?.failedDelivery;
    if (!proof || !said) throw new NotFound('deliveryProof');
    const { contentType } = said;
    const name = `${document.accessKey}-${event.code}-${event.sequence}.${proofEndings[contentType]}`;
    return { name, type: contentType, content: Buffer.from(proof.content) };
  });
}

/**
 * The sheet of a document's last correction letter, which replaces the earlier ones.
 *
 * @throws NotFound
 */
export function correctionLetterPage(orm: Orm, company: ActingCompany, documentId: string): Promise<PageFile> {
  return inCompany(orm, company.id, async (em) => {
    const document = await findDocument(em, documentId);
    const letter = await registered(em, document, { type: 'CORRECTION_LETTER' });
    const { xml } = await authorizedXml(em, document);
    const isCancelled = document.status === 'CANCELLED';
    const name = `${document.accessKey}-${letter.code}-${letter.sequence}.pdf`;
    const { logo } = await layoutOf(em, company.id);
    return { name, html: letterHtml(xml, letter.procXml, { isCancelled, ...(logo ? { logo } : {}) }) };
  });
}

/** The last registered event of a document that matches and has its XML; some authorizers never give out the XML again. */
async function registered(
  em: EntityManager,
  document: Document,
  which: { id: string | null } | { type: DocumentEventType },
) {
  const [event] = await em.find(
    DocumentEvent,
    { document: document.id, status: 'REGISTERED', ...which },
    { populate: ['procXml'], orderBy: { sequence: 'desc' }, limit: 1 },
  );
  if (!event?.procXml) throw new NotFound('registeredEvent');
  const { code, sequence, procXml } = event;
  return { code, sequence, procXml };
}
