/** One thing that was set, and when it holds; both in milliseconds. */
export type Setting<T> = { value: T; from: number; until: number };

/** Things that were set for a time, newest last. Of those that hold and apply the newest wins; when it ends, the one before is back. */
export class Settings<T> {
  #all: Setting<T>[] = [];

  add(...settings: readonly Setting<T>[]): void {
    this.#all.push(...settings);
  }

  inForce(at: Date, applies: (value: T) => boolean): Setting<T> | undefined {
    const instant = at.getTime();
    return this.#all.findLast(({ value, from, until }) => from <= instant && instant < until && applies(value));
  }

  /** What holds or will hold, with its times as text where they are limited. */
  current(at: Date): (T & { from?: string; until?: string })[] {
    const instant = at.getTime();
    return this.#all
      .filter(({ until }) => instant < until)
      .map(({ value, from, until }) => ({
        ...value,
        ...(from > instant && { from: new Date(from).toISOString() }),
        ...(until < Infinity && { until: new Date(until).toISOString() }),
      }));
  }

  clear(): void {
    this.#all = [];
  }
}

/** The end of something that begins now: after some seconds, or never. */
export function endAfter(at: Date, seconds: number | undefined): number {
  return seconds === undefined ? Infinity : at.getTime() + seconds * 1000;
}
