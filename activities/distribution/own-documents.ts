import { gunzipSync } from 'node:zlib';
import { LockMode } from '@mikro-orm/core';
import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import type { EventArrival } from '../../domain/received/arrival.ts';
import { cancels } from '../../domain/received/event-effects.ts';
import { recordEvent, type Transaction } from '../../operations/outbox.ts';
import type { Lot } from './lot.ts';

const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** An event that came, and its file. */
export type ArrivedEvent = { arrival: EventArrival; gzip: Buffer };

/**
 * Takes an event of one of our own documents that was registered without us, at the portal or by the municipality: it cancels the document,
 * and stands among its events. One that we are about to register ourselves is left to its own run.
 */
export async function learnOfOwn(
  tx: Transaction,
  { distribution }: Lot,
  { arrival, gzip }: ArrivedEvent,
): Promise<void> {
  const { em } = tx;
  const { company, environment } = distribution;
  const { accessKey, code, sequence } = arrival;
  if (!cancels(arrival)) return;
  const document = await em.findOne(Document, { company, environment, accessKey, status: 'AUTHORIZED' }, lock);
  if (!document) return;
  // Looked at without its lock: whoever registers it has that one, and waits for the document.
  const known = await em.findOne(DocumentEvent, { document: document.id, code, sequence });
  if (known?.status === 'PENDING') return;
  const { occurredAt, protocol, justification, replacedBy: substituteKey } = arrival;
  const event =
    known ??
    em.create(DocumentEvent, {
      company,
      document: document.id,
      type: substituteKey === null ? 'CANCELLATION' : 'CANCELLATION_BY_SUBSTITUTION',
      code,
      sequence,
      justification,
      substituteKey,
      occurredAt,
    });
  const registeredAt = arrival.registeredAt ?? occurredAt;
  const cStat = arrival.cStat ?? registeredCode;
  const procXml = arrival.schemaType === 'RES_EVENTO' ? null : gunzipSync(gzip).toString();
  event.register({ cStat, reason: arrival.description, protocol, registeredAt, procXml });
  document.cancel(justification ?? `${arrival.description} registrado fora do Lavra`, registeredAt);
  await em.flush();
  await recordEvent(tx, 'DOCUMENT_CANCELLED', document);
}

/** "Evento registrado e vinculado a NF-e": what an event says that came with no code of its own. */
const registeredCode = '135';
