import { type EntityManager } from '../../config/orm.ts';
import { isTaking, type JudgedService } from '../../domain/conversation/standing.ts';
import type { Call, Message } from '../../domain/conversation/authority.ts';
import type { LastWait } from '../../domain/conversation/pauses.ts';
import type { Step } from '../../domain/conversation/next-step.ts';
import type { Progress } from '../../domain/conversation/progress.ts';
import { waitOf } from '../../domain/conversation/wait-of.ts';
import { standingOf } from '../../operations/authority/standings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { addLogFields } from '../../telemetry/log-fields.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import { transacted } from '../wake.ts';
import { closeCall, openCall } from './calls.ts';
import { exchange, type ToSend } from './exchange.ts';
import type { Conversation, Hold, Matter, Speaker } from './matter.ts';
import { tellProgress } from './tell.ts';
import {
  awaitedProgress,
  certificateMissing,
  noAnswerProgress,
  resendProgress,
  shutProgress,
  waitProgress,
} from './waits.ts';

/** A turn that was decided: what is to be said, or why nothing is. */
export type OpenTurn<State, Answer, End> =
  { say: ToSend<Answer>; state: State } | { progress: Progress<End>; state: State | null };

/** The attempt whose turn it is, and for what its run waited just before: null where it did not, undefined where it does not say. */
export type TurnOf = { id: string; attempt: number; waited: LastWait | null | undefined };

/**
 * Takes the next step of an attempt: one message at most, chosen from what the database remembers. Repeating it is safe: a message that may
 * have arrived is asked for before it is sent again.
 */
export async function takeTurn<State extends Conversation, Answer extends { cStat: string }, End>(
  parts: Parts,
  matter: Matter<State, Answer, End>,
  { id, attempt, waited }: TurnOf,
): Promise<Progress<End>> {
  addLogFields({ [matter.idName]: id, attempt });
  const turn = await parts.steps(async () => {
    const em = acrossCompanies(parts.orm);
    const loaded = await matter.load(em, id, attempt);
    if ('end' in loaded) return { progress: { kind: 'settled', end: loaded.end } as const, state: null };
    return openTurn(parts, em, matter, loaded.state);
  });
  return finishTurn(parts, matter, { id, attempt, waited, turn });
}

/** Decides the next step of an attempt, and opens the call of its message. */
export async function openTurn<State extends Conversation, Answer extends { cStat: string }, End>(
  parts: Parts,
  em: EntityManager,
  matter: Matter<State, Answer, End>,
  state: State,
): Promise<OpenTurn<State, Answer, End>> {
  addLogFields({ companyId: state.speaker.companyId, ...matter.logFieldsOf(state) });
  const identity = await identityOf(parts, em, state.speaker);
  if (!identity) return { progress: certificateMissing, state };
  const step = matter.next(state, Date.now());
  const judged = step.do === 'checkService' ? matter.judgedOf(state) : null;
  return judged
    ? openOnceServing(em, matter, { state, identity, judged })
    : openStep(em, matter, { state, identity, step });
}

/** Carries a step out, or says why it is not: the call of its message is opened. */
function openStep<State extends Conversation, Answer extends { cStat: string }, End>(
  em: EntityManager,
  matter: Matter<State, Answer, End>,
  { state, identity, step }: { state: State; identity: SigningIdentity; step: Step | Hold },
): Promise<OpenTurn<State, Answer, End>> | OpenTurn<State, Answer, End> {
  if (step.do === 'hold') return { progress: step.held, state };
  if (step.do === 'wait' || step.do === 'stop') {
    return { progress: waitProgress(matter.authorityOf(state), step, matter), state };
  }
  return openToSay(em, matter, { state, identity, message: matter.message(state, step) });
}

/** Who judges the service asks for its status: where it is back since the last send, the turn goes on, and else it is held. */
async function openOnceServing<State extends Conversation, Answer extends { cStat: string }, End>(
  em: EntityManager,
  matter: Matter<State, Answer, End>,
  { state, identity, judged }: { state: State; identity: SigningIdentity; judged: JudgedService },
): Promise<OpenTurn<State, Answer, End>> {
  const standing = await standingOf(em, judged);
  const step = matter.next(state, Date.now(), standing.servingAt?.getTime());
  if (step.do === 'checkService') {
    const isShut = !isTaking(standing.standing);
    return { progress: isShut ? shutProgress(standing) : awaitedProgress(matter.authorityOf(state)), state };
  }
  return openStep(em, matter, { state, identity, step });
}

