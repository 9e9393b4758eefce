import type { EntityManager } from '../../../config/orm.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { takeEvent } from '../../../operations/documents/take-event.ts';
import { orLocalRejection } from '../../conversation/local-rejection.ts';

/**
 * The EPEC that announces an attempt issued with it, in the transaction that signs it: a sale has one, which is made anew with its key. A note
 * that was announced and refused afterwards needs no other.
 *
 * @returns the ids of events whose runs must begin
 * @throws LocalRejection where the authority refused the same again and again
 */
export async function epecOf(em: EntityManager, document: Document): Promise<string[]> {
  if (document.contingencyMode !== 'EPEC' || document.contingencyTransmitBy) return [];
  await em.flush();
  const earlier = await em.findOne(DocumentEvent, { document: document.id, type: 'EPEC', sequence: 1 });
  const place = { type: 'EPEC', sequence: 1, refused: earlier ?? undefined } as const;
  const event = await orLocalRejection(() => takeEvent(em, document, place, {}));
  document.waitingFor = 'registro do EPEC no Ambiente Nacional';
  await em.flush();
  return [event.id];
}
