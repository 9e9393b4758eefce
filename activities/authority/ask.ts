import {
  afterClaim,
  afterEnd,
  afterNobody,
  afterQuestion,
  type StatusResult,
  questionMs,
} from '../../domain/contingency/judge.ts';
import type { AuthorityService, Message } from '../../domain/conversation/authority.ts';
import { readRetConsStatServ, type ServiceStatus } from '../../domain/sefaz/answers.ts';
import { sefaz, sefazMessage } from '../../domain/sefaz/authority.ts';
import { statusStateOf } from '../../domain/sefaz/endpoints.ts';
import { consStatServ } from '../../domain/sefaz/messages.ts';
import { recordStanding, type StandingChange } from '../../operations/authority/announce.ts';
import { type AskingCompany, askersOf, statusSubject } from '../../operations/authority/asking-companies.ts';
import { isLately, knownStandingOf, lockedStanding, writeStanding } from '../../operations/authority/standings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { closeCall, type OpenCall, openCall } from '../conversation/calls.ts';
import { exchange } from '../conversation/exchange.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import { transactAndWake } from '../wake.ts';
import { logChange } from './learn.ts';

/** The company that asks for a service's status, and the open call of that question. */
type OpenedQuestion = { asker: AskingCompany; identity: SigningIdentity; call: OpenCall };

/** Asks for the status of a service, if it may be asked now, and writes what the answer changes. @returns whether it was asked */
export async function askStatus(parts: Parts, service: AuthorityService): Promise<boolean> {
  const paceMs = parts.statusPaceMs;
  const askers = await parts.steps(() => askersOf(acrossCompanies(parts.orm), service, { now: parts.now(), paceMs }));
  const isClaimed = await parts.steps(() => claim(parts, service, { isToBeAsked: askers.length > 0 }));
  if (!isClaimed) return false;
  const asking = await parts.steps(() => openQuestion(parts, service, askers));
  if (!asking) {
    parts.logger.warn('no company may ask about a service now', service);
    return false;
  }
  const { call, identity, asker } = asking;
  const subject = statusSubject(service);
  const message = questionOf(service, asker.state);
  const exchanged = await exchange(parts, { authority: sefaz, subject, identity, message, opened: call });
  if (exchanged.kind === 'answer') {
    const { answer, raw } = exchanged;
    const heard = { kind: 'answer', cStat: answer.cStat, words: answer.xMotivo } as const;
    await heed(parts, service, { heard, call: { ...call, answer: raw } });
  } else if (exchanged.kind === 'fault') {
    const isOurs = exchanged.fault === 'certificate' || exchanged.fault === 'untrusted';
    await heed(parts, service, { heard: isOurs ? null : { kind: 'none', reason: exchanged.reason }, call: null });
  }
  const result = exchanged.kind === 'answer' ? exchanged.answer.cStat : 'none';
  parts.metrics.statusAsked({ ...service, result });
  return true;
}

/** The status question. No actor keeps its standing (`authorityService: null`), so that it is sent while the service is shut. */
function questionOf(
  { authorizer, environment, model, state }: AuthorityService,
  askerState: string,
): Message<ServiceStatus> {
  const isSvc = state !== '';
  const asked = isSvc ? askerState : statusStateOf(authorizer, model, environment, askerState);
  const at = { state: asked, model, environment, isSvc };
  const message = consStatServ({ environment, state: asked });
  const question = sefazMessage(at, { service: 'NfeStatusServico', message, read: readRetConsStatServ });
  return { ...question, authorityService: null, request: { ...question.request, timeoutMs: questionMs } };
}

/** The first company that may speak to the authority now, with its call open; null where none may. */
async function openQuestion(
  parts: Parts,
  service: AuthorityService,
  askers: AskingCompany[],
): Promise<OpenedQuestion | null> {
  const em = acrossCompanies(parts.orm);
  const { environment } = service;
  const subject = statusSubject(service);
  for (const asker of askers) {
    const identity = await parts.identities.byId(em, asker.certificateId);
    const opened = await openCall(em, sefaz, { speaker: asker, environment, subject, service: 'NfeStatusServico' });
    if ('id' in opened) return { asker, identity, call: opened };
  }
  return null;
}

/** `heard` is null where the fault is ours and tells nothing about the service. */
type QuestionOutcome = { heard: StatusResult | null; call: (OpenCall & { answer: string }) | null };

/** Writes how the service stands after the question, with the answer's call, and announces a change. */
async function heed(parts: Parts, service: AuthorityService, { heard, call }: QuestionOutcome): Promise<void> {
  const { change, after } = await parts.steps(() =>
    transactAndWake(parts, async (tx) => {
      const now = parts.now();
      if (call && heard?.kind === 'answer')
        await closeCall(tx.em, call.id, { cStat: heard.cStat, answer: call.answer });
      const row = await lockedStanding(tx.em, service, now);
      const before = knownStandingOf(row, now);
      const moment = { at: now, paceMs: parts.statusPaceMs };
      const known = heard === null ? before : afterQuestion(before, heard, service.state !== '', moment);
      const after = afterEnd(known, moment);
      const change: StandingChange | null = await recordStanding(tx, row, after, now);
      return { after, change };
    }),
  );
  parts.standings.keep(service, after);
  if (change) logChange(parts, change);
}

/**
 * Claims the one status question that an authorizer may be asked within a pace. The claim is committed before the question is sent, so that nobody
 * asks too early, whatever becomes of the question. An SVC answers for all of its states at one address, so that these states share the pace.
 *
 * @returns whether the service may be asked now
 */
function claim(parts: Parts, service: AuthorityService, { isToBeAsked }: { isToBeAsked: boolean }): Promise<boolean> {
  const { authorizer, environment, model } = service;
  const paceMs = parts.statusPaceMs;
  return acrossCompanies(parts.orm).transactional(async (em) => {
    await em.execute(`select pg_advisory_xact_lock(hashtextextended(?, 0))`, [
      `authority/${authorizer}/${environment}/${model}`,
    ]);
    const at = parts.now();
    const row = await lockedStanding(em, service, at);
    const [last] = await em.execute<{ isRecent: boolean | null }[]>(
      `select coalesce(bool_or(${isLately('asked_at', '?::timestamptz')}), false) as "isRecent" from authority_standing
       where authorizer = ? and environment = ? and model = ?`,
      [at, paceMs / 1000, at, authorizer, environment, model],
    );
    const before = knownStandingOf(row, at);
    if (last?.isRecent || (before.notBefore && before.notBefore > at)) return false;
    const after = isToBeAsked ? afterClaim : afterNobody;
    writeStanding(em, row, after(before, { at, paceMs }), at);
    return true;
  });
}
