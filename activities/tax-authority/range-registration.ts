import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { nextRangeStep } from '../../domain/emission/next-range-step.ts';
import type { InutilizationEnd, Progress } from '../../domain/emission/progress.ts';
import { Inutilization } from '../../domain/inutilizations/inutilization.entity.ts';
import { consStatServ } from '../../domain/sefaz/messages.ts';
import { procInutNFe } from '../../domain/sefaz/proc-nfe.ts';
import { callsAbout, closeCall } from '../calls.ts';
import { rangeSubject } from '../inutilization.ts';
import { recordInutilized, wake } from '../outbox.ts';
import type { Parts } from '../parts.ts';
import { converse, type Heard, type Topic } from './converse.ts';
import { type RangeAnswer, readRange, readRangeStatus } from './range-answer.ts';
import { certificateMissing, obstacleProgress, unansweredProgress, unheardProgress, waitProgress } from './waits.ts';

/** The next step of giving up a range of numbers; see the activity `inutilize`. */
export async function inutilizeStep(parts: Parts, id: string, attempt: number): Promise<Progress<InutilizationEnd>> {
  const em = acrossCompanies(parts.orm);
  const progress = await progressOf(parts, em, id, attempt);
  if (progress.kind !== 'settled') {
    await em.nativeUpdate(Inutilization, { id, attempt, status: 'PENDING' }, { reason: progress.reason });
  }
  return progress;
}

async function progressOf(
  parts: Parts,
  em: EntityManager,
  id: string,
  attempt: number,
): Promise<Progress<InutilizationEnd>> {
  const range = await em.findOneOrFail(Inutilization, { id }, { populate: ['signedXml'] });
  if (range.status !== 'PENDING' || range.attempt !== attempt) return { kind: 'settled', end: endOf(range) };
  const company = await em.findOneOrFail(Company, { id: range.company });
  const identity = await parts.identities.of(em, company.id);
  if (!identity || identity.notAfter <= new Date()) return certificateMissing;
  const topic = {
    company: { id: company.id, state: company.settings?.address.state ?? '' },
    environment: range.environment,
    model: range.model,
    identity,
    subject: rangeSubject(range, company),
  };
  return takeStep(parts, em, range, topic);
}

async function takeStep(
  parts: Parts,
  em: EntityManager,
  range: Inutilization,
  topic: Topic,
): Promise<Progress<InutilizationEnd>> {
  const step = nextRangeStep(await callsAbout(em, topic.subject), Date.now());
  switch (step.do) {
    case 'wait':
      return waitProgress(step);
    case 'send': {
      const message = range.signedXml ?? '';
      return hear(parts, range, await converse(parts, topic, { service: 'NfeInutilizacao', message, read: readRange }));
    }
    case 'checkService': {
      const message = consStatServ({ environment: topic.environment, state: topic.company.state });
      const question = { service: 'NfeStatusServico', message, read: readRangeStatus } as const;
      return hear(parts, range, await converse(parts, topic, question));
    }
  }
}

async function hear(
  parts: Parts,
  { id }: Inutilization,
  heard: Heard<RangeAnswer>,
): Promise<Progress<InutilizationEnd>> {
  if (heard.kind !== 'answer') return unheardProgress(heard);
  const { answer, callId, raw } = heard;
  const { endpoints, progress } = await acrossCompanies(parts.orm).transactional(async (tx) => {
    await closeCall(tx, callId, { cStat: answer.cStat, answer: raw });
    const whole = { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['signedXml'] } as const;
    const range = await tx.findOneOrFail(Inutilization, { id }, whole);
    if (range.status !== 'PENDING') return { endpoints: [], progress: { kind: 'settled', end: endOf(range) } as const };
    return settle(tx, range, answer);
  });
  await wake(parts, endpoints);
  return progress;
}

async function settle(
  em: EntityManager,
  range: Inutilization,
  { cStat, xMotivo, result, outcome }: RangeAnswer,
): Promise<{ endpoints: string[]; progress: Progress<InutilizationEnd> }> {
  const words = `${cStat} - ${xMotivo}`;
  const asking = `Perguntando de novo à SEFAZ pela inutilização (${words})`;
  const goOn = (progress: Progress<InutilizationEnd>) => ({ endpoints: [], progress });
  if (outcome === null) return goOn(unansweredProgress(asking));
  switch (outcome.kind) {
    case 'registered':
    case 'alreadyThere': {
      // 563 tells the protocol of the first time, and is no registration to keep beside what was signed.
      const procXml = outcome.kind === 'registered' && result ? procInutNFe(range.signedXml ?? '', result.raw) : null;
      const inutilizationDate = result?.dhRecbto ? new Date(result.dhRecbto) : new Date();
      const protocol = result?.nProt ?? null;
      em.assign(range, { status: 'AUTHORIZED', cStat, reason: xMotivo, protocol, inutilizationDate, procXml });
      const endpoints = await recordInutilized(em, range);
      return { endpoints, progress: { kind: 'settled', end: endOf(range) } };
    }
    case 'rejected':
      em.assign(range, { status: 'REJECTED', cStat, reason: xMotivo });
      return goOn({ kind: 'settled', end: endOf(range) });
    default:
      return goOn(obstacleProgress(outcome, words, asking));
  }
}

function endOf({ status, cStat, reason }: Inutilization): InutilizationEnd {
  return { status: status === 'AUTHORIZED' ? 'AUTHORIZED' : 'REJECTED', cStat: cStat ?? null, reason: reason ?? null };
}
