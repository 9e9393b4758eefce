import type { EntityManager } from '../../config/orm.ts';
import { Payable } from '../../domain/payables/payable.entity.ts';
import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { ReceivedFile } from '../../domain/received/received-file.entity.ts';
import { type EventAbout, findReceivedEvents } from '../events-about.ts';
import { findReceived } from './find-received.ts';

/** A received document with everything that belongs to it. */
export type ReceivedInFull = {
  document: ReceivedDocument;
  /** Of a note, the oldest first. */
  events: EventAbout[];
  /** Every file of it that came, the newest last. */
  versions: ReceivedFile[];
  payables: Payable[];
};

/** The company's received document, whole. @throws NotFound */
export async function findReceivedInFull(em: EntityManager, id: string): Promise<ReceivedInFull> {
  const document = await findReceived(em, id);
  const events = document.eventCode === '' ? await findReceivedEvents(em, document) : [];
  const versions = await em.find(ReceivedFile, { receivedDocument: id }, { orderBy: { nsu: 'asc' } });
  const payables = await em.find(Payable, { receivedDocument: id }, { orderBy: { position: 'asc' } });
  return { document, events, versions, payables };
}
