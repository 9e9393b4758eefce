import { availableParallelism } from 'node:os';
import type { Progress } from '../../domain/conversation/progress.ts';

/** How long a local activity waits for the authority at most: it keeps a workflow task open meanwhile. */
const patienceMs = 2_000;
/** How many local activities wait at once at most, so that enough workflow tasks are left for runs that have work to do. */
const waitingAtOnce = 6 * availableParallelism();
/** How long a finished turn is kept: the activity of the next turn starts within seconds, unless Temporal is away. */
const keptForMs = 120_000;

/** Turns that outlast the local activity that began them. They go on in this process until the next turn's activity takes their result. */
export class TurnsUnderWay {
  private readonly turns = new Map<string, Promise<Progress<unknown>>>();
  /** The local activities that wait for a turn, each as the function that ends its wait; the longest waiting first. */
  private readonly waiting = new Set<() => void>();

  /**
   * The result of a turn; null where the local activity should hand the turn over: after two seconds, or sooner where so many wait that they would
   * hold others up.
   */
  async inTime<Result extends object>(turn: Promise<Result>): Promise<Result | null> {
    const { promise: late, resolve: handOver } = Promise.withResolvers<null>();
    const giveUp = (): void => handOver(null);
    const timer = setTimeout(giveUp, patienceMs);
    this.waiting.add(giveUp);
    const [longest] = this.waiting;
    if (this.waiting.size > waitingAtOnce) longest?.();
    try {
      return await Promise.race([turn, late]);
    } finally {
      clearTimeout(timer);
      this.waiting.delete(giveUp);
    }
  }

  /** Keeps a turn until it is taken, or until `keptForMs` after its end. */
  keep(id: string, attempt: number, turn: Promise<Progress<unknown>>): void {
    const key = keyOf(id, attempt);
    this.turns.set(key, turn);
    const forget = (): void => {
      setTimeout(() => this.turns.get(key) === turn && this.turns.delete(key), keptForMs).unref();
    };
    turn.then(forget, forget);
  }

  /** The turn of an attempt that is under way, or has just ended. It is given once; whoever comes later decides from the database. */
  take<End>(id: string, attempt: number): Promise<Progress<End>> | undefined {
    const key = keyOf(id, attempt);
    const turn = this.turns.get(key);
    this.turns.delete(key);
    return turn as Promise<Progress<End>> | undefined;
  }

  /** Waits until no turn is under way, so that answers are written before the process ends. */
  async over(): Promise<void> {
    await Promise.allSettled(this.turns.values());
  }
}

const keyOf = (id: string, attempt: number): string => `${id}/${attempt}`;
