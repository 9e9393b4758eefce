import { Context } from '@temporalio/activity';
import { WireFault } from '../../adapters/mutual-tls/wire-fault.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { Evidence } from '../../domain/contingency/judge.ts';
import type { Authority, Message } from '../../domain/conversation/authority.ts';
import { authorizerAt } from '../../domain/sefaz/endpoints.ts';
import { nfseServiceAt } from '../../domain/sefin/authority.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { inSpan } from '../../telemetry/spans.ts';
import { learn } from '../authority/learn.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import { closeCall, type OpenCall, type OpenedCall, type ShutService } from './calls.ts';
import { faultInWords, type FaultKind, faultKindOf } from '../../adapters/mutual-tls/fault-in-words.ts';

/** The outcome of one message: an answer that was read, or none. */
export type ExchangeResult<Answer> = { kind: 'answer'; call: OpenCall; answer: Answer; raw: string } | NoAnswer;

/**
 * No answer: a fault, which is already written to its call; or nothing was sent, because the authority asked for silence or its service is shut.
 */
export type NoAnswer =
  | {
      kind: 'fault';
      fault: FaultKind;
      /** The HTTP status that came in place of an answer; null where none came. */
      httpStatus: number | null;
      reason: string;
    }
  | { kind: 'silence'; untilMs: number }
  | ({ kind: 'shut' } & ShutService);

/** What every answer says; `xMotivo` is in the authority's words. */
type StatusWords = { cStat: string; xMotivo?: string };

/** A message whose call is open, or is not to be made. */
export type OpenedMessage<Answer> = {
  authority: Authority;
  subject: string;
  identity: SigningIdentity;
  message: Message<Answer>;
  opened: OpenedCall;
};

const unknown = { authorizer: 'unknown', environment: 'unknown' };

/** Sends one message to an authority, for which a call is open, and reads the answer. It completes the call only on a fault. */
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
    await learn(parts, message.judged, { kind: 'answer', cStat, words: xMotivo ?? '' });
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
    if (evidence) await learn(parts, message.judged, evidence);
    return { kind: 'fault', fault, httpStatus, reason };
  }
}

/** What a fault says of the service; null where it is ours: a certificate, our trust, or a worker that stops. */
function evidenceOf(error: Error, said: { reason: string; sentAt: Date }): Evidence | null {
  const isOurs = ['certificate', 'untrusted'].includes(faultKindOf(error));
  return isOurs || (error instanceof WireFault && error.reason === 'cancelled') ? null : { kind: 'fault', ...said };
}

/** Who answers at an address, as the portals call him, and for which environment. */
type Callee = { authorizer: string; environment: Environment };

/** Whom a message to this address reaches; null where none of the tables has it. */
function calledAt(url: string): Callee | null {
  return authorizerAt(url) ?? nfseServiceAt(url);
}
