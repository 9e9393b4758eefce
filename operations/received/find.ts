import type { EntityManager } from '../../config/orm.ts';
import { Payable } from '../../domain/payables/payable.entity.ts';
import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { ReceivedFile } from '../../domain/received/received-file.entity.ts';
import { eventsOfNote } from './events-of-note.ts';
import { findReceived } from './find-received.ts';

/** A received document with everything that belongs to it. */
export type ReceivedInFull = {
  document: ReceivedDocument;
  /** Of a note, in the order in which they were registered. */
  events: ReceivedDocument[];
  /** Every file of it that came, the newest last. */
  versions: ReceivedFile[];
  payables: Payable[];
};

/** The company's received document, whole. @throws NotFound */
export async function findReceivedInFull(em: EntityManager, id: string): Promise<ReceivedInFull> {
  const document = await findReceived(em, id);
  const events = document.eventCode === '' ? await eventsOfNote(em, document) : [];
  const versions = await em.find(ReceivedFile, { receivedDocument: id }, { orderBy: { nsu: 'asc' } });
  const payables = await em.find(Payable, { receivedDocument: id }, { orderBy: { position: 'asc' } });
  return { document, events, versions, payables };
}
