import { setTimeout } from 'node:timers/promises';
import type { Progress } from '../../domain/conversation/progress.ts';

/** The activity of the next turn is started within seconds, unless Temporal is away. */
const keptForMs = 120_000;

/** Turns that go on in this process after the local activity that began them, until the activity of a turn comes for their result. */
export class TurnsUnderWay {
  private readonly turns = new Map<string, Promise<Progress<unknown>>>();
  private readonly waiting = new Map<string, number>();
  private readonly listeners = new Set<() => void>();

  /** How many local activities of a task queue wait for an authority now. */
  waitingOn(taskQueue: string): number {
    return this.waiting.get(taskQueue) ?? 0;
  }

  /** Calls `listener` whenever one more waits. */
  whenOneWaits(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** Counts a local activity among those that wait, while `wait` lasts. */
  async whileWaiting<Result>(taskQueue: string, wait: () => Promise<Result>): Promise<Result> {
    this.waiting.set(taskQueue, this.waitingOn(taskQueue) + 1);
    for (const listener of this.listeners) listener();
    try {
      return await wait();
    } finally {
      this.waiting.set(taskQueue, this.waitingOn(taskQueue) - 1);
    }
  }

  /** Keeps a turn until it is asked for, or has been over for so long that nobody will. */
  keep(id: string, attempt: number, turn: Promise<Progress<unknown>>): void {
    const key = keyOf(id, attempt);
    this.turns.set(key, turn);
    const forget = async (): Promise<void> => {
      await setTimeout(keptForMs, undefined, { ref: false });
      if (this.turns.get(key) === turn) this.turns.delete(key);
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
