import { LockMode } from '@mikro-orm/core';
import { type EntityManager } from '../../config/orm.ts';
import type { FirstTurn, Mend } from '../../domain/conversation/progress.ts';
import type { Wait } from '../../domain/conversation/waiting.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Transaction } from '../../operations/outbox.ts';
import { addLogFields } from '../../telemetry/log-fields.ts';
import type { SigningIdentity } from '../identities.ts';
import { refuseForeign } from '../foreign.ts';
import type { Parts } from '../parts.ts';
import { transacted } from '../wake.ts';
import { firstTurn } from './first-turn.ts';
import { inLines, LocalRejection } from './local-rejection.ts';
import type { Conversation, Explain, Matter, Speaker } from './matter.ts';
import { retryHint, orWaitForMend } from './repeated-fault.ts';
import { openTurn, type OpenTurn } from './take-turn.ts';
import { tellEnd } from './tell.ts';

/**
 * The outcome of preparing an attempt. `notOurs`: it is not the open attempt of its row; `ended`: this run had ended it before its worker died.
 * `first` is missing in histories of the time when every turn was an activity of its own.
 */
export type Prepared<End, Facts = object> =
  | { kind: 'notOurs' }
  | { kind: 'rejected'; end: End }
  | { kind: 'ended'; end: End }
  | ({ kind: 'ready'; first?: FirstTurn<End> } & Facts)
  | Mend;

/** A row of one company. */
type Owned = { company: string };

/** How a document, event or range is prepared for its conversation. */
export type Preparation<Row extends Owned, State, End, Facts = object> = {
  /** Claims and locks the row of an open attempt; null where the attempt is over. */
  claim: (em: EntityManager, id: string, attempt: number) => Promise<Row | null>;
  /**
   * Builds, signs, checks and keeps what is to be sent, unless that was done before.
   *
   * @param hasAsked whether what it wanted to know first was asked for
   * @throws LocalRejection
   * @throws AskFirst
   */
  sign: (em: EntityManager, row: Row, parts: Parts, hasAsked: boolean) => Promise<Signed<State, Facts>>;
  /** Writes, where people read it, what an open attempt waits for. */
  explain: Explain;
  /** Ends an attempt for which nothing was sent. */
  refuse: (tx: Transaction, row: Row, reason: string) => Promise<End>;
  /** How an attempt ended that this run had claimed; null where it is another's, or open. */
  endOf: (em: EntityManager, id: string, attempt: number) => Promise<End | null>;
};

/** Something must be asked of somebody else before anything is signed, which no transaction waits for. */
export class AskFirst extends Error {
  readonly ask: () => Promise<unknown>;

  constructor(what: string, ask: () => Promise<unknown>) {
    super(what);
    this.name = 'AskFirst';
    this.ask = ask;
  }
}

/** What was signed: facts for the workflow, and the conversation where nothing can have been said in it yet. */
export type Signed<State, Facts> = {
  facts: Facts;
  unsaid: State | null;
  /** Ids of events that were made along with it, whose runs begin after the commit. */
  events?: readonly string[];
};

/** Signed, with nothing to tell the workflow, where an earlier attempt may have spoken about the same thing. */
export const perhapsSaid = { facts: {}, unsaid: null } as const;

/** Options to claim a row: locked, with the XML that was signed before. */
export const lockWithSignedXml = { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['signedXml'] } as const;

/** What is prepared, and what it is prepared for. */
type Attempt<Row extends Owned, State extends Conversation, Answer extends { cStat: string }, End, Facts> = {
  preparation: Preparation<Row, State, End, Facts>;
  matter: Matter<State, Answer, End>;
  id: string;
  attempt: number;
};

/**
 * Makes an attempt ready, commits it before anything is sent (invariant 2), and takes its first turn. Repeating it changes nothing: an attempt
 * that is prepared stays as it is, one that this run has ended tells its end, and another's is left alone.
 */
export async function prepare<
  Row extends Owned,
  State extends Conversation,
  Answer extends { cStat: string },
  End,
  Facts,
>(parts: Parts, asked: Attempt<Row, State, Answer, End, Facts>): Promise<Prepared<End, Facts>> {
  const { preparation, matter, id, attempt } = asked;
  addLogFields({ [matter.idName]: id, attempt });
  const explain = (wait: Omit<Wait, 'since'>) => preparation.explain(acrossCompanies(parts.orm), id, attempt, wait);
  const prepared = await orWaitForMend(parts, { doing: 'na preparação', sooner: retryHint, explain }, () =>
    parts.steps(() => signed(parts, asked)),
  );
  if (prepared.kind === 'notOurs') await refuseForeign(parts);
  if (prepared.kind !== 'signed') return prepared;
  const { facts, turn } = prepared;
  return { kind: 'ready', ...facts, first: await firstTurn(parts, matter, { id, attempt, turn }) };
}

type Outcome<State, Answer, End, Facts> =
  | Exclude<Prepared<End>, { kind: 'ready' } | Mend>
  | { kind: 'signed'; facts: Facts; turn: OpenTurn<State, Answer, End> | null };

async function signed<Row extends Owned, State extends Conversation, Answer extends { cStat: string }, End, Facts>(
  parts: Parts,
  attempted: Attempt<Row, State, Answer, End, Facts>,
  hasAsked = false,
): Promise<Outcome<State, Answer, End, Facts>> {
  const { preparation, matter, id, attempt } = attempted;
  const { claim, sign, refuse, endOf } = preparation;
  const over = async (em: EntityManager): Promise<Outcome<State, Answer, End, Facts>> => {
    const end = await endOf(em, id, attempt);
    return end === null ? { kind: 'notOurs' } : { kind: 'ended', end };
  };
  try {
    return await transacted(parts, async ({ em, events: begun }) => {
      const row = await claim(em, id, attempt);
      if (!row) return over(em);
      addLogFields({ companyId: row.company });
      const { facts, unsaid, events = [] } = await sign(em, row, parts, hasAsked);
      for (const event of events) begun.add(event);
      const turn = unsaid && (await openTurn(parts, em, matter, unsaid));
      return { kind: 'signed', facts, turn };
    });
  } catch (error) {
    if (error instanceof AskFirst && !hasAsked) {
      await error.ask();
      return signed(parts, attempted, true);
    }
    if (!(error instanceof LocalRejection)) throw error;
    const { message } = error;
    const outcome = await transacted(parts, async (tx): Promise<Outcome<State, Answer, End, Facts>> => {
      const row = await claim(tx.em, id, attempt);
      return row ? { kind: 'rejected', end: await refuse(tx, row, message) } : over(tx.em);
    });
    if (outcome.kind === 'rejected') tellEnd(parts, outcome.end, { reason: message, isSent: false });
    return outcome;
  }
}

/**
 * The identity that signs an event or a range.
 *
 * @throws LocalRejection where the company has no valid certificate
 */
export async function validIdentity(
  em: EntityManager,
  { certificateId }: Pick<Speaker, 'certificateId'>,
  { identities }: Parts,
): Promise<SigningIdentity> {
  const identity = certificateId === null ? null : await identities.byId(em, certificateId);
  if (identity && identity.notAfter > new Date()) return identity;
  throw new LocalRejection(
    'A empresa não tem certificado A1 válido. Cadastre um com "lavra certificate add" e tente de novo.',
  );
}

/** @throws LocalRejection with all faults of the schema, where there are any */
export function refuseFaults(faults: { path: string; message: string }[]): void {
  if (faults.length > 0) throw new LocalRejection(inLines(faults));
}
