import type { Flight, LateNote } from '../../operations/authority/late.ts';

/** How long a series rests before a note is let go again that did not arrive: longer each time in a row. */
const firstRestMs = 500;
const longestRestMs = 8_000;

type Rest = { untilMs: number; times: number };

/**
 * Late notes in their series: of each only one is under way, until it has landed, and only so many at the same time. One whose answer was lost
 * keeps its series waiting, but no other; one that did not arrive is the next of its series again.
 */
export class Lanes {
  private readonly waiting = new Map<string, LateNote[]>();
  private readonly flying = new Map<string, { note: LateNote; flight: Flight }>();
  private readonly resting = new Map<string, Rest>();
  private readonly atOnce: number;

  /** @param notes in the order of their series and numbers */
  constructor(notes: LateNote[], atOnce: number) {
    this.atOnce = atOnce;
    for (const note of notes) {
      if (note.flight !== null) this.flying.set(note.id, { note, flight: note.flight });
      else this.waiting.set(note.lane, [...this.drained(note.lane), note]);
    }
  }

  /** Notes that have not landed. */
  get left(): number {
    return this.flying.size + [...this.waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  underWay(): LateNote[] {
    return [...this.flying.values()].map(({ note }) => note);
  }

  /** Takes those off that have landed, and back those that did not arrive. @returns how many landed */
  land(flights: ReadonlyMap<string, Flight>, nowMs: number): number {
    let landed = 0;
    for (const { note } of [...this.flying.values()]) {
      const flight = flights.get(note.id);
      if (flight === 'SENT' || flight === 'LOST') {
        this.flying.set(note.id, { note, flight });
        continue;
      }
      this.flying.delete(note.id);
      if (flight === 'UNSENT') this.takeBack(note, nowMs);
      else {
        this.resting.delete(note.lane);
        landed += 1;
      }
    }
    return landed;
  }

  /** The next note of each series of which none is under way and that does not rest. */
  next(nowMs: number): LateNote[] {
    const flying = [...this.flying.values()];
    const busy = new Set(flying.map(({ note }) => note.lane));
    const sent = flying.filter(({ flight }) => flight === 'SENT').length;
    return [...this.waiting]
      .filter(([lane]) => !busy.has(lane) && (this.resting.get(lane)?.untilMs ?? 0) <= nowMs)
      .slice(0, Math.max(0, this.atOnce - sent))
      .flatMap(([, notes]) => notes.slice(0, 1));
  }

  /** Takes the first of their series out of the queue. @returns those of them that are under way now */
  depart(notes: LateNote[], gone: string[]): LateNote[] {
    for (const { lane, id } of notes) {
      const rest = this.drained(lane).filter((note) => note.id !== id);
      if (rest.length === 0) this.waiting.delete(lane);
      else this.waiting.set(lane, rest);
    }
    const departed = notes.filter(({ id }) => gone.includes(id));
    for (const note of departed) this.flying.set(note.id, { note, flight: 'SENT' });
    return departed;
  }

  private takeBack(note: LateNote, nowMs: number): void {
    const times = (this.resting.get(note.lane)?.times ?? 0) + 1;
    this.resting.set(note.lane, { times, untilMs: nowMs + Math.min(longestRestMs, firstRestMs * 2 ** (times - 1)) });
    this.waiting.set(note.lane, [note, ...this.drained(note.lane)]);
  }

  private drained(lane: string): LateNote[] {
    return this.waiting.get(lane) ?? [];
  }
}
