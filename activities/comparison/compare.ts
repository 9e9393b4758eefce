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
  isUntold,
  type NoteAtAuthority,
  type SeriesOwner,
} from '../holdings.ts';
import type { Parts } from '../parts.ts';

/** How many numbers beyond the last one the authority has not to know before nothing more is looked for. */
export const lookedAhead = 10;
/** Numbers that are read at once. */
const pageSize = 50;
/** Where a series has been gone through up to. */
type Position = { nextNumber: number; unknown: number };

/**
 * Goes through the numbers of one series, asking the authority about those that it is to be asked about, until they are all done or `isTime`.
 *
 * @param owner who asks; the model is that of the series
 * @param paceMs between two questions
 * @returns whether the series is done
 * @throws HoldingsUnknown where what is waited for has to come first
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
  /** Numbers that were gone past and are not written down yet. */
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

  /** Goes through the next numbers. @returns whether none are left */
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

  /** What an earlier month has had is compared with that one. */
  private isToAsk({ number, here, isOfMonth }: HeldNumber): boolean {
    return (number >= this.series.ownFrom || isOfMonth) && isAsked(here, this.series);
  }

  /** Goes past a number that nobody is asked about; it is written down with the next one that somebody is. */
  private pass({ number }: HeldNumber): void {
    this.at.nextNumber = number + 1;
    if (number <= this.series.lastNumber) this.passed += 1;
  }

  private async keepPassed(): Promise<void> {
    if (this.passed > 0) await this.moved({});
  }

  /** A count that was set elsewhere leaves hundreds of thousands of numbers that nobody asks for. */
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
    // What has changed here meanwhile is asked about again.
    if (kind !== null && (await this.hasChanged(held))) return;
    const isAhead = number > this.series.lastNumber;
    const isDifferent = kind !== null && !(kind === 'GAP' && isAhead);
    this.at.nextNumber = number + 1;
    // One that always answers without saying what it has is asked no further, either.
    if (isAhead) this.at.unknown = there === null ? this.at.unknown + 1 : 0;
    await this.moved({ done: isAhead ? 0 : 1, untold, difference: isDifferent ? differing(held, kind, there) : null });
  }

  /** An NFS-e that came as a file has the municipality's number: which DPS it was made of is told by the authority alone. */
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

  /** What the authority has under a number; `untold` is its words where it answered without saying so. */
  private async ask({ number, here }: HeldNumber): Promise<{ there: NoteAtAuthority | null; untold: string | null }> {
    try {
      return { there: await this.holdings(number, here), untold: null };
    } catch (error) {
      if (!isUntold(error)) throw error;
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
      if (!isUntold(error) || this.dependsOnStanding(await this.withFiles(here, there), there)) throw error;
      return there;
    }
  }

  /** Whether it matters to what is told of a number if its note is cancelled there. */
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

/** By the code of its answer; of an NFS-e also by that of the event that cancelled it, which has six digits. */
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
      // An NFS-e of a court's decision, a single one, or one of an MEI (102, 103, 107).
      return ['102', '103', '107'].includes(code) ? 'AUTHORIZED' : 'USED';
  }
}
