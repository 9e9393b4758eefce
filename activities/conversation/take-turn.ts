import { type EntityManager } from '../../config/orm.ts';
import type { Message } from '../../domain/conversation/authority.ts';
import type { Progress } from '../../domain/conversation/progress.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import { transacted } from '../wake.ts';
import { closeCall } from './calls.ts';
import { exchange } from './exchange.ts';
import type { Conversation, Matter, Speaker } from './matter.ts';
import { certificateMissing, noAnswerProgress, waitProgress } from './waits.ts';

/**
 * Takes the next step of an attempt: one message at most, chosen from what the database remembers. Repeating it is safe: a message that may
 * have arrived is asked for before it is sent again.
 */
export async function takeTurn<State extends Conversation, Answer extends { cStat: string }, End>(
  parts: Parts,
  matter: Matter<State, Answer, End>,
  id: string,
  attempt: number,
): Promise<Progress<End>> {
  const em = acrossCompanies(parts.orm);
  const loaded = await matter.load(em, id, attempt);
  if ('end' in loaded) return { kind: 'settled', end: loaded.end };
  const progress = await decide(parts, em, matter, loaded.state);
  if (progress.kind !== 'settled') await matter.explain(em, id, attempt, progress.reason);
  return progress;
}

async function decide<State extends Conversation, Answer extends { cStat: string }, End>(
  parts: Parts,
  em: EntityManager,
  matter: Matter<State, Answer, End>,
  state: State,
): Promise<Progress<End>> {
  const identity = await identityOf(parts, em, state.speaker);
  if (!identity) return certificateMissing;
  const step = matter.next(state, Date.now());
  if (step.do === 'wait' || step.do === 'stop') return waitProgress(matter.authority, step);
  return sayAndRecord(parts, matter, { state, identity, message: matter.message(state, step) });
}

/** Sends one given message; null where the company has no valid certificate. */
export async function say<State extends Conversation, Answer extends { cStat: string }, End>(
  parts: Parts,
  matter: Matter<State, Answer, End>,
  state: State,
  message: Message<Answer>,
): Promise<Progress<End> | null> {
  const identity = await identityOf(parts, acrossCompanies(parts.orm), state.speaker);
  return identity && sayAndRecord(parts, matter, { state, identity, message });
}

/** Sends one message, writes the answer and its effects in one transaction (invariant 3), and returns how to go on. */
async function sayAndRecord<State extends Conversation, Answer extends { cStat: string }, End>(
  parts: Parts,
  { authority, settle }: Matter<State, Answer, End>,
  { state, identity, message }: { state: State; identity: SigningIdentity; message: Message<Answer> },
): Promise<Progress<End>> {
  const exchanged = await exchange(parts, { authority, conversation: state, identity, message });
  if (exchanged.kind !== 'answer') return noAnswerProgress(authority, exchanged);
  const { callId, answer, raw } = exchanged;
  return transacted(parts, async (tx) => {
    await closeCall(tx.em, callId, { cStat: answer.cStat, answer: raw });
    return settle(tx, state, answer);
  });
}

async function identityOf(
  { identities }: Parts,
  em: EntityManager,
  { certificateId }: Speaker,
): Promise<SigningIdentity | null> {
  const identity = certificateId === null ? null : await identities.byId(em, certificateId);
  return identity && identity.notAfter > new Date() ? identity : null;
}
