import { LockMode } from '@mikro-orm/core';
import { acrossCompanies, type EntityManager } from '../../config/orm.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { nextStep, type Step } from '../../domain/emission/next-step.ts';
import type { EmissionEnd, Progress } from '../../domain/emission/progress.ts';
import {
  readRetConsReciNFe,
  readRetConsSitNFe,
  readRetConsStatServ,
  readRetEnviNFe,
} from '../../domain/sefaz/answers.ts';
import { consReciNFe, consSitNFe, consStatServ, enviNFe } from '../../domain/sefaz/messages.ts';
import { closeCall } from '../calls.ts';
import { rejectDocument } from '../emission.ts';
import { wake } from '../outbox.ts';
import type { Parts } from '../parts.ts';
import { converse, type Heard, type Topic } from './converse.ts';
import { judge, type Judgement } from './judgement.ts';
import { settle } from './settlement.ts';
import { type Situation, situationOf } from './situation.ts';
import { faultProgress, waitProgress } from './waits.ts';

type Prepared = NonNullable<Situation['prepared']>;
type Attempt = { documentId: string; attempt: number; prepared: Prepared; topic: Topic; takesAny: boolean };

/** The next step of one attempt; see the activity `authorize`. */
export async function authorizeStep(parts: Parts, documentId: string, attempt: number): Promise<Progress<EmissionEnd>> {
  const em = acrossCompanies(parts.orm);
  const situation = await situationOf(em, documentId, attempt);
  if (!isOpen(situation, attempt)) return alreadySettled(situation);
  const at = await attemptOf(parts, em, situation);
  if (at === null) return { kind: 'mend', reason: 'A empresa está sem certificado A1 válido.' };

  const progress = await takeStep(parts, at, nextStep(situation.calls, Date.now()));
  const waitingFor = progress.kind === 'settled' ? null : progress.reason;
  if (waitingFor !== null)
    await em.nativeUpdate(Document, { id: documentId, attempt, status: 'PROCESSING' }, { waitingFor });
  return progress;
}

async function takeStep(parts: Parts, at: Attempt, step: Step): Promise<Progress<EmissionEnd>> {
  const { environment, company, subject } = at.topic;
  switch (step.do) {
    case 'wait':
    case 'stop':
      return waitProgress(step);
    case 'send': {
      const message = enviNFe({ idLote: idLote(), signedNFe: at.prepared.signedXml });
      return hear(
        parts,
        at,
        'send',
        await converse(parts, at.topic, { service: 'NfeAutorizacao', message, read: readLot }),
      );
    }
    case 'ask': {
      const message = consSitNFe({ environment, chNFe: subject });
      return hear(
        parts,
        at,
        'ask',
        await converse(parts, at.topic, { service: 'NfeConsultaProtocolo', message, read: readKey }),
      );
    }
    case 'poll': {
      const message = consReciNFe({ environment, nRec: at.prepared.receipt ?? '' });
      return hear(
        parts,
        at,
        'poll',
        await converse(parts, at.topic, { service: 'NfeRetAutorizacao', message, read: readReceipt }),
      );
    }
    case 'checkService': {
      const message = consStatServ({ environment, state: company.state });
      return hear(
        parts,
        at,
        'status',
        await converse(parts, at.topic, { service: 'NfeStatusServico', message, read: readStatus }),
      );
    }
  }
}

type Role = 'send' | 'ask' | 'poll' | 'status';
type Said = { cStat: string; xMotivo: string; protocol: Judgement['protocol']; receipt: string | null };

