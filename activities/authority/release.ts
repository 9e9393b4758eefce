import { setTimeout } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { isToAsk, type KnownStanding } from '../../domain/contingency/judge.ts';
import type { AuthorityInput } from '../../domain/conversation/actors.ts';
import { isTaking, type AuthorityService } from '../../domain/conversation/authority.ts';
import { type HeldRun, heldRuns } from '../../operations/authority/held.ts';
import {
  type TransmissionState,
  transmissionStates,
  type LateNote,
  lateNotes,
  letNotesGo,
} from '../../operations/authority/late.ts';
import { serviceStanding } from '../../operations/authority/standings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { emissionId, fiscalEventId, inutilizationId, replacedId } from '../../temporal/names.ts';
import { signalMended } from '../../temporal/run.ts';
import type { Parts } from '../parts.ts';

/** How many runs are signalled at once, and the pause before the next ones: at most two hundred runs a second come back. */
const atOnce = 20;
const pauseMs = 100;
const heldPageSize = 500;

/**
 * Tells the runs that wait for a service, at a pace, that they may look again.
 *
 * @param turn `isBack`: the service has just come back, so that runs which are about to ask what became of a message are told, too; `hasTurned`:
 *   it opened or shut just now, so that the documents of its states are told in whatever form they wait, because another form may be better
 *
 * @returns how many runs were told
 */
export async function tellHeldRuns(
  parts: Parts,
  service: AuthorityService,
  turn: { isBack: boolean; hasTurned: boolean },
): Promise<number> {
  const { client, cancellationSignal: signal } = Context.current();
  let told = 0;
  for (let after: HeldRun | null = null; ;) {
    const page: HeldRun[] = await heldRuns(acrossCompanies(parts.orm), service, {
      limit: heldPageSize,
      after,
      ...turn,
    });
    for (let first = 0; first < page.length; first += atOnce) {
      const runs = page.slice(first, first + atOnce);
      await Promise.all(runs.map((run) => signalMended(client, idOf(run))));
      told += runs.length;
      if (first + atOnce < page.length) await setTimeout(pauseMs, undefined, { signal });
    }
    after = page.at(-1) ?? null;
    if (page.length < heldPageSize) break;
  }
  if (told > 0) parts.logger.info('runs were told to look at their service', { ...service, runs: told });
  return told;
}

function idOf({ what, id, attempt }: HeldRun): string {
  switch (what) {
    case 'document':
      return emissionId(id, attempt);
    case 'event':
      return fiscalEventId(id, attempt);
    case 'inutilization':
      return inutilizationId(id, attempt);
    case 'replaced':
      return replacedId(id);
  }
}

/** How many series transmit at the same time, how often they are looked at, and how long one activity goes on. */
const lanesAtOnce = 24;
const lookMs = 75;
const goesOnForMs = 25_000;
/** How many notes are read at once. */
const latePageSize = 5_000;

/** Counts of one activity: the notes that were transmitted, and those that are left. */
export type ReleaseCounts = { transmitted: number; left: number };

/**
 * Transmits the notes that were issued while the service was away: in each series one after the other by number, several series at once, until none
 * is left, the service is shut again, or its judge has to look. A series waits while the answer to one of its notes is lost, until it is known what
 * became of that note, and sends the note again where it never arrived.
 */
export async function transmitLateNotes(parts: Parts, service: AuthorityInput): Promise<ReleaseCounts> {
  const { cancellationSignal: cancelled } = Context.current();
  const em = acrossCompanies(parts.orm);
  const untilMs = performance.now() + goesOnForMs;
  const notes = await lateNotes(em, service, latePageSize);
  const lanes = new Lanes(notes, lanesAtOnce);
  // A worker that died may have let these go without telling their runs.
  await tell(notes.filter(({ flight }) => flight === 'SENT'));
  let transmitted = 0;
  for (let isOver = false; lanes.left > 0;) {
    const known = await serviceStanding(em, { ...service, state: '' }, parts.now());
    const flights = await transmissionStates(
      em,
      service,
      lanes.underWay().map(({ id }) => id),
    );
    transmitted += lanes.land(flights, performance.now());
    isOver ||= isForJudge(known, parts.now()) || cancelled.aborted || performance.now() >= untilMs;
    if (isOver) break;
    const next = lanes.next(performance.now());
    if (next.length > 0) {
      const gone = await letNotesGo(
        em,
        next.map(({ id }) => id),
      );
      await tell(lanes.depart(next, gone));
    }
    if (lanes.left > 0) await setTimeout(lookMs, undefined, { signal: cancelled }).catch(() => {});
  }
  if (transmitted > 0) parts.logger.info('late notes were let go', { ...service, transmitted, left: lanes.left });
  return { transmitted, left: lanes.left };

  /** Tells the runs of these notes to go on. Reconciliation finds a run that is lost; its series goes on meanwhile. */
  async function tell(gone: LateNote[]): Promise<void> {
    const { client } = Context.current();
    await Promise.all(gone.map(({ id, attempt }) => signalMended(client, emissionId(id, attempt))));
  }
}

/** Whether the judge has to look at the service before more is sent: it is shut, or it is in doubt and may be asked now. */
function isForJudge(known: KnownStanding, now: Date): boolean {
  return !isTaking(known.standing) || (isToAsk(known) && (known.notBefore ?? now) <= now);
}

/**
 * How long a series rests after a note that did not arrive, before that note is sent again: twice as long each time in a row, up to
 * `longestRestMs`.
 */
const firstRestMs = 500;
const longestRestMs = 8_000;

type Rest = { untilMs: number; times: number };

/**
 * Late notes by series. Of each series one note is under way at a time, and `atOnce` of them altogether, lost ones not counted. A note whose answer
 * is lost keeps its own series waiting and no other; one that did not arrive becomes the next of its series again.
 */
class Lanes {
  private readonly waiting = new Map<string, LateNote[]>();
  private readonly flying = new Map<string, { note: LateNote; flight: TransmissionState }>();
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

  /** How many notes have not landed. */
  get left(): number {
    return this.flying.size + [...this.waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  underWay(): LateNote[] {
    return [...this.flying.values()].map(({ note }) => note);
  }

  /** Removes the notes that have landed, and puts back those that did not arrive. @returns how many landed */
  land(flights: ReadonlyMap<string, TransmissionState>, nowMs: number): number {
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

  /** The first waiting note of each series that neither has one under way nor rests, up to `atOnce`. */
  next(nowMs: number): LateNote[] {
    const flying = [...this.flying.values()];
    const busy = new Set(flying.map(({ note }) => note.lane));
    const sent = flying.filter(({ flight }) => flight === 'SENT').length;
    return [...this.waiting]
      .filter(([lane]) => !busy.has(lane) && (this.resting.get(lane)?.untilMs ?? 0) <= nowMs)
      .slice(0, Math.max(0, this.atOnce - sent))
      .flatMap(([, notes]) => notes.slice(0, 1));
  }

  /** Takes these notes out of the queues of their series. @returns those that are under way now */
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
