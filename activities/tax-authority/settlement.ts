import type { EntityManager } from '../../config/orm.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import type { EmissionEnd, Progress } from '../../domain/emission/progress.ts';
import { nfeProc } from '../../domain/sefaz/proc-nfe.ts';
import { otherKeyIn } from '../../domain/sefaz/outcomes.ts';
import type { Protocol } from '../../domain/sefaz/protocol.ts';
import { rejectDocument } from '../emission.ts';
import { recordEvent } from '../outbox.ts';
import type { Judgement } from './judgement.ts';
import { mendProgress, pausedProgress, throttledProgress } from './waits.ts';

type Settlement = { endpoints: string[]; progress: Progress<EmissionEnd> };

/** Turns a judgement into the document's state, its XML and its event, all in the transaction `em`. */
export async function settle(em: EntityManager, document: Document, judgement: Judgement): Promise<Settlement> {
  const { cStat, xMotivo, protocol } = judgement;
  const words = `${cStat} - ${xMotivo}`;
  const goOn = (progress: Progress<EmissionEnd>): Settlement => ({ endpoints: [], progress });
  switch (judgement.verdict) {
    case 'authorized':
    case 'cancelled':
      return authorized(em, document, judgement, protocol!);
    case 'denied':
      await keepProc(em, document, judgement);
      return rejected(await rejectDocument(em, document, { reason: words, cStat, denied: true }));
    case 'rejected':
      return rejected(await rejectDocument(em, document, { reason: words, cStat, denied: judgement.isNumberSpent }));
    case 'mismatch':
      return goOn({ kind: 'stop', reason: `A SEFAZ guarda outro conteúdo sob a chave ${document.accessKey}.` });
    case 'otherKeyThere': {
      const other = otherKeyIn(xMotivo);
      return goOn({
        kind: 'stop',
        reason: `Outra chave ocupa o número ${document.number}${other ? `: ${other}` : ''} (${words}).`,
      });
    }
    case 'throttled':
      return goOn(throttledProgress(words));
    case 'mend':
      return goOn(mendProgress(words));
    case 'paused':
      return goOn(pausedProgress(words));
    case 'processing':
      return goOn({ kind: 'wait', pause: 'processing', reason: `Lote em processamento na SEFAZ: ${words}` });
    case 'again':
      return goOn({ kind: 'wait', pause: 'processing', reason: 'O serviço da SEFAZ voltou.' });
    case 'alreadyThere':
    case 'notFound':
    case 'unanswered':
      return goOn({ kind: 'wait', pause: 'unanswered', reason: `Consultando a chave na SEFAZ (${words})` });
  }
}

async function authorized(
  em: EntityManager,
  document: Document,
  judgement: Judgement,
  protocol: Protocol,
): Promise<Settlement> {
  await keepProc(em, document, judgement);
  document.accessKey = protocol.chNFe;
  document.authorize({
    protocol: protocol.nProt,
    authorizedAt: new Date(protocol.dhRecbto),
    cStat: protocol.cStat,
    alerts: protocol.messages.map(({ cMsg, xMsg }) => ({ code: cMsg, message: xMsg })),
  });
  const endpoints = await recordEvent(em, 'DOCUMENT_AUTHORIZED', document);
  if (judgement.verdict === 'cancelled') {
    document.cancel(`Cancelada na SEFAZ: ${judgement.xMotivo}`, new Date());
    endpoints.push(...(await recordEvent(em, 'DOCUMENT_CANCELLED', document)));
  }
  return { endpoints, progress: { kind: 'settled', end: 'AUTHORIZED' } };
}

/** Keeps the whole nfeProc, the signed bytes beside the authority's; a note adopted from elsewhere has no bytes of ours. */
async function keepProc(em: EntityManager, document: Document, { protocol, signedXml }: Judgement): Promise<void> {
  if (!protocol || !signedXml) return;
  const procXml = nfeProc(signedXml, protocol.raw);
  await em.execute('update emission set proc_xml = ? where document_id = ? and attempt = ?', [
    procXml,
    document.id,
    document.attempt,
  ]);
}

function rejected(endpoints: string[]): Settlement {
  return { endpoints, progress: { kind: 'settled', end: 'REJECTED' } };
}
