import { LockMode } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { waitsFor } from '../../../domain/conversation/wait-columns.ts';
import { eventCodeOf } from '../../../domain/document-types.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { recordEvent, type Transaction } from '../../../operations/outbox.ts';

const replacement = 'CANCELLATION_BY_SUBSTITUTION';

/**
 * Cancels the document that an authorized NFS-e replaces, in the same commit: the authority made its event 105102 when it took the new one.
 * The event waits for its XML, which a run of its own asks for. An NFS-e that was not issued here has no document.
 */
export async function replaceEarlier(tx: Transaction, document: Document): Promise<void> {
  const { em } = tx;
  const { company, environment, payload, accessKey } = document;
  const replaces = payload.type === 'NFSE' ? payload.replaces : null;
  if (!replaces) return;
  const earlier = await em.findOne(
    Document,
    { company, environment, accessKey: replaces.accessKey, status: 'AUTHORIZED' },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!earlier) return;
  const now = new Date();
  const justification = replaces.description ?? `Substituída pela NFS-e ${accessKey}.`;
  const id = uuid();
  em.create(DocumentEvent, {
    id,
    company,
    document: earlier.id,
    type: replacement,
    code: eventCodeOf('NFSE', replacement),
    sequence: 1,
    justification,
    reasonCode: replaces.reason,
    substituteKey: accessKey ?? null,
    occurredAt: now,
    ...waitsFor('START'),
  });
  tx.events.add(id);
  earlier.cancel(justification, now);
  await recordEvent(tx, 'DOCUMENT_CANCELLED', earlier);
}
