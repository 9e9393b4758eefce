/** The authority's clock. When set it goes on from that instant; when reset it follows the machine's clock again. */
export class Clock {
  #aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  set(now: Date): void {
    this.#aheadMs = now.getTime() - Date.now();
  }

  reset(): void {
    this.#aheadMs = 0;
  }
}

const brasiliaMs = -3 * 3_600_000;

/** An instant as the authority writes it: to the second, in the offset of Brasília, which has no summer time. */
export function timestamp(at: Date): string {
  return `${inBrasilia(at).slice(0, 19)}-03:00`;
}

/** The same with seven places of a second, as SEFIN writes the time of its answers. */
export function fineTimestamp(at: Date): string {
  return `${inBrasilia(at).slice(0, 23)}0000-03:00`;
}

/** The calendar year in Brasília. */
export function yearOf(at: Date): number {
  return Number(inBrasilia(at).slice(0, 4));
}

function inBrasilia(at: Date): string {
  return new Date(at.getTime() + brasiliaMs).toISOString();
}
