import { Context } from '@temporalio/activity';
import { WireFault } from '../../adapters/mutual-tls/wire-fault.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { Evidence } from '../../domain/contingency/judge.ts';
import type { Authority, Message } from '../../domain/conversation/authority.ts';
import { authorizerAt } from '../../domain/sefaz/endpoints.ts';
import { nfseServiceAt } from '../../domain/sefin/authority.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { inSpan } from '../../telemetry/spans.ts';
import { learnStanding } from '../authority/learn.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import { closeCall, type OpenCall, type OpenedCall, type ShutService } from './calls.ts';
import { faultInWords, type FaultKind, faultKindOf } from '../../adapters/mutual-tls/fault-in-words.ts';

/** The outcome of one message: the answer that was read, or why there is none. */
export type ExchangeResult<Answer> = { kind: 'answer'; call: OpenCall; answer: Answer; raw: string } | NoAnswer;

/**
 * Why there is no answer: a fault, already written to its call; or nothing was sent, because the authority asked for silence or its service is
 * shut.
 */
export type NoAnswer =
  | {
      kind: 'fault';
      fault: FaultKind;
      /** The HTTP status of a response that came in place of an answer; null where none came. */
      httpStatus: number | null;
      reason: string;
    }
  | { kind: 'silence'; untilMs: number }
  | ({ kind: 'shut' } & ShutService);

/** The fields that every answer has; `xMotivo` is the authority's own text. */
type StatusWords = { cStat: string; xMotivo?: string };

/** A message, with its open call or the reason why it may not be sent. */
export type OpenedMessage<Answer> = {
  authority: Authority;
  subject: string;
  identity: SigningIdentity;
  message: Message<Answer>;
  opened: OpenedCall;
};

const unknown = { authorizer: 'unknown', environment: 'unknown' };

/** Sends one message whose call is open to an authority, and reads the answer. Only on a fault does it complete the call; else the caller does. */
export async function exchange<Answer extends StatusWords>(
  parts: Parts,
  { authority, subject, identity, message, opened }: OpenedMessage<Answer>,
): Promise<ExchangeResult<Answer>> {
  if ('shut' in opened) return { kind: 'shut', ...opened.shut };
  if ('silentUntil' in opened) return { kind: 'silence', untilMs: opened.silentUntil.getTime() };
  const { service, request } = message;
  const { url } = request;
  const { host } = new URL(url);
  const startedMs = performance.now();
  const sentAt = parts.now();
  const durationMs = (): number => Math.round(performance.now() - startedMs);
  const count = (result: string, cStat: string | null): void => {
    const seconds = (performance.now() - startedMs) / 1000;
    parts.metrics.asked({ ...(calledAt(url) ?? unknown), service, result, cStat, seconds });
  };
  const attributes = { 'lavra.service': service, 'server.address': host, 'lavra.subject': subject };
  parts.logger.info('message sent', { service, host, subject });
  const heard: { raw: string | null } = { raw: null };
  try {
    const signal = Context.current().cancellationSignal;
    const { answer, raw } = await inSpan(service, { kind: 'client', attributes }, async (span) => {
      const said = await parts.wire.say({ ...request, identity: identity.tls, signal });
      heard.raw = said.body;
      const read = message.read(said);
      span.set({ 'http.response.status_code': said.status, 'lavra.c_stat': read.cStat });
      return { answer: read, raw: said.body };
    });
    const { cStat, xMotivo } = answer;
    count('answer', cStat);
    parts.logger.info('answer received', { service, host, subject, cStat, xMotivo, durationMs: durationMs() });
    await learnStanding(parts, message.authorityService, { kind: 'answer', cStat, words: xMotivo ?? '' });
    return { kind: 'answer', call: opened, answer, raw };
  } catch (error) {
    if (!(error instanceof WireFault) && !authority.isUnreadable(error)) throw error;
    count(error instanceof WireFault ? error.reason : 'unreadable', null);
    const sent = !(error instanceof WireFault) || error.sent;
    const answer = heard.raw ?? (error instanceof WireFault ? error.answer : null);
    const reason = faultInWords(error, authority.called);
    const detail = error instanceof WireFault ? (error.detail ?? error.reason) : null;
    const told = detail === null ? reason : `${reason} (${detail})`;
    await parts.steps(() => closeCall(acrossCompanies(parts.orm), opened.id, { answer, fault: told, sent }));
    const facts = { subject, service, url, durationMs: durationMs() };
    parts.logger.warn('the authority did not answer', { ...facts, isSent: sent, fault: error.message });
    const httpStatus = error instanceof WireFault ? error.status : null;
    const fault = faultKindOf(error);
    const evidence = evidenceOf(error, { reason, sentAt });
    if (evidence) await learnStanding(parts, message.authorityService, evidence);
    return { kind: 'fault', fault, httpStatus, reason };
  }
}

/** What a fault says about the service; null where the fault is ours: a certificate, our list of trusted authorities, or a worker that stops. */
function evidenceOf(error: Error, said: { reason: string; sentAt: Date }): Evidence | null {
  const isOurs = ['certificate', 'untrusted'].includes(faultKindOf(error));
  return isOurs || (error instanceof WireFault && error.reason === 'cancelled') ? null : { kind: 'fault', ...said };
}

/** Who answers at an address: the authorizer as the portals name it, and the environment. */
type Callee = { authorizer: string; environment: Environment };

/** Who answers at this address; null where none of our tables has it. */
function calledAt(url: string): Callee | null {
  return authorizerAt(url) ?? nfseServiceAt(url);
}
