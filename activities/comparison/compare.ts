import { setTimeout as pause } from 'node:timers/promises';
import {
  differenceOf,
  isAsked,
  type NoteThere,
  type NumberHere,
  type StandingThere,
} from '../../domain/comparison/rule.ts';
import { modelToGiveUp, widestGap } from '../../domain/closings/gaps.ts';
import { outcomeOf } from '../../domain/sefaz/outcomes.ts';
import { noteAsFile } from '../../operations/comparison/elsewhere.ts';
import { keepStep, type NumberDifference } from '../../operations/comparison/keep.ts';
import { type HeldNumber, nextUsed, numbersHere } from '../../operations/comparison/numbers-here.ts';
import type { OpenSeries } from '../../operations/comparison/open-series.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import {
  askForCancellation,
  askForKey,
  askForNfse,
  askForNumber,
  isUndecidable,
  type NoteAtAuthority,
  type SeriesOwner,
} from '../holdings.ts';
import type { Parts } from '../parts.ts';

/** Beyond the last number of a series the comparison goes on until the authority knows none of so many numbers in a row. */
export const lookedAhead = 10;
/** How many numbers are read at once. */
const pageSize = 50;
/** How far a series has been compared: its next number, and how many numbers in a row beyond the last one the authority did not know. */
type Position = { nextNumber: number; unknown: number };

/**
 * Goes through the numbers of one series, asking the authority where the number calls for it, until all are done or `isTime` says to stop.
 *
 * @param owner the company that asks; its model is that of the series
 * @param paceMs pause between two questions, in milliseconds
 * @returns whether the series is done
 * @throws HoldingsUnknown where something has to be waited for first
 */
export async function compareSeries(
  parts: Parts,
  series: OpenSeries,
  owner: SeriesOwner,
  isTime: () => boolean,
  paceMs: number,
): Promise<boolean> {
  const comparing = new SeriesComparison(parts, series, { owner, paceMs });
  while (!isTime()) if (await comparing.page(isTime)) return true;
  return false;
}

class SeriesComparison {
  private readonly parts: Parts;
  private readonly series: OpenSeries;
  private readonly owner: SeriesOwner;
  private readonly paceMs: number;
  private readonly isGivenUp: boolean;
  private at: Position;
  /** How many numbers were passed over since the last step that was written down. */
  private passed = 0;
  private isInGap = false;

  constructor(parts: Parts, series: OpenSeries, { owner, paceMs }: { owner: SeriesOwner; paceMs: number }) {
    this.parts = parts;
    this.series = series;
    this.owner = owner;
    this.paceMs = paceMs;
    this.isGivenUp = modelToGiveUp({ type: series.type, series: series.series, taxId: owner.taxId }) !== null;
    this.at = { nextNumber: series.nextNumber, unknown: series.unknown };
  }

  /** Goes through the next page of numbers. @returns whether the series is done */
  async page(isTime: () => boolean): Promise<boolean> {
    const { lastNumber, looksAhead } = this.series;
    const first = this.at.nextNumber;
    const isAhead = first > lastNumber;
    if (isAhead && (!looksAhead || this.at.unknown >= lookedAhead)) {
      await this.moved({ isDone: true });
      return true;
    }
    const last = isAhead ? first + pageSize - 1 : Math.min(lastNumber, first + pageSize - 1);
    for (const held of await this.numbers(first, last)) {
      if (isTime() || this.at.unknown >= lookedAhead || held.number !== this.at.nextNumber) break;
      if (!isAhead && (await this.skippedWideGap(held))) break;
      if (this.isToAsk(held)) await this.compare(held);
      else this.pass(held);
    }
    await this.keepPassed();
    return false;
  }

  private numbers(first: number, last: number): Promise<HeldNumber[]> {
    return numbersHere(acrossCompanies(this.parts.orm), this.series, { first, last });
  }

  /** Whether the authority is asked about a number. Numbers before `ownFrom` belong to an earlier month and were compared with it. */
  private isToAsk({ number, here, isOfMonth }: HeldNumber): boolean {
    return (number >= this.series.ownFrom || isOfMonth) && isAsked(here, this.series);
  }

  /** Passes over a number about which nobody is asked; it is counted with the next step that is written down. */
  private pass({ number }: HeldNumber): void {
    this.at.nextNumber = number + 1;
    if (number <= this.series.lastNumber) this.passed += 1;
  }

  private async keepPassed(): Promise<void> {
    if (this.passed > 0) await this.moved({});
  }

  /**
   * Skips a wide gap of untouched numbers: setting a series' next number by hand can leave hundreds of thousands of them. @returns whether it
   * skipped one
   */
  private async skippedWideGap({ number: from, here }: HeldNumber): Promise<boolean> {
    const wasInGap = this.isInGap;
    this.isInGap = here.kind === 'UNTOUCHED';
    if (!this.isInGap || wasInGap) return false;
    const next = await nextUsed(acrossCompanies(this.parts.orm), this.series, from);
    if (next === null || next - from <= widestGap) return false;
    this.at.nextNumber = Math.min(next, this.series.lastNumber + 1);
    this.passed += this.at.nextNumber - from;
    return true;
  }

