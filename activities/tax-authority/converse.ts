import { Context } from '@temporalio/activity';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { AnswerUnreadable } from '../../domain/sefaz/answer-unreadable.ts';
import type { Model } from '../../domain/document-types.ts';
import { endpointOf, type Service } from '../../domain/sefaz/endpoints.ts';
import { envelope, openEnvelope } from '../../domain/sefaz/envelope.ts';
import { SoapFault } from '../../domain/sefaz/soap-fault.ts';
import { closeCall, openCall } from '../calls.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import { type FaultKind, faultKindOf, faultInWords } from './fault-in-words.ts';
import { TransportFault } from './transport-fault.ts';

/** Whose conversation it is and what it is about: an access key, or the Id of an event. */
export type Topic = {
  /** `state` is the company's, whose authority is spoken to. */
  company: { id: string; state: string };
  environment: Environment;
  /** Of the note that it is about. */
  model: Model;
  identity: SigningIdentity;
  subject: string;
};

/** What came of one message: an answer that was read, or nothing. */
export type Heard<Answer> = { kind: 'answer'; callId: string; answer: Answer; raw: string } | Unheard;

/** A fault that is already written down, or silence, which the authority asked for (656): then nothing was said at all. */
export type Unheard = { kind: 'fault'; fault: FaultKind; reason: string } | { kind: 'silence'; untilMs: number };

/** Says one thing to the authority and reads what it answers; the call is remembered before and, on a fault, completed after. */
export async function converse<Answer>(
  parts: Parts,
  topic: Topic,
  {
    service,
    message,
    read,
    isNational = false,
  }: { service: Service; message: string; read: (raw: string) => Answer; isNational?: boolean },
): Promise<Heard<Answer>> {
  const { company, environment, model, identity, subject } = topic;
  const { url, action } = endpointOf({ state: company.state, model, environment, service, isNational });
  const em = acrossCompanies(parts.orm);
  const opened = await openCall(em, { company: company.id, service, subject });
  if ('silentUntil' in opened) return { kind: 'silence', untilMs: opened.silentUntil.getTime() };
  const { id: callId } = opened;
  let raw: string | null = null;
  try {
    const { body } = await parts.transport.post({
      url,
      action,
      body: envelope(service, message),
      identity: identity.tls,
      signal: Context.current().cancellationSignal,
    });
    raw = body;
    return { kind: 'answer', callId, answer: read(openEnvelope(body)), raw };
  } catch (error) {
    const expected = error instanceof TransportFault || error instanceof AnswerUnreadable || error instanceof SoapFault;
    if (!expected) throw error;
    const sent = !(error instanceof TransportFault) || error.sent;
    const answer = raw ?? (error instanceof TransportFault ? error.answer : null);
    await closeCall(em, callId, { answer, fault: error.message, sent });
    parts.logger.warn('the authority did not answer', { subject, service, url, fault: error.message });
    return { kind: 'fault', fault: faultKindOf(error), reason: faultInWords(error) };
  }
}
