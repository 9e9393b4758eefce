import { Context } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { temporalState } from '../../temporal/namespace.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';
import type { Parts } from '../parts.ts';

const startsAtOnce = 20;
const patienceMs = 3_000;

/** One round: where one start fails, the others are still made. */
export class Round {
  private readonly faults: unknown[] = [];
  private readonly logger: Parts['logger'];
  readonly client: Client = Context.current().client;
  /** When Temporal's data began, as far as we know. */
  readonly since: Date | null;

  constructor({ logger }: Pick<Parts, 'logger'>, since: Date | null) {
    this.logger = logger;
    this.since = since;
  }

  /** Part of the round. @returns what it found; 0 where it failed */
  async part(find: () => Promise<number>): Promise<number> {
    try {
      return await find();
    } catch (error) {
      if (error instanceof TemporalUnavailable) throw error; // all other starts would fail, too
      this.faults.push(error);
      return 0;
    }
  }

  /** Wakes each of the actors that `find` gives. @returns how many there were */
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
   * Starts each of them, several at once. One that Temporal does not take, although it answers, keeps none of the others.
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

  /** @throws the first fault of the round that is told nowhere else */
  end(): void {
    if (this.faults.length > 0) throw this.faults[0];
  }

  /** Whether Temporal answers; whose namespace it is, the worker has asked. */
  private async answers(): Promise<boolean> {
    const state = await temporalState(this.client, { patienceMs });
    return state === 'up' || state === 'other_installation';
  }
}
