/**
 * The authority's clock. After `set` it goes on from that instant; `reset` puts it back to how far ahead of the machine's clock it started
 * (by default not at all).
 */
export class Clock {
  readonly #startsAheadMs: number;
  #aheadMs: number;

  constructor(aheadSeconds = 0) {
    this.#startsAheadMs = aheadSeconds * 1000;
    this.#aheadMs = this.#startsAheadMs;
  }

  /** How far the clock is ahead of the machine's clock. */
  get aheadSeconds(): number {
    return this.#aheadMs / 1000;
  }

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  set(now: Date): void {
    this.#aheadMs = now.getTime() - Date.now();
  }

  /** Sets the clock this far ahead of the machine's clock, or behind it if negative. */
  advance(aheadSeconds: number): void {
    this.#aheadMs = aheadSeconds * 1000;
  }

  reset(): void {
    this.#aheadMs = this.#startsAheadMs;
  }
}

const brasiliaMs = -3 * 3_600_000;

/** An instant as the authority writes it: to the second, in the offset of Brasília, which has no summer time. */
export function timestamp(at: Date): string {
  return `${inBrasilia(at).slice(0, 19)}-03:00`;
}

/** An instant with seven digits of a second, as SEFIN writes the time of its answers. */
export function fineTimestamp(at: Date): string {
  return `${inBrasilia(at).slice(0, 23)}0000-03:00`;
}

/** The calendar day in Brasília, YYYY-MM-DD. */
export function dayOf(at: Date): string {
  return inBrasilia(at).slice(0, 10);
}

/** The calendar year in Brasília. */
export function yearOf(at: Date): number {
  return Number(inBrasilia(at).slice(0, 4));
}

function inBrasilia(at: Date): string {
  return new Date(at.getTime() + brasiliaMs).toISOString();
}
