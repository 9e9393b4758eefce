import type { ReasonFacts } from '../answers/reason.ts';
import type { CscRecord } from '../register/records.ts';
import type { Endpoint } from '../transport/endpoints.ts';
import type { Element } from '../xml/element.ts';
import { textOf } from '../xml/element.ts';
import type { Item, Note } from './note.ts';

/** Where and when a note is judged. */
export type Scene = {
  endpoint: Endpoint;
  at: Date;
  /** The security code that an issuer has under a number; there is none where nobody can be asked. */
  csc?: (issuer: string, id: number) => CscRecord | undefined;
};

/** One rule of the manual: its code, its id there, and what breaks it (undefined when the note is in order). */
export type Rule = {
  cStat: number;
  id: string;
  broken(note: Note, scene: Scene): ReasonFacts | undefined;
};

/** A rule about the note as a whole. */
export function noteRule(cStat: number, id: string, breaks: (note: Note, scene: Scene) => boolean): Rule {
  return { cStat, id, broken: (note, scene) => (breaks(note, scene) ? {} : undefined) };
}

/** A rule about each item; the first item that breaks it is named in the answer. */
export function itemRule(cStat: number, id: string, breaks: (item: Item, note: Note, scene: Scene) => boolean): Rule {
  return {
    cStat,
    id,
    broken(note, scene) {
      const found = note.items.find((item) => breaks(item, note, scene));
      return found && { nItem: found.nItem };
    },
  };
}

/** The same rule for the notes that a condition holds for. */
export function onlyIf(applies: (note: Note, scene: Scene) => boolean, rules: readonly Rule[]): Rule[] {
  return rules.map((rule) => ({
    ...rule,
    broken: (note, scene) => (applies(note, scene) ? rule.broken(note, scene) : undefined),
  }));
}

/** Whether the text at a path is one of those listed. */
export function isOneOf(element: Element | undefined, path: string, ...values: readonly string[]): boolean {
  return values.includes(textOf(element, path) ?? '');
}

export const isNfe = (note: Note): boolean => note.key.model === '55';
export const isNfce = (note: Note): boolean => note.key.model === '65';
export const inHomologation = (_note: Note, { endpoint }: Scene): boolean => endpoint.environment === 2;