/** Writes the answer and what follows from it in one transaction, then says how to go on. */
async function hear(parts: Parts, at: Attempt, role: Role, heard: Heard<Said>): Promise<Progress<EmissionEnd>> {
  if (heard.kind === 'fault') return faultProgress(heard);
  const { documentId, attempt } = at;
  const { answer, callId, raw } = heard;
  const { endpoints, progress } = await acrossCompanies(parts.orm).transactional(async (tx) => {
    const { digestValue, signedXml } = at.prepared;
    const judgement = judge(role, answer, {
      accessKey: at.topic.subject,
      digestValue,
      signedXml,
      takesAny: at.takesAny,
    });
    await closeCall(tx, callId, { cStat: judgement.cStat, answer: raw });
    if (answer.receipt) await tx.nativeUpdate(Emission, { document: documentId, attempt }, { receipt: answer.receipt });
    const document = await tx.findOneOrFail(Document, { id: documentId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (document.status !== 'PROCESSING' || document.attempt !== attempt) {
      return { endpoints: [], progress: alreadySettled(document) };
    }
    return settle(tx, document, judgement);
  });
  await wake(parts.orm, endpoints).catch((error: unknown) => parts.logger.warn('could not wake endpoints', { error }));
  return progress;
}

/** A person gave up on the note, or the authority said it elsewhere: the attempt ends without authorization. */
export async function rejectStopped(parts: Parts, documentId: string, attempt: number): Promise<EmissionEnd> {
  const endpoints = await acrossCompanies(parts.orm).transactional(async (tx) => {
    const document = await tx.findOne(
      Document,
      { id: documentId, attempt, status: 'PROCESSING' },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!document) return [];
    const reason = `Encerrada por um operador. ${document.waitingFor ?? ''}`.trim();
    // The number may be taken at the authority: like a denied one, it is not used again.
    return rejectDocument(tx, document, { reason, cStat: document.cStat ?? null, denied: true });
  });
  await wake(parts.orm, endpoints);
  return 'REJECTED';
}

/**
 * Adopts the note the authority holds under `accessKey` as this document's own; null where it holds none that is authorized, or where it is
 * another document's.
 */
export async function adopt(
  parts: Parts,
  documentId: string,
  attempt: number,
  accessKey: string,
): Promise<EmissionEnd | null> {
  const em = acrossCompanies(parts.orm);
  const situation = await situationOf(em, documentId, attempt);
  if (!isOpen(situation, attempt)) return endOf(situation);
  const isTaken = (await em.count(Document, { accessKey, id: { $ne: documentId } })) > 0;
  const at = isTaken ? null : await attemptOf(parts, em, situation);
  if (at === null) return null;
  const topic = { ...at.topic, subject: accessKey };
  const message = consSitNFe({ environment: topic.environment, chNFe: accessKey });
  const heard = await converse(parts, topic, { service: 'NfeConsultaProtocolo', message, read: readKey });
  const progress = await hear(parts, { ...at, topic, takesAny: true }, 'ask', heard);
  return progress.kind === 'settled' ? progress.end : null;
}

async function attemptOf(parts: Parts, em: EntityManager, situation: Situation): Promise<Attempt | null> {
  const { documentId, currentAttempt: attempt, prepared, certificateId, companyId, state, environment } = situation;
  if (!prepared) throw new Error(`attempt ${attempt} of document ${documentId} was never prepared`);
  const identity = certificateId === null ? null : await parts.identities.byId(em, certificateId);
  if (!identity || identity.notAfter <= new Date()) return null;
  const topic = { company: { id: companyId, state }, environment, identity, subject: prepared.accessKey };
  return { documentId, attempt, prepared, topic, takesAny: false };
}

function isOpen({ status, currentAttempt }: Situation, attempt: number): boolean {
  return status === 'PROCESSING' && currentAttempt === attempt;
}

function alreadySettled(document: Pick<Document, 'status'>): Progress<EmissionEnd> {
  return { kind: 'settled', end: endOf(document) };
}

function endOf({ status }: Pick<Document, 'status'>): EmissionEnd {
  return status === 'AUTHORIZED' || status === 'CANCELLED' ? 'AUTHORIZED' : 'REJECTED';
}

const readLot = (raw: string): Said => {
  const { cStat, xMotivo, protocol, receipt } = readRetEnviNFe(raw);
  return { cStat, xMotivo, protocol, receipt: receipt?.nRec ?? null };
};
const readKey = (raw: string): Said => ({ ...readRetConsSitNFe(raw), receipt: null });
const readStatus = (raw: string): Said => ({ ...readRetConsStatServ(raw), protocol: null, receipt: null });
const readReceipt = (raw: string): Said => {
  const { cStat, xMotivo, protocols } = readRetConsReciNFe(raw);
  return { cStat, xMotivo, protocol: protocols[0] ?? null, receipt: null };
};

/** Any 15 digits that are not the same twice in a moment. */
function idLote(): string {
  return String(Date.now()).padStart(13, '0') + String(Math.floor(Math.random() * 100)).padStart(2, '0');
}
