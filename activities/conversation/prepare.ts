import { LockMode } from '@mikro-orm/core';
import { Context } from '@temporalio/activity';
import type { EntityManager } from '../../config/orm.ts';
import { openAttempt } from '../../domain/conversation/attempt-columns.ts';
import type { FirstTurn, Mend } from '../../domain/conversation/progress.ts';
import type { Wait } from '../../domain/conversation/waiting.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { flushAhead, keepPlans } from '../../operations/keep-plans.ts';
import { installationOf } from '../../operations/installations/installation.ts';
import type { Transaction } from '../../operations/outbox.ts';
import { addLogFields } from '../../telemetry/log-fields.ts';
import { ForeignNamespace, installationOfNamespace } from '../../temporal/claim.ts';
import { orWaitForMend, retryHint } from '../wait-for-mend.ts';
import type { Parts } from '../parts.ts';
import { transactAndWake } from '../wake.ts';
import { LocalRejection } from './local-rejection.ts';
import type { Conversation, ExplainWait, Matter } from './matter.ts';
import { type OpenTurn, logEnd, turnsOf } from './take-turn.ts';

/**
 * The outcome of preparing an attempt. `notOurs`: it is not the open attempt of its row; `ended`: this run ended it before its worker died.
 * Histories recorded while every turn was an activity of its own have no `first`.
 */
export type PreparationResult<End, Facts = object> =
  | { kind: 'notOurs' }
  | { kind: 'rejected'; end: End }
  | { kind: 'ended'; end: End }
  | ({ kind: 'ready'; first?: FirstTurn<End> } & Facts)
  | Mend;

/** A row that belongs to one company. */
type CompanyRow = { company: string };

/** How a document, event or range is prepared for its conversation. */
export type Preparation<Row extends CompanyRow, State, End, Facts = object> = {
  /** Claims and locks the row of an open attempt; null where the attempt is over. */
  claim: (em: EntityManager, id: string, attempt: number) => Promise<Row | null>;
  /**
   * Builds, signs, checks and stores what will be sent, unless an earlier run did so.
   *
   * @param hasAsked whether the question of an earlier `AskFirst` was asked
   * @throws LocalRejection
   * @throws AskFirst
   */
  sign: (em: EntityManager, row: Row, parts: Parts, hasAsked: boolean) => Promise<SignedAttempt<State, Facts>>;
  /** Writes, where people read it, what an open attempt waits for. */
  explain: ExplainWait;
  /** Ends an attempt for which nothing was sent. */
  refuse: (tx: Transaction, row: Row, reason: string, now: Date) => Promise<End>;
  /** How an attempt ended that this run had claimed; null where another run claimed it, or it is open. */
  endOf: (em: EntityManager, id: string, attempt: number) => Promise<End | null>;
};

/**
 * Thrown inside the transaction where something must be asked of a third party before anything is signed: `ask` runs after the transaction was
 * undone.
 */
export class AskFirst extends Error {
  readonly ask: () => Promise<unknown>;

  constructor(what: string, ask: () => Promise<unknown>) {
    super(what);
    this.name = 'AskFirst';
    this.ask = ask;
  }
}

/**
 * The result of signing: `facts` for the workflow, and in `unsaid` the state of the conversation, where it is certain that nothing was said in it
 * yet.
 */
export type SignedAttempt<State, Facts> = {
  facts: Facts;
  unsaid: State | null;
  /** Ids of events that were created with it; their runs start after the commit. */
  events?: readonly string[];
};

/** Signed, without facts for the workflow; an earlier attempt may have spoken about the same thing. */
const perhapsSaid = { facts: {}, unsaid: null } as const;

/** Options for claiming a row: locked, and with its `signedXml` loaded. */
export const lockWithSignedXml = { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['signedXml'] } as const;

/** An event or a range of numbers: a row that is sent to the authority and waits for its answer. */
type AttemptRow<End> = CompanyRow & {
  signedXml?: string | null | undefined;
  claim(): void;
  refuse(reason: string): void;
  endOfAttempt(): End;
};

/** An open attempt; or an ended one, by the run that had claimed it. */
type WhichAttempt =
  | ReturnType<typeof openAttempt>
  | { id: string; attempt: number; claimedAt: { $ne: null }; status: { $ne: 'PENDING' } };

/** How events and ranges of numbers differ before they are sent. */
type RowPreparation<Row> = {
  /** Finds and locks the row. */
  find: (em: EntityManager, which: WhichAttempt) => Promise<Row | null>;
  /**
   * Builds, signs and checks what will be sent; null where the authority creates it by itself.
   *
   * @throws LocalRejection
   */
  signedXml: (em: EntityManager, row: Row, parts: Parts) => Promise<string | null>;
  explain: ExplainWait;
  /** The type under which metrics count its end. */
  typeOf: (row: Row) => string;
  /** Further changes where it ends without being sent. */
  refused?: (tx: Transaction, row: Row, reason: string, now: Date) => Promise<void>;
};

