import type { EntityManager } from '../../config/orm.ts';
import { type Call, isTaking, type AuthorityService, type Message } from '../../domain/conversation/authority.ts';
import type { Step } from '../../domain/conversation/next-step.ts';
import type { LastWait } from '../../domain/conversation/pauses.ts';
import type { FirstTurn, Progress } from '../../domain/conversation/progress.ts';
import { waitOf } from '../../domain/conversation/wait-of.ts';
import { serviceStanding } from '../../operations/authority/standings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { flushAhead, keepPlans } from '../../operations/keep-plans.ts';
import { addLogFields } from '../../telemetry/log-fields.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import { transactAndWake } from '../wake.ts';
import { type CallInCommit, closeCall, openCall, openInCommit } from './calls.ts';
import { exchange, type OpenedMessage } from './exchange.ts';
import type { Conversation, Hold, Matter, Speaker } from './matter.ts';
import {
  awaitedProgress,
  certificateMissing,
  noAnswerProgress,
  resendProgress,
  shutProgress,
  waitProgress,
} from './waits.ts';

/** A message to be sent. Its call is open, may not be made, or is part of a transaction that has to be committed first. */
type ToSay<Answer> = Omit<OpenedMessage<Answer>, 'opened'> & { opened: OpenedMessage<Answer>['opened'] | CallInCommit };

/** A turn as it was decided: a message to send, or the progress where nothing is sent. */
export type OpenTurn<State, Answer, End> =
  | { say: ToSay<Answer>; state: State }
  | { progress: Progress<End>; state: State | null };

/**
 * The attempt whose turn it is, and what its run waited for just before: `waited` is null where it did not wait, undefined where its history does
 * not say.
 */
export type AttemptTurn = { id: string; attempt: number; waited: LastWait | null | undefined };

/** The attempt whose first turn follows its preparation; `turn` is set where the transaction that prepared it also opened its first call. */
export type FirstAttemptTurn<State, Answer, End> = {
  id: string;
  attempt: number;
  turn: OpenTurn<State, Answer, End> | null;
};

