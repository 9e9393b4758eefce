import { LockMode } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { capitalized } from '../../adapters/mutual-tls/fault-in-words.ts';
import type { Authority, Outcome } from '../../domain/conversation/authority.ts';
import type { EmissionEnd, Progress } from '../../domain/conversation/progress.ts';
import { waitsFor } from '../../domain/conversation/attempt-columns.ts';
import { eventCodeOf } from '../../domain/document-types.ts';
import { withAuthorityAmounts } from '../../domain/documents/compute/service-amounts.ts';
import type { AuthorityAmounts } from '../../domain/documents/computed-service.ts';
import { type Authorization, Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';
import { sentAhead } from '../../domain/statement-marks.ts';
import { recordEvent, type Transaction } from '../../operations/outbox.ts';
import { mendProgress, pausedProgress, throttledProgress } from '../conversation/waits.ts';
import { rejectDocument } from './issue.ts';

/** What an answer says about one note, in the same terms for every message and authority. */
export type ReadAnswer = {
  cStat: string;
  xMotivo: string;
  /** What the answer means; `mismatch`: the authority holds other content under our key or DPS; `again`: go on with the next step. */
  says: Exclude<Outcome['kind'], 'wait'> | 'mismatch' | 'again' | 'paused' | 'processing' | 'unanswered';
  /** What the authority authorized, and under which key; null where the answer is about no note. */
  authorization: (Authorization & { accessKey: string }) | null;
  /** For a note of goods, the protocol to be kept beside our signed bytes; null where the authority did not authorize these. */
  protocolXml: string | null;
  /** For a service, the NFS-e that the authority made of our DPS. */
  procXml: string | null;
  /** The number is spent, although we have no note with it: the next attempt draws another. */
  isNumberSpent: boolean;
  /** The key that owns the number, where the authority names it. */
  otherKey: string | null;
  /** The receipt of the note's lot, by which the result is polled. */
  receipt: string | null;
  /** The key of the note, where the authority names it in answer to a question that named something else. */
  foundKey: string | null;
  /** For a service, the amounts that the authority computed. */
  service: AuthorityAmounts | null;
};

/** Turns an answer into the document's state, its XML and its event, all in one transaction. */
export async function settleNote(
  tx: Transaction,
  authority: Authority,
  document: Document,
  answer: ReadAnswer,
  now: Date,
): Promise<Progress<EmissionEnd>> {
  const { cStat, xMotivo, otherKey } = answer;
  const { called } = authority;
  const words = `${cStat} - ${xMotivo}`;
  switch (answer.says) {
    case 'authorized':
    case 'cancelled':
      return authorized(tx, authority, document, answer, now);
    case 'denied':
      await keepProc(tx, document, answer);
      await rejectDocument(tx, document, { reason: words, cStat, denied: true });
      return { kind: 'settled', end: 'REJECTED' };
    case 'rejected':
      await rejectDocument(tx, document, { reason: words, cStat, denied: answer.isNumberSpent });
      return { kind: 'settled', end: 'REJECTED' };
    case 'mismatch': {
      const key = document.accessKey ?? otherKey;
      const reason = `${capitalized(called.the)} guarda outro conteúdo sob a chave ${key}.`;
      return { kind: 'stop', reason };
    }
    case 'otherKeyThere': {
      const reason = `Outra chave ocupa o número ${document.number}${otherKey ? `: ${otherKey}` : ''} (${words}).`;
      return { kind: 'stop', reason };
    }
    case 'throttled':
      return throttledProgress(authority, words, now);
    case 'mend':
      return mendProgress(words);
    case 'paused':
      return pausedProgress(authority, words);
    case 'processing':
      return { kind: 'wait', pause: 'processing', reason: `Lote em processamento ${called.at}: ${words}` };
    case 'again':
      return { kind: 'wait', pause: 'processing', reason: `O serviço ${called.of} voltou.` };
    case 'alreadyThere':
    case 'notFound':
    case 'unanswered':
      return { kind: 'wait', pause: 'unanswered', reason: `Consultando a nota ${called.at} (${words})` };
  }
}

async function authorized(
  tx: Transaction,
  { called }: Authority,
  document: Document,
  answer: ReadAnswer,
  now: Date,
): Promise<Progress<EmissionEnd>> {
  const { authorization, says, xMotivo } = answer;
  if (!authorization) throw new TypeError(`an answer authorizes document ${document.id} without saying what`);
  await keepProc(tx, document, answer);
  document.accessKey = authorization.accessKey;
  document.authorize(authorization);
  if (answer.service) takeAmounts(tx, document, answer.service);
  await recordEvent(tx, 'DOCUMENT_AUTHORIZED', document);
  await tellReplaced(tx, document);
  if (answer.service) await replaceEarlier(tx, document, now);
  if (says === 'cancelled') {
    document.cancel(`Cancelada ${called.at}: ${xMotivo}`, now);
    await recordEvent(tx, 'DOCUMENT_CANCELLED', document);
  }
  return { kind: 'settled', end: 'AUTHORIZED' };
}

/** Stores the authority's protocol or NFS-e beside the signed bytes. There is neither for a note of goods that was signed elsewhere and adopted. */
async function keepProc(
  { em }: Transaction,
  { id, attempt }: Document,
  { protocolXml, procXml, authorization }: ReadAnswer,
): Promise<void> {
  if (protocolXml === null && procXml === null) return;
  const accessKey = authorization?.accessKey ?? null;
  await em.execute(
    `${sentAhead}update emission set protocol_xml = ?, proc_xml = ?, access_key = coalesce(access_key, ?) where document_id = ? and attempt = ?`,
    [protocolXml, procXml, accessKey, id, attempt],
  );
}

/** Tells the runs of the notes that this one replaced: it has its protocol, so that those may be cancelled. */
async function tellReplaced({ em, replaced }: Transaction, { id, attempt, contingencyMode }: Document): Promise<void> {
  if (attempt === 1 || !contingencyMode) return;
  const open = await em.find(ReplacedNote, { document: id, settledAt: null }, { fields: ['id'] });
  for (const note of open) replaced.add(note.id);
}

/** Puts the amounts that the authority computed for a service in place of ours. */
function takeAmounts({ em }: Transaction, document: Document, facts: AuthorityAmounts): void {
  const content = document.computed;
  if (content?.model !== null) return;
  em.assign(document, { computed: withAuthorityAmounts(content, facts) });
}

const replacement = 'CANCELLATION_BY_SUBSTITUTION';

/**
 * Cancels the document that an authorized NFS-e replaces, in the same commit: the authority made its event 105102 when it took the new one. A run
 * of its own asks for the XML of that event. An NFS-e that was not issued here has no document to cancel.
 */
async function replaceEarlier(tx: Transaction, document: Document, now: Date): Promise<void> {
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
    ...waitsFor('START', now),
  });
  tx.events.add(id);
  earlier.cancel(justification, now);
  await recordEvent(tx, 'DOCUMENT_CANCELLED', earlier);
}
