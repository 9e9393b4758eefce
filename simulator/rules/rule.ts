import type { ReasonFacts } from '../answers/reason.ts';
import type { CscRecord, CsrtRecord } from '../register/records.ts';
import type { Endpoint } from '../transport/endpoints.ts';
import type { Element } from '../xml/element.ts';
import { textOf } from '../xml/element.ts';
import type { Item, Note } from './note.ts';
import type { StateOptions } from './state-options.ts';

/** Where and when a note is judged. */
export type RuleContext = {
  endpoint: Endpoint;
  at: Date;
  /** Finds the security code of an issuer by its number; absent where codes are not known. */
  csc?: (issuer: string, id: number) => CscRecord | undefined;
  /** Finds the security code of a company that makes programs, by its CNPJ and the number of the code. */
  csrt?: (responsible: string, id: number) => CsrtRecord | undefined;
  /** What the states decided for themselves; the published defaults where absent. */
  options?: StateOptions;
};

/** One rule of the manual: its code, its id there, and how a note breaks it (undefined when the note is in order). */
export type Rule = {
  cStat: number;
  id: string;
  broken(note: Note, context: RuleContext): ReasonFacts | undefined;
};

/** A rule about the note as a whole. */
export function noteRule(cStat: number, id: string, breaks: (note: Note, context: RuleContext) => boolean): Rule {
  return { cStat, id, broken: (note, context) => (breaks(note, context) ? {} : undefined) };
}

/** A rule about each item; the first item that breaks it is named in the answer. */
export function itemRule(
  cStat: number,
  id: string,
  breaks: (item: Item, note: Note, context: RuleContext) => boolean,
): Rule {
  return {
    cStat,
    id,
    broken(note, context) {
      const found = note.items.find((item) => breaks(item, note, context));
      return found && { nItem: found.nItem };
    },
  };
}

/** The same rules, only for notes that meet a condition. */
export function onlyIf(applies: (note: Note, context: RuleContext) => boolean, rules: readonly Rule[]): Rule[] {
  return rules.map((rule) => ({
    ...rule,
    broken: (note, context) => (applies(note, context) ? rule.broken(note, context) : undefined),
  }));
}

/** Whether the text at a path is one of those listed. */
export function isOneOf(element: Element | undefined, path: string, ...values: readonly string[]): boolean {
  return values.includes(textOf(element, path) ?? '');
}

export const isNfe = (note: Note): boolean => note.key.model === '55';
export const isNfce = (note: Note): boolean => note.key.model === '65';
export const inHomologation = (_note: Note, { endpoint }: RuleContext): boolean => endpoint.environment === 2;