  private async compare(held: HeldNumber): Promise<void> {
    const { number } = held;
    await pause(this.paceMs);
    const { there, untold } = await this.ask(held);
    const here = await this.withFiles(held.here, there);
    const kind = untold === null ? differenceOf(here, there && noteOf(there), this.ofSeries()) : null;
    // A number that changed here meanwhile is compared again, by the next page.
    if (kind !== null && (await this.hasChanged(held))) return;
    const isAhead = number > this.series.lastNumber;
    const isDifferent = kind !== null && !(kind === 'GAP' && isAhead);
    this.at.nextNumber = number + 1;
    // An answer that does not say what the authority has counts as unknown, too, so that looking ahead ends.
    if (isAhead) this.at.unknown = there === null ? this.at.unknown + 1 : 0;
    await this.moved({ done: isAhead ? 0 : 1, untold, difference: isDifferent ? differing(held, kind, there) : null });
  }

  /**
   * What is here under a number, with notes that came as files: such an NFS-e has the municipality's number, and only the authority knows from
   * which DPS it was made.
   */
  private async withFiles(here: NumberHere, there: NoteAtAuthority | null): Promise<NumberHere> {
    const isSought = this.owner.model === 'NFSE' && here.kind !== 'NOTE' && there !== null;
    if (!isSought || there.accessKey === null) return here;
    const status = await noteAsFile(acrossCompanies(this.parts.orm), this.series, there.accessKey);
    return status === null ? here : { kind: 'NOTE', status, accessKey: there.accessKey, digestValue: null };
  }

  private ofSeries() {
    return { type: this.series.type, isGivenUp: this.isGivenUp };
  }

  private async hasChanged({ number, here }: HeldNumber): Promise<boolean> {
    const [now] = await this.numbers(number, number);
    return JSON.stringify(now?.here) !== JSON.stringify(here);
  }

  /** What the authority has under a number; `untold` is its words where it answered without saying. */
  private async ask({ number, here }: HeldNumber): Promise<{ there: NoteAtAuthority | null; untold: string | null }> {
    try {
      return { there: await this.holdings(number, here), untold: null };
    } catch (error) {
      if (!isUndecidable(error)) throw error;
      return { there: null, untold: error.message };
    }
  }

  private async holdings(number: number, here: NumberHere): Promise<NoteAtAuthority | null> {
    const { parts, owner } = this;
    if (owner.model !== 'NFSE') {
      return here.kind === 'NOTE' ? askForKey(parts, owner, here.accessKey) : askForNumber(parts, owner, number);
    }
    const there = await (here.kind === 'NOTE'
      ? askForNfse(parts, owner, here.accessKey)
      : askForNumber(parts, owner, number));
    if (!there || there.accessKey === null) return there;
    try {
      const cancelled = await askForCancellation(parts, owner, there.accessKey, () => pause(this.paceMs));
      return cancelled ? { ...there, cStat: cancelled.code } : there;
    } catch (error) {
      if (!isUndecidable(error) || this.dependsOnStanding(await this.withFiles(here, there), there)) throw error;
      return there;
    }
  }

  /** Whether the difference of a number depends on whether its note is cancelled at the authority. */
  private dependsOnStanding(here: NumberHere, there: NoteAtAuthority): boolean {
    const ifSo = (standing: StandingThere) => differenceOf(here, { ...noteOf(there), standing }, this.ofSeries());
    return ifSo('AUTHORIZED') !== ifSo('CANCELLED');
  }

  private moved({
    done = 0,
    untold = null,
    difference = null,
    isDone = false,
  }: {
    done?: number;
    untold?: string | null;
    difference?: NumberDifference | null;
    isDone?: boolean;
  }): Promise<void> {
    const step = { ...this.at, done: this.passed + done, untold, isDone };
    this.passed = 0;
    return keepStep(acrossCompanies(this.parts.orm), this.series, step, difference);
  }
}

function differing(
  { number, here, documentId }: HeldNumber,
  kind: NumberDifference['kind'],
  there: NoteAtAuthority | null,
) {
  const ownKey = here.kind === 'NOTE' ? here.accessKey : null;
  return {
    ...{ number, kind, documentId },
    accessKey: there?.accessKey ?? ownKey,
    cStat: there?.cStat ?? null,
    protocol: there?.protocol ?? null,
  };
}

/**
 * What the authority holds as a comparison takes it. The standing follows from the code of the answer or, for a cancelled NFS-e, from that of the
 * cancelling event, which has six digits.
 */
function noteOf({ accessKey, cStat, digestValue }: NoteAtAuthority): NoteThere {
  return { accessKey, digestValue, standing: accessKey === null ? 'USED' : standingOf(cStat) };
}

function standingOf(code: string): StandingThere {
  if (code.length === 6) return 'CANCELLED';
  switch (outcomeOf(code).kind) {
    case 'cancelled':
      return 'CANCELLED';
    case 'denied':
      return 'DENIED';
    case 'authorized':
      return 'AUTHORIZED';
    default:
      // An NFS-e issued by a court's decision, a single one (avulsa), or one of an MEI (102, 103, 107).
      return ['102', '103', '107'].includes(code) ? 'AUTHORIZED' : 'USED';
  }
}
