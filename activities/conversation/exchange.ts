import { Context } from '@temporalio/activity';
import { WireFault } from '../../adapters/mutual-tls/wire-fault.ts';
import type { Authority, Message } from '../../domain/conversation/authority.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import { calledAt } from './called.ts';
import { closeCall, type OpenCall, type OpenedCall } from './calls.ts';
import { type FaultKind, faultInWords, faultKindOf } from './fault-in-words.ts';

/** The outcome of one message: an answer that was read, or none. */
export type Exchanged<Answer> = { kind: 'answer'; call: OpenCall; answer: Answer; raw: string } | NoAnswer;

/** No answer: a fault, which is already written to its call; or silence that the authority asked for, so that nothing was sent. */
export type NoAnswer =
  | {
      kind: 'fault';
      fault: FaultKind;
      /** The HTTP status that came in place of an answer; null where none came. */
      httpStatus: number | null;
      reason: string;
    }
  | { kind: 'silence'; untilMs: number };

/** A message whose call is open, or is not to be made. */
export type ToSend<Answer> = {
  authority: Authority;
  subject: string;
  identity: SigningIdentity;
  message: Message<Answer>;
  opened: OpenedCall;
};

const unknown = { authorizer: 'unknown', environment: 'unknown' };

/** Sends one message to an authority, for which a call is open, and reads the answer. It completes the call only on a fault. */
export async function exchange<Answer extends { cStat: string | null }>(
  parts: Parts,
  { authority, subject, identity, message, opened }: ToSend<Answer>,
): Promise<Exchanged<Answer>> {
  if ('silentUntil' in opened) return { kind: 'silence', untilMs: opened.silentUntil.getTime() };
  const { service, request } = message;
  let raw: string | null = null;
  const began = performance.now();
  const tell = (result: string, cStat: string | null): void => {
    const seconds = (performance.now() - began) / 1000;
    parts.metrics.asked({ ...(calledAt(request.url) ?? unknown), service, result, cStat, seconds });
  };
  try {
    const signal = Context.current().cancellationSignal;
    const answer = await parts.wire.say({ ...request, identity: identity.tls, signal });
    raw = answer.body;
    const read = message.read(answer);
    tell('answer', read.cStat);
    return { kind: 'answer', call: opened, answer: read, raw };
  } catch (error) {
    if (!(error instanceof WireFault) && !authority.isUnreadable(error)) throw error;
    tell(error instanceof WireFault ? error.reason : 'unreadable', null);
    const sent = !(error instanceof WireFault) || error.sent;
    const answer = raw ?? (error instanceof WireFault ? error.answer : null);
    await parts.steps(() => closeCall(acrossCompanies(parts.orm), opened.id, { answer, fault: error.message, sent }));
    const { url } = request;
    parts.logger.warn('the authority did not answer', { subject, service, url, fault: error.message });
    const httpStatus = error instanceof WireFault ? error.status : null;
    return { kind: 'fault', fault: faultKindOf(error), httpStatus, reason: faultInWords(error, authority.called) };
  }
}
