import { child, type Element, textOf } from '../../xml/element.ts';
import type { FaultCode } from '../fault.ts';
import type { Cities } from '../places.ts';
import type { Dps } from '../read-dps.ts';

/** Where and when a DPS or an event's request is checked, and what is registered by then. */
export type DpsContext = {
  at: Date;
  environment: 1 | 2;
  cities: Cities;
  /** Access key of the NFS-e that a DPS generated. */
  keyOf(dpsId: string): string | undefined;
  /** A registered NFS-e. */
  note(key: string): RegisteredNote | undefined;
};

/** An NFS-e that SEFIN knows. */
export type RegisteredNote = {
  /** Root of its XML. */
  nfse: Element;
  /** Whether an event ended it; `endedBy` is the name of that event (xDesc). */
  ended: boolean;
  endedBy?: string;
  /** The types of its events, in order. */
  events?: readonly string[];
};

/** One rule of the annex about a DPS: its code, and whether a DPS breaks it. */
export type NfseRule = { code: FaultCode; broken: (dps: Dps, context: DpsContext) => boolean };

export function rule(code: FaultCode, broken: NfseRule['broken']): NfseRule {
  return { code, broken };
}

/** The same rules, only for a DPS that meets a condition. */
export function onlyIf(applies: NfseRule['broken'], rules: readonly NfseRule[]): NfseRule[] {
  return rules.map(({ code, broken }) => rule(code, (dps, context) => applies(dps, context) && broken(dps, context)));
}

/** Whether there is an element at the end of a path of names. */
export function has(element: Element | undefined, ...path: readonly string[]): boolean {
  return child(element, ...path) !== undefined;
}

/** Whether the text at a path is one of those listed. */
export function isOneOf(element: Element | undefined, path: string, ...values: readonly string[]): boolean {
  return values.includes(textOf(element, path) ?? '');
}

const dayMs = 24 * 60 * 60 * 1000;
/** The longest deadline in days that a city can set for cancellations and substitutions: two years. */
const longestDays = 730;

/** Whether more days have passed since a note was generated than a city allows. */
export function isPast(deadlineDays: number | null, nfse: Element, at: Date): boolean {
  const made = Date.parse(textOf(nfse, 'infNFSe', 'dhProc') ?? '');
  return at.getTime() > made + (deadlineDays ?? longestDays) * dayMs;
}
