import { LockMode } from '@mikro-orm/core';
import { acrossCompanies } from '../../operations/in-company.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { nextStep, type Step } from '../../domain/emission/next-step.ts';
import type { EmissionEnd, Progress } from '../../domain/emission/progress.ts';
import { closeCall } from '../calls.ts';
import { wake } from '../outbox.ts';
import type { Parts } from '../parts.ts';
import { alreadySettled, type Attempt, attemptOf, isOpen } from './attempt.ts';
import { converse } from './converse.ts';
import { judge } from './judgement.ts';
import { type Question, questionOf } from './question.ts';
import { settle } from './settlement.ts';
import { situationOf } from './situation.ts';
import { certificateMissing, unheardProgress, waitProgress } from './waits.ts';

/** The next step of one attempt; see the activity `authorize`. */
export async function authorizeStep(parts: Parts, documentId: string, attempt: number): Promise<Progress<EmissionEnd>> {
  const em = acrossCompanies(parts.orm);
  const situation = await situationOf(em, documentId, attempt);
  if (!isOpen(situation, attempt)) return alreadySettled(situation);
  const at = await attemptOf(parts, em, situation);
  const step = nextStep(situation.calls, Date.now());
  const progress = at === null ? certificateMissing : await takeStep(parts, at, step);
  const waitingFor = progress.kind === 'settled' ? null : progress.reason;
  if (waitingFor !== null) {
    await em.nativeUpdate(Document, { id: documentId, attempt, status: 'PROCESSING' }, { waitingFor });
  }
  return progress;
}

async function takeStep(parts: Parts, at: Attempt, step: Step): Promise<Progress<EmissionEnd>> {
  if (step.do === 'wait' || step.do === 'stop') return waitProgress(step);
  return say(parts, at, questionOf(step, at));
}

/** Says one thing, writes the answer and what follows from it in one transaction, and tells how to go on. */
export async function say(parts: Parts, at: Attempt, question: Question): Promise<Progress<EmissionEnd>> {
  const heard = await converse(parts, at.topic, question);
  if (heard.kind !== 'answer') return unheardProgress(heard);
  const { documentId, attempt, takesAny, prepared, topic } = at;
  const { answer, callId, raw } = heard;
  const { endpoints, progress } = await acrossCompanies(parts.orm).transactional(async (tx) => {
    const { digestValue, signedXml } = prepared;
    const judgement = judge(question.role, answer, { accessKey: topic.subject, digestValue, signedXml, takesAny });
    await closeCall(tx, callId, { cStat: judgement.cStat, answer: raw });
    if (answer.receipt) await tx.nativeUpdate(Emission, { document: documentId, attempt }, { receipt: answer.receipt });
    const document = await tx.findOneOrFail(Document, { id: documentId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (document.status !== 'PROCESSING' || document.attempt !== attempt) {
      return { endpoints: [], progress: alreadySettled(document) };
    }
    return settle(tx, document, judgement);
  });
  await wake(parts, endpoints);
  return progress;
}
