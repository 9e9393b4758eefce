import {
  condition,
  defineSignal,
  patched,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { nextWait, pauseSeconds, type LastWait } from '../domain/conversation/pauses.ts';
import type { Mend } from '../domain/conversation/progress.ts';
import { type OpenProgress, waitKindOf } from '../domain/conversation/wait-of.ts';
import { quietKinds } from '../domain/conversation/waiting.ts';
import { messages, searchAttributes } from '../temporal/names.ts';

type Waiting = Exclude<OpenProgress, { kind: 'stop' }>;
type Stop = Extract<OpenProgress, { kind: 'stop' }>;

/** Timer of a stop, which a person ends within minutes or weeks: it only carries the reason into the history, and is set again when it fires. */
const longestStop = '365 days';
/** Seconds after which a run checks by itself whether what it waits for has been mended, because a signal may get lost. */
const longestHold = 3_600;

/** Says that what the run waits for has been mended: ends the wait before its hour is over. */
const mended = defineSignal(messages.mended);

/**
 * The waits of one run: shows each reason in Temporal's UI and its kind in the list of runs, and makes the pause longer the more often the same kind
 * of wait comes back.
 */
export class Patience {
  /** What the run waits for, in Portuguese; null while it is moving. */
  waitingFor: string | null = null;
  /** The last pause, from which the length of the next one follows; null where the last step made progress. */
  waited: LastWait | null = null;
  private isMended = false;

  constructor() {
    setHandler(mended, () => void (this.isMended = true));
  }

  /** Waits as `progress` asks; a wait for a mend also ends with the signal `mended`. */
  async wait(progress: Waiting): Promise<void> {
    const seconds = this.secondsOf(progress);
    this.waitingFor = progress.reason;
    this.show(progress);
    setCurrentDetails(`**Aguardando:** ${progress.reason}`);
    const summary = summaryOf(progress.reason);
    if (seconds > 0) await this.pause(progress, { seconds, summary });
    this.isMended = false;
    this.waitingFor = null;
    setCurrentDetails('Em andamento');
  }

  /** Sleeps for `seconds`; where something outside may be mended or change meanwhile, the signal `mended` ends the sleep early. */
  private async pause(progress: Waiting, { seconds, summary }: { seconds: number; summary: string }): Promise<void> {
    const isEndedBySignal =
      progress.kind === 'mend' ||
      progress.kind === 'held' ||
      (progress.kind === 'wait' && patched('signals-end-pauses'));
    if (isEndedBySignal) await condition(() => this.isMended, seconds * 1000, { summary });
    else await sleep(seconds * 1000, { summary });
  }

  /** Waits until `isDecided` is true, with the reason in the list and in the history of the run. */
  async stop(stop: Stop, isDecided: () => boolean): Promise<void> {
    this.waitingFor = stop.reason;
    setCurrentDetails(`**Parado, à espera de uma pessoa:** ${stop.reason}`);
    if (this.show(stop)) {
      const summary = summaryOf(`Parado, à espera de uma pessoa: ${stop.reason}`);
      while (!(await condition(isDecided, longestStop, { summary })));
    } else await condition(isDecided);
    this.waitingFor = null;
  }

  /** Search attributes that take the wait out of the list of runs; empty where none is shown. */
  get nothingShown(): Record<string, string[]> {
    return this.shown === null ? {} : { [searchAttributes.waitingFor]: [] };
  }

  /** Takes the last wait out of the list of runs. */
  over(): void {
    if (this.shown !== null) upsertSearchAttributes(this.nothingShown);
  }

  /** Resets the pauses after progress: the next wait is short again. */
  moved(): void {
    this.waited = null;
    this.over();
  }

  /** The result of `work`, which is repeated after each wait for a mend until it gives one. */
  async pastFaults<Done>(work: () => Promise<Done | Mend>): Promise<Done> {
    for (;;) {
      const done = await work();
      if (isMend(done)) await this.wait(done);
      else {
        this.over();
        return done;
      }
    }
  }

  /** Shows in the list of runs what keeps the run from going on. @returns false in histories recorded before waits were shown */
  private show(progress: OpenProgress): boolean {
    const kind = waitKindOf(progress);
    const told = quietKinds.includes(kind) ? null : kind;
    if (told === this.shown) return true;
    if (!patched('waits-in-the-list')) return false;
    upsertSearchAttributes({ [searchAttributes.waitingFor]: told === null ? [] : [told] });
    return true;
  }

  /** The kind of wait that the list of runs shows now; a run that continues as a new one keeps it. */
  private get shown(): string | null {
    const [shown] = workflowInfo().searchAttributes[searchAttributes.waitingFor] ?? [];
    return shown === undefined ? null : String(shown);
  }

  private secondsOf(progress: Waiting): number {
    switch (progress.kind) {
      case 'wait':
        this.waited = nextWait(progress.pause, this.waited);
        return Math.min(
          pauseSeconds(this.waited.pause, this.waited.times),
          secondsUntil(progress.atMostUntilMs) ?? Infinity,
        );
      case 'waitUntil':
        return Math.max(1, Math.ceil((progress.untilMs - Date.now()) / 1000));
      case 'mend':
        return longestHold;
      case 'held':
        return Math.min(longestHold, secondsUntil(progress.untilMs) ?? longestHold);
    }
  }
}

/** Whole seconds until an instant (ms since 1970); null where there is none, or it has passed. */
function secondsUntil(ms: number | null | undefined): number | null {
  const seconds = Math.ceil(((ms ?? 0) - Date.now()) / 1000);
  return seconds > 0 ? seconds : null;
}

/** Cuts a text for the summary of a timer, of which Temporal takes 400 bytes. */
function summaryOf(words: string): string {
  return words.slice(0, 200);
}

function isMend(done: unknown): done is Mend {
  return typeof done === 'object' && done !== null && 'kind' in done && done.kind === 'mend';
}
