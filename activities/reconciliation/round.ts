import { randomBytes } from 'node:crypto';
import { Context } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import type { EntityManager } from '../../config/orm.ts';
import type { AttemptKey } from '../../domain/conversation/attempt-columns.ts';
import { recordLooks } from '../../operations/waits/run-looks.ts';
import { temporalState } from '../../temporal/namespace.ts';
import { liveRuns, TemporalUnavailable } from '../../temporal/run.ts';
import type { ExplainWait } from '../conversation/matter.ts';
import type { Parts } from '../parts.ts';

const startsAtOnce = 20;
const patienceMs = 3_000;

/** One round of reconciliation: where one start fails, the others are still made. */
export class Round {
  private readonly faults: unknown[] = [];
  private readonly logger: Parts['logger'];
  readonly client: Client = Context.current().client;
  /** When the data of Temporal's namespace began, as far as we know. */
  readonly since: Date | null;

  constructor({ logger }: Pick<Parts, 'logger'>, since: Date | null) {
    this.logger = logger;
    this.since = since;
  }

  /** Runs one part of the round. @returns what it counted; 0 where it failed */
  async part(find: () => Promise<number>): Promise<number> {
    try {
      return await find();
    } catch (error) {
      if (error instanceof TemporalUnavailable) throw error; // all other starts would fail, too
      this.faults.push(error);
      return 0;
    }
  }

  /** Wakes each actor that `find` gives. @returns how many there were */
  wake<Actor extends object>(find: () => Promise<Actor[]>, wake: (actor: Actor) => Promise<unknown>): Promise<number> {
    return this.part(async () => {
      const actors = await find();
      await this.each(actors, wake, (actor, error) => {
        this.logger.error('Temporal does not take what would wake an actor', { ...actor, error });
        this.faults.push(error);
      });
      return actors.length;
    });
  }

  /**
   * Calls `start` for each item, several at once. An item that Temporal refuses while it answers does not keep the others back.
   *
   * @throws TemporalUnavailable where Temporal is away
   */
  async each<Item>(
    items: Item[],
    start: (item: Item) => Promise<unknown>,
    failed: (item: Item, error: unknown) => Promise<void> | void,
  ): Promise<void> {
    for (let first = 0; first < items.length; first += startsAtOnce) {
      const some = items.slice(first, first + startsAtOnce);
      const started = await Promise.allSettled(some.map(start));
      for (const [index, result] of started.entries()) {
        if (result.status === 'fulfilled') continue;
        const error: unknown = result.reason;
        if (error instanceof TemporalUnavailable && !(await this.answers())) throw error;
        await failed(some[index]!, error);
      }
    }
  }

  /** @throws the first fault of the round that was reported nowhere else */
  end(): void {
    if (this.faults.length > 0) throw this.faults[0];
  }

  /** Whether Temporal answers. Whether its namespace is ours is not asked here: the worker checks that. */
  private async answers(): Promise<boolean> {
    const state = await temporalState(this.client, { patienceMs });
    return state === 'up' || state === 'other_installation';
  }
}

/** How many rows of a kind one round looks at, and how many at once; the next round takes the rest. */
const atMost = 20_000;
const atOnce = 500;
/** How long a round starts runs of one kind, in milliseconds. */
const startingMs = 30_000;
/** After how many seconds a row that Temporal refused is tried again. */
const againInSeconds = 50;

/** A kind of rows each of which has a run for as long as it is open. */
export type RunKind<Row extends AttemptKey> = {
  /** Open rows that are due (see `dueLooks`). */
  find: (em: EntityManager, since: Date | null, atMost: number) => Promise<Row[]>;
  workflowId: (row: Row) => string;
  /** Starts the run of a row; null where it has one. */
  start: (client: Client, row: Row) => Promise<unknown>;
  /** Whether a run that is alive is signalled, too. */
  isToldAnyway?: (row: Row) => boolean;
  /** Writes into the row, where people read it, why it does not go on. */
  explain: ExplainWait;
};

/**
 * Makes sure that each open row of a kind has a run: asks Temporal for the runs of many rows at once, and starts those that are missing. A row
 * whose run Temporal refuses to start gets the reason, in the row and in the log.
 *
 * @returns how many runs were started
 */
export async function ensureRuns<Row extends AttemptKey>(
  { logger, round, em }: { logger: Parts['logger']; round: Round; em: EntityManager },
  kind: RunKind<Row>,
): Promise<number> {
  const { client, since } = round;
  const rows = await kind.find(em, since, atMost);
  const deadline = performance.now() + startingMs;
  let started = 0;
  for (let first = 0; first < rows.length && performance.now() < deadline; first += atOnce) {
    const some = rows.slice(first, first + atOnce);
    const live = await liveRunsOf(some);
    const refused = new Set<Row>();
    const start = async (row: Row): Promise<void> => {
      const isStarted = (await kind.start(client, row)) !== null;
      if (isStarted && !live.has(kind.workflowId(row))) started += 1;
    };
    const lost = some.filter((row) => !live.has(kind.workflowId(row)) || kind.isToldAnyway?.(row));
    await round.each(lost, start, async (row, error) => {
      refused.add(row);
      await tellRefused(row, error);
    });
    await recordLooks(
      em,
      some.filter((row) => !refused.has(row)),
    );
    await recordLooks(em, [...refused], againInSeconds);
  }
  return started;

  /** The workflow ids that are alive; none where Temporal does not list them: then each start finds out by itself. */
  async function liveRunsOf(some: Row[]): Promise<ReadonlySet<unknown>> {
    try {
      return await liveRuns(client, some.map(kind.workflowId));
    } catch (error) {
      logger.warn('the list of runs does not answer', { error });
      return new Set();
    }
  }

  async function tellRefused(row: Row, error: unknown): Promise<void> {
    const reference = randomBytes(4).toString('hex');
    logger.error('Temporal does not take a run', { reference, workflowId: kind.workflowId(row), error });
    const reason = `O Temporal não aceita a execução (referência ${reference}, no log do worker). Tenta de novo a cada minuto.`;
    await kind.explain(em, row.id, row.attempt, { kind: 'OURS', reason, until: null });
  }
}
