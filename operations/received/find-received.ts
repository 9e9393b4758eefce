import type { FindOneOptions } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { Payable } from '../../domain/received/payable.entity.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { ReceivedFile } from '../../domain/received/received-file.entity.ts';
import { type EventAbout, findReceivedEvents } from '../events-about.ts';
import { findOrRefuse } from '../find-or-refuse.ts';

/** A received document with everything that belongs to it. */
export type ReceivedInFull = {
  document: ReceivedDocument;
  /** Events of a note, the oldest first. */
  events: EventAbout[];
  /** Every file of the document that came, the newest last. */
  versions: ReceivedFile[];
  payables: Payable[];
};

/** A received document of the company, in full. @throws NotFound */
export async function findReceivedInFull(em: EntityManager, id: string): Promise<ReceivedInFull> {
  const document = await findReceived(em, id);
  const events = await eventsOf(em, document);
  const versions = await em.find(ReceivedFile, { receivedDocument: id }, { orderBy: { nsu: 'asc' } });
  const payables = await em.find(Payable, { receivedDocument: id }, { orderBy: { position: 'asc' } });
  return { document, events, versions, payables };
}

/** The events of a received note of the company, the oldest first; none where the document is itself an event. @throws NotFound */
export async function findEventsOfReceived(em: EntityManager, id: string): Promise<EventAbout[]> {
  return eventsOf(em, await findReceived(em, id));
}

async function eventsOf(em: EntityManager, document: ReceivedDocument): Promise<EventAbout[]> {
  return document.eventCode === '' ? findReceivedEvents(em, document) : [];
}

/**
 * The company's received document with that id.
 *
 * @throws NotFound also for another company's, and for a malformed id
 */
export function findReceived(
  em: EntityManager,
  id: string,
  options: FindOneOptions<ReceivedDocument> = {},
): Promise<ReceivedDocument> {
  return findOrRefuse('receivedDocument', id, () => em.findOne(ReceivedDocument, { id }, options));
}

/** A payable, and the note for which it is owed. */
export type PayableOfNote = { payable: Payable; note: ReceivedDocument };

/** The company's payable with that id. @throws NotFound also for another company's, and for a malformed id */
export function findPayable(em: EntityManager, id: string, options: FindOneOptions<Payable> = {}): Promise<Payable> {
  return findOrRefuse('payable', id, () => em.findOne(Payable, { id }, options));
}

/** Payables, each with its note, in the same order. */
export async function withNotes(em: EntityManager, payables: Payable[]): Promise<PayableOfNote[]> {
  const ids = [...new Set(payables.map(({ receivedDocument }) => receivedDocument))];
  const notes = ids.length === 0 ? [] : await em.find(ReceivedDocument, { id: { $in: ids } });
  const byId = new Map(notes.map((note) => [note.id, note]));
  return payables.flatMap((payable) => {
    const note = byId.get(payable.receivedDocument);
    return note ? [{ payable, note }] : [];
  });
}

/** A payable with its note. */
export async function withNote(em: EntityManager, payable: Payable): Promise<PayableOfNote> {
  return { payable, note: await em.findOneOrFail(ReceivedDocument, { id: payable.receivedDocument }) };
}
