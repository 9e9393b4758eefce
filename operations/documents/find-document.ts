import type { FindOneOptions } from '@mikro-orm/core';
import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { type ComputedContent, Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import type { DocumentPayload } from '../../domain/documents/payload.ts';
import { type EventAbout, findEventsAbout } from '../events-about.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { type Contingency, contingencyOf } from '../contingency/of-documents.ts';

/**
 * The company's document with that id.
 *
 * @throws NotFound also for another company's, and for a malformed id
 */
export function findDocument<Hint extends string = never>(
  em: EntityManager,
  id: string,
  options: FindOneOptions<Document, Hint> = {},
) {
  return findOrRefuse('document', id, () => em.findOne(Document, { id }, options));
}

/** A document with its request, what was computed from it, and all events about it, the oldest first. */
export type DocumentInFull = {
  document: Document;
  payload: DocumentPayload;
  computed: ComputedContent | null;
  events: EventAbout[];
  /** Null unless the document was issued in contingency. */
  contingency: Contingency | null;
};

/** @throws NotFound */
export async function findDocumentInFull(em: EntityManager, id: string): Promise<DocumentInFull> {
  const document = await findDocument(em, id, { populate: ['payload', 'computed'] });
  const { company, environment, accessKey, payload, computed = null } = document;
  const events = await findEventsAbout(em, { company, environment, accessKey, about: { document: document.id } });
  return { document, payload, computed, events, contingency: await contingencyOf(em, document) };
}

/** An event that is known to exist. */
export function findEvent(em: EntityManager, id: string): Promise<DocumentEvent> {
  return em.findOneOrFail(DocumentEvent, { id });
}

/** A document by its id, its access key, or the Id of a DPS that was sent for it; of any company that `em` sees. Null where there is none. */
export async function documentByReference(em: EntityManager, reference: string): Promise<Document | null> {
  const emission = reference.startsWith('DPS') ? await em.findOne(Emission, { subject: reference }) : null;
  const id = emission?.document ?? (isUuid(reference) ? reference : null);
  return em.findOne(Document, id === null ? { accessKey: reference } : { id });
}