/** How an event or a range of numbers is prepared: it is claimed and signed once; a refusal ends it, and its end is counted. */
export function rowPreparation<Row extends AttemptRow<End>, End>(
  of: RowPreparation<Row>,
): Preparation<Row, never, End> {
  return {
    async claim(em, id, attempt) {
      const row = await of.find(em, openAttempt(id, attempt));
      row?.claim();
      return row;
    },
    async sign(em, row, parts) {
      row.signedXml ??= await of.signedXml(em, row, parts);
      return perhapsSaid;
    },
    explain: of.explain,
    async refuse(tx, row, reason, now) {
      await of.refused?.(tx, row, reason, now);
      row.refuse(reason);
      tx.ended.push({ what: 'event', type: of.typeOf(row), outcome: 'rejected', cStat: null });
      return row.endOfAttempt();
    },
    async endOf(em, id, attempt) {
      const row = await of.find(em, { id, attempt, claimedAt: { $ne: null }, status: { $ne: 'PENDING' } });
      return row && row.endOfAttempt();
    },
  };
}

/**
 * Makes an attempt ready, commits it before anything is sent (invariant 2), and takes its first turn. Repeating it changes nothing: a prepared
 * attempt stays as it is, one that this run has ended gives its end, and one of another run is left alone.
 */
export async function prepare<
  Row extends CompanyRow,
  State extends Conversation,
  Answer extends { cStat: string },
  End,
  Facts,
>(
  parts: Parts,
  preparation: Preparation<Row, State, End, Facts>,
  matter: Matter<State, Answer, End>,
  { id, attempt }: { id: string; attempt: number },
): Promise<PreparationResult<End, Facts>> {
  type Outcome =
    | Exclude<PreparationResult<End>, { kind: 'ready' } | Mend>
    | { kind: 'signed'; facts: Facts; turn: OpenTurn<State, Answer, End> | null };
  const { claim, sign, refuse, endOf } = preparation;
  const turns = turnsOf(parts, matter);
  addLogFields({ [matter.idName]: id, attempt });
  const explain = (wait: Omit<Wait, 'since'>) => preparation.explain(acrossCompanies(parts.orm), id, attempt, wait);
  const prepared = await orWaitForMend(parts, { doing: 'na preparação', sooner: retryHint, explain }, () =>
    parts.steps(() => signed()),
  );
  if (prepared.kind === 'notOurs') await refuseForeign(parts);
  if (prepared.kind !== 'signed') return prepared;
  const { facts, turn } = prepared;
  return { kind: 'ready', ...facts, first: await turns.first({ id, attempt, turn }) };

  async function signed(hasAsked = false): Promise<Outcome> {
    try {
      return await transactAndWake(parts, async ({ em, events: begun }): Promise<Outcome> => {
        keepPlans(em);
        const row = await claim(em, id, attempt);
        if (!row) return over(em);
        addLogFields({ companyId: row.company });
        const { facts, unsaid, events = [] } = await sign(em, row, parts, hasAsked);
        for (const event of events) begun.add(event);
        const turn = unsaid && (await turns.open(em, unsaid));
        await flushAhead(em);
        return { kind: 'signed', facts, turn };
      });
    } catch (error) {
      if (error instanceof AskFirst && !hasAsked) {
        await error.ask();
        return signed(true);
      }
      if (!(error instanceof LocalRejection)) throw error;
      const { message } = error;
      const outcome = await transactAndWake(parts, async (tx): Promise<Outcome> => {
        const row = await claim(tx.em, id, attempt);
        return row ? { kind: 'rejected', end: await refuse(tx, row, message, parts.now()) } : over(tx.em);
      });
      if (outcome.kind === 'rejected') logEnd(parts, outcome.end, { reason: message, isSent: false });
      return outcome;
    }
  }

  async function over(em: EntityManager): Promise<Outcome> {
    const end = await endOf(em, id, attempt);
    return end === null ? { kind: 'notOurs' } : { kind: 'ended', end };
  }
}

/**
 * Runs before a run is told that its id is not ours: where Temporal's address suddenly leads to another installation, that installation's runs
 * arrive before the worker has noticed. A run that ended here could not be started there again.
 *
 * @throws {ForeignNamespace}
 */
async function refuseForeign({ orm }: Pick<Parts, 'orm'>): Promise<void> {
  const { client } = Context.current();
  const owner = await installationOfNamespace(client);
  if (owner !== null && owner !== (await installationOf(orm))) throw new ForeignNamespace(client, owner);
}