/** The turns of a matter. Each takes one attempt one step further, by one message at most. */
export function turnsOf<State extends Conversation, Answer extends { cStat: string }, End>(
  parts: Parts,
  matter: Matter<State, Answer, End>,
) {
  type Turn = OpenTurn<State, Answer, End>;
  type Identified = { state: State; identity: SigningIdentity };

  return {
    /**
     * Takes the next step of an attempt: one message at most, chosen from what the database remembers. Repeating it is safe: a message that may
     * have arrived is asked about before it is sent again.
     */
    take,

    /** The turn that the preparation began, where it is under way or has just ended; or else the next one. */
    goOn: (of: AttemptTurn): Promise<Progress<End>> => parts.turns.take<End>(of.id, of.attempt) ?? take(of),

    /** Decides the next step of an attempt, and opens the call of its message. */
    open,

    /**
     * Takes the first turn of an attempt within the local activity that prepared it, which saves a round trip to Temporal. A turn that takes long
     * goes on in this process, and the next turn's activity waits for it; where it meets a fault of ours, that activity tries again.
     */
    async first({ id, attempt, turn }: FirstAttemptTurn<State, Answer, End>): Promise<FirstTurn<End>> {
      const of = { id, attempt, waited: null };
      const taken = turn ? finish(of, turn) : take(of);
      try {
        const progress = await parts.turns.inTime(taken);
        if (progress) return progress;
        parts.turns.keep(id, attempt, taken);
      } catch (error) {
        parts.logger.warn('the first turn of an attempt met a fault: it is tried again', { id, attempt, error });
      }
      return { kind: 'handedOver' };
    },

    /** Sends the given message; null where the company has no valid certificate. */
    async say(state: State, message: Message<Answer>): Promise<Progress<End> | null> {
      const em = acrossCompanies(parts.orm);
      const identity = await identityOf(parts, em, state.speaker);
      return identity && sayAndRecord(await openToSay(em, { state, identity }, message));
    },
  };

  async function take({ id, attempt, waited }: AttemptTurn): Promise<Progress<End>> {
    addLogFields({ [matter.idName]: id, attempt });
    const turn = await parts.steps(async (): Promise<Turn> => {
      const em = acrossCompanies(parts.orm);
      const loaded = await matter.load(em, id, attempt);
      return 'end' in loaded ? { progress: { kind: 'settled', end: loaded.end }, state: null } : open(em, loaded.state);
    });
    return finish({ id, attempt, waited }, turn);
  }

  async function open(em: EntityManager, state: State): Promise<Turn> {
    addLogFields({ companyId: state.speaker.companyId, ...matter.logFieldsOf(state) });
    const identity = await identityOf(parts, em, state.speaker);
    if (!identity) return { progress: certificateMissing, state };
    const now = parts.now();
    const step = matter.next(state, now.getTime());
    const authorityService = step.do === 'checkService' ? matter.authorityServiceOf(state) : null;
    return authorityService
      ? openOnceServing(em, { state, identity }, { authorityService, now })
      : openStep(em, { state, identity }, step);
  }

  /** Opens the call of a step's message; for a step that sends nothing, says why. */
  function openStep(em: EntityManager, of: Identified, step: Step | Hold): Promise<Turn> | Turn {
    const { state } = of;
    if (step.do === 'hold') return { progress: step.held, state };
    if (step.do === 'wait' || step.do === 'stop') {
      return { progress: waitProgress(matter.authorityOf(state), step, matter), state };
    }
    return openToSay(em, of, matter.message(state, step));
  }

  /** For a service with a judge: goes on where the judge has heard since the last send that the service serves; else holds the attempt. */
  async function openOnceServing(
    em: EntityManager,
    of: Identified,
    { authorityService, now }: { authorityService: AuthorityService; now: Date },
  ): Promise<Turn> {
    const { state } = of;
    const standing = await serviceStanding(em, authorityService, now);
    const step = matter.next(state, now.getTime(), standing.servingAt?.getTime());
    if (step.do !== 'checkService') return openStep(em, of, step);
    const isShut = !isTaking(standing.standing);
    return { progress: isShut ? shutProgress(standing) : awaitedProgress(matter.authorityOf(state)), state };
  }

  async function openToSay(em: EntityManager, { state, identity }: Identified, message: Message<Answer>) {
    const { subject } = state;
    const authority = matter.authorityOf(state);
    const { service, authorityService } = message;
    const open = em.isInTransaction() ? openInCommit : openCall;
    const opened = await open(em, authority, { ...state, service, authorityService });
    return { state, say: { authority, subject, identity, message, opened } };
  }

  /** Carries out a decided turn, and writes, where people read it, what an attempt that is not settled waits for. */
  async function finish({ id, attempt, waited }: AttemptTurn, turn: Turn): Promise<Progress<End>> {
    const came = 'say' in turn ? await sayAndRecord(turn) : turn.progress;
    const progress =
      came.kind !== 'settled' && turn.state && matter.otherwise
        ? await matter.otherwise(parts, turn.state, came)
        : came;
    if (progress.kind !== 'settled') {
      await parts.steps(() =>
        matter.explain(acrossCompanies(parts.orm), id, attempt, waitOf(progress, { waited, now: parts.now() })),
      );
      if (progress.kind === 'stop') await matter.tellPerson?.(parts, id);
    }
    logProgress(parts, progress);
    return progress;
  }

  /** Sends one message, writes the answer and its effects in one transaction (invariant 3), and returns how to go on. */
  async function sayAndRecord({ say, state }: { say: ToSay<Answer>; state: State }): Promise<Progress<End>> {
    const { authority, opened } = say;
    const open = typeof opened === 'function' ? await parts.steps(() => opened(acrossCompanies(parts.orm))) : opened;
    const exchanged = await exchange(parts, { ...say, opened: open });
    if (exchanged.kind !== 'answer') return noAnswerProgress(authority, exchanged);
    const { call, answer, raw } = exchanged;
    const progress = await parts.steps(() =>
      transactAndWake(parts, async (tx) => {
        keepPlans(tx.em);
        await closeCall(tx.em, call.id, { cStat: answer.cStat, answer: raw });
        const progress = await matter.settle(tx, state, answer, parts.now());
        await flushAhead(tx.em);
        return progress;
      }),
    );
    if (progress.kind !== 'wait') return progress;
    // The judge of the service tells the run when the service is back; the run itself does not ask.
    if (progress.pause === 'paused' && say.message.authorityService)
      return shutProgress({ ...progress, cStat: answer.cStat });
    if (progress.pause !== 'unanswered') return progress;
    const role = authority.roleOf(say.message.service);
    const made: Call = { role, startedAt: call.startedAt.getTime(), cStat: answer.cStat, notSent: false };
    return isToSendAgain(state, made) ? resendProgress(authority) : progress;
  }

  /** Whether the answer to a question means that the matter is sent again at once. */
  function isToSendAgain(state: State, made: Call): boolean {
    const calls = [...state.calls, made];
    return made.role === 'ask' && matter.next({ ...state, calls }, parts.now().getTime()).do === 'send';
  }
}

async function identityOf(
  parts: Parts,
  em: EntityManager,
  { certificateId }: Speaker,
): Promise<SigningIdentity | null> {
  const identity = certificateId === null ? null : await parts.identities.byId(em, certificateId);
  return identity && identity.notAfter > parts.now() ? identity : null;
}

type Facts = Record<string, unknown>;

/** Logs what a step came to: the end of the attempt, or what it waits for. The ids are fields of the log's context. */
function logProgress(parts: Pick<Parts, 'logger'>, progress: Progress<unknown>): void {
  if (progress.kind === 'settled') return logEnd(parts, progress.end);
  const isForPeople = progress.kind === 'mend' || progress.kind === 'stop';
  parts.logger.log(isForPeople ? 'warn' : 'info', 'waiting', waitOf(progress));
}

/** Logs the end of an attempt: a word, or an object of facts with one. */
export function logEnd({ logger }: Pick<Parts, 'logger'>, end: unknown, facts: Facts = {}): void {
  const said = typeof end === 'object' ? end : { status: end };
  logger.info('attempt ended', { ...said, ...facts });
}
