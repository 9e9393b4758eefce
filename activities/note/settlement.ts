import type { Authority } from '../../domain/conversation/authority.ts';
import { ReplacedNote } from '../../domain/documents/replaced/replaced-note.entity.ts';
import type { EmissionEnd, Progress } from '../../domain/conversation/progress.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { recordEvent, type Transaction } from '../../operations/outbox.ts';
import { capitalized } from '../conversation/fault-in-words.ts';
import { mendProgress, pausedProgress, throttledProgress } from '../conversation/waits.ts';
import { rejectDocument } from './issue.ts';
import { replaceEarlier } from './service/replaced.ts';
import { takeAmounts } from './service/amounts.ts';
import type { ReadAnswer } from './read-answer.ts';

/** Turns a answer into the document's state, its XML and its event, all in one transaction. */
export async function settleNote(
  tx: Transaction,
  authority: Authority,
  document: Document,
  answer: ReadAnswer,
): Promise<Progress<EmissionEnd>> {
  const { cStat, xMotivo, otherKey } = answer;
  const { called } = authority;
  const words = `${cStat} - ${xMotivo}`;
  switch (answer.says) {
    case 'authorized':
    case 'cancelled':
      return authorized(tx, authority, document, answer);
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
      return throttledProgress(authority, words);
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
): Promise<Progress<EmissionEnd>> {
  const { authorization, says, xMotivo } = answer;
  if (!authorization) throw new TypeError(`an answer authorizes document ${document.id} without saying what`);
  await keepProc(tx, document, answer);
  document.accessKey = authorization.accessKey;
  document.authorize(authorization);
  if (answer.service) takeAmounts(tx, document, answer.service);
  await recordEvent(tx, 'DOCUMENT_AUTHORIZED', document);
  await tellReplaced(tx, document);
  if (answer.service) await replaceEarlier(tx, document);
  if (says === 'cancelled') {
    document.cancel(`Cancelada ${called.at}: ${xMotivo}`, new Date());
    await recordEvent(tx, 'DOCUMENT_CANCELLED', document);
  }
  return { kind: 'settled', end: 'AUTHORIZED' };
}

/** Keeps the signed bytes with the authority's beside them; a note adopted from elsewhere has no bytes of ours. */
async function keepProc(
  { em }: Transaction,
  { id, attempt }: Document,
  { procXml, authorization }: ReadAnswer,
): Promise<void> {
  if (procXml === null) return;
  const accessKey = authorization?.accessKey ?? null;
  await em.execute(
    'update emission set proc_xml = ?, access_key = coalesce(access_key, ?) where document_id = ? and attempt = ?',
    [procXml, accessKey, id, attempt],
  );
}

/** The note has its protocol: what it replaced may go. */
async function tellReplaced({ em, replaced }: Transaction, { id, attempt, contingencyMode }: Document): Promise<void> {
  if (attempt === 1 || !contingencyMode) return;
  const open = await em.find(ReplacedNote, { document: id, settledAt: null }, { fields: ['id'] });
  for (const note of open) replaced.add(note.id);
}
