import { availableParallelism } from 'node:os';
import type { Progress } from '../../domain/conversation/progress.ts';

/** The longest that a local activity waits for the authority: it keeps a workflow task open meanwhile. */
const patienceMs = 2_000;
/** The most of them that wait at once, so that enough workflow tasks are left for those that have work to do. */
const waitingAtOnce = 6 * availableParallelism();
/** The activity of the next turn is started within seconds, unless Temporal is away. */
const keptForMs = 120_000;

/** Turns that go on in this process after the local activity that began them, until the activity of a turn comes for their result. */
export class TurnsUnderWay {
  private readonly turns = new Map<string, Promise<Progress<unknown>>>();
  /** Local activities that wait for a turn, by what makes them hand it over; the longest waiting first. */
  private readonly waiting = new Set<() => void>();

  /**
   * The result of a turn; null where the local activity that waits for it should hand it over: after two seconds, or sooner where so many wait
   * that they would hold others up.
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

  /** Keeps a turn until it is asked for, or has been over for so long that nobody will. */
  keep(id: string, attempt: number, turn: Promise<Progress<unknown>>): void {
    const key = keyOf(id, attempt);
    this.turns.set(key, turn);
    const forget = (): void => {
      setTimeout(() => this.turns.get(key) === turn && this.turns.delete(key), keptForMs).unref();
    };
    turn.then(forget, forget);
  }

  /** The turn that is under way, or has just ended, for an attempt. It is given once: what follows decides from the database. */
  take<End>(id: string, attempt: number): Promise<Progress<End>> | undefined {
    const key = keyOf(id, attempt);
    const turn = this.turns.get(key);
    this.turns.delete(key);
    return turn as Promise<Progress<End>> | undefined;
  }

  /** Waits until no turn is under way: what was sent brings its answer home before the process ends. */
  async over(): Promise<void> {
    await Promise.allSettled(this.turns.values());
  }
}

const keyOf = (id: string, attempt: number): string => `${id}/${attempt}`;