/** Carries a decided turn to its end, and writes where people read it what an attempt that is not settled waits for. */
export async function finishTurn<State extends Conversation, Answer extends { cStat: string }, End>(
  parts: Parts,
  matter: Matter<State, Answer, End>,
  { id, attempt, waited, turn }: TurnOf & { turn: OpenTurn<State, Answer, End> },
): Promise<Progress<End>> {
  const came = 'say' in turn ? await sayAndRecord(parts, matter, turn) : turn.progress;
  const progress =
    came.kind !== 'settled' && turn.state && matter.otherwise ? await matter.otherwise(parts, turn.state, came) : came;
  if (progress.kind !== 'settled') {
    await parts.steps(() => matter.explain(acrossCompanies(parts.orm), id, attempt, waitOf(progress, waited)));
    if (progress.kind === 'stop') await matter.tellPerson?.(parts, id);
  }
  tellProgress(parts, progress);
  return progress;
}

/** Sends one given message; null where the company has no valid certificate. */
export async function say<State extends Conversation, Answer extends { cStat: string }, End>(
  parts: Parts,
  matter: Matter<State, Answer, End>,
  state: State,
  message: Message<Answer>,
): Promise<Progress<End> | null> {
  const em = acrossCompanies(parts.orm);
  const identity = await identityOf(parts, em, state.speaker);
  return identity && sayAndRecord(parts, matter, await openToSay(em, matter, { state, identity, message }));
}

async function openToSay<State extends Conversation, Answer extends { cStat: string }, End>(
  em: EntityManager,
  { authorityOf }: Matter<State, Answer, End>,
  { state, identity, message }: { state: State; identity: SigningIdentity; message: Message<Answer> },
): Promise<{ say: ToSend<Answer>; state: State }> {
  const { subject } = state;
  const authority = authorityOf(state);
  const { service, judged } = message;
  const opened = await openCall(em, authority, { ...state, service, judged });
  return { state, say: { authority, subject, identity, message, opened } };
}

/** Sends one message, writes the answer and its effects in one transaction (invariant 3), and returns how to go on. */
async function sayAndRecord<State extends Conversation, Answer extends { cStat: string }, End>(
  parts: Parts,
  matter: Matter<State, Answer, End>,
  { say, state }: { say: ToSend<Answer>; state: State },
): Promise<Progress<End>> {
  const { authority } = say;
  const exchanged = await exchange(parts, say);
  if (exchanged.kind !== 'answer') return noAnswerProgress(authority, exchanged);
  const { call, answer, raw } = exchanged;
  const progress = await parts.steps(() =>
    transacted(parts, async (tx) => {
      await closeCall(tx.em, call.id, { cStat: answer.cStat, answer: raw });
      return matter.settle(tx, state, answer);
    }),
  );
  if (progress.kind !== 'wait') return progress;
  // Who judges the service tells when it is back; nobody else asks.
  if (progress.pause === 'paused' && say.message.judged) return shutProgress({ ...progress, cStat: answer.cStat });
  if (progress.pause !== 'unanswered') return progress;
  const role = authority.roleOf(say.message.service);
  const said: Call = { role, startedAt: call.startedAt.getTime(), cStat: answer.cStat, notSent: false };
  return isToSendAgain(matter, state, said) ? resendProgress(authority) : progress;
}

/** Whether the answer to a question leaves nothing to wait for before the matter is sent again. */
function isToSendAgain<State extends Conversation, Answer extends { cStat: string }, End>(
  matter: Matter<State, Answer, End>,
  state: State,
  said: Call,
): boolean {
  return said.role === 'ask' && matter.next({ ...state, calls: [...state.calls, said] }, Date.now()).do === 'send';
}

async function identityOf(
  { identities }: Parts,
  em: EntityManager,
  { certificateId }: Speaker,
): Promise<SigningIdentity | null> {
  const identity = certificateId === null ? null : await identities.byId(em, certificateId);
  return identity && identity.notAfter > new Date() ? identity : null;
}
