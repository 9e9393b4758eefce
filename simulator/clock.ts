import { DateTime } from 'luxon';

/** The authority's clock. Once set it goes on from there; reset, it is the machine's again. */
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

/** An instant as the authority writes it: to the second, in the offset of Brasília. */
export function written(at: Date): string {
  return DateTime.fromJSDate(at, { zone: 'UTC-3' }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}

/** The calendar year in Brasília. */
export function yearOf(at: Date): number {
  return DateTime.fromJSDate(at, { zone: 'UTC-3' }).year;
}
