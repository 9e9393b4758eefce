import type { LateNote } from '../../operations/authority/late.ts';

/** Late notes in their series: of each only one is under way, and only so many series at the same time. */
export class Lanes {
  private readonly waiting = new Map<string, LateNote[]>();
  private readonly flying = new Map<string, LateNote>();
  private readonly atOnce: number;

  /** @param notes in the order of their series and numbers */
  constructor(notes: LateNote[], atOnce: number) {
    this.atOnce = atOnce;
    for (const note of notes) {
      if (note.isLetGo) this.flying.set(note.id, note);
      else this.waiting.set(note.lane, [...this.drained(note.lane), note]);
    }
  }

  /** Notes that have not landed. */
  get left(): number {
    return this.flying.size + [...this.waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  underWay(): LateNote[] {
    return [...this.flying.values()];
  }

  /** Takes those off that are not under way any more. @returns how many */
  land(stillUnderWay: string[]): number {
    const flying = new Set(stillUnderWay);
    const landed = [...this.flying.keys()].filter((id) => !flying.has(id));
    for (const id of landed) this.flying.delete(id);
    return landed.length;
  }

  /** The next note of each series of which none is under way. */
  next(): LateNote[] {
    const busy = new Set(this.underWay().map(({ lane }) => lane));
    const free = Math.max(0, this.atOnce - busy.size);
    return [...this.waiting]
      .filter(([lane]) => !busy.has(lane))
      .slice(0, free)
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
    for (const note of departed) this.flying.set(note.id, note);
    return departed;
  }

  private drained(lane: string): LateNote[] {
    return this.waiting.get(lane) ?? [];
  }
}
