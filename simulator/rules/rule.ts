import type { ReasonFacts } from '../reasons.ts';
import type { CscRecord, CsrtRecord, Registered } from '../register/records.ts';
import type { Endpoint } from '../transport/endpoints.ts';
import { type Element, textOf } from '../xml/element.ts';
import type { Item, Note } from './note.ts';

/** When and at which endpoint a note is checked, and what rules may look up. */
export type RuleContext = {
  endpoint: Endpoint;
  at: Date;
  /** Finds the CSC of an issuer by its number; absent if codes are not known. */
  csc?: (issuer: string, id: number) => CscRecord | undefined;
  /** Finds the CSRT of a maker of programs, by its CNPJ and the number of the code. */
  csrt?: (responsible: string, id: number) => CsrtRecord | undefined;
  /** Looks a CNPJ up in the registers, as one of this state; absent if there are no registers. */
  taxpayer?: (cnpj: string, state: string | undefined) => Registered;
  /** The options that the states decided for themselves; the published defaults if absent. */
  options?: StateOptions;
};

/** One rule of the manual: its code, its id there, and how a note breaks it (undefined if it does not). */
export type Rule = {
  cStat: number;
  id: string;
  broken(note: Note, context: RuleContext): ReasonFacts | undefined;
};

/** A rule about the note as a whole. */
export function noteRule(cStat: number, id: string, breaks: (note: Note, context: RuleContext) => boolean): Rule {
  return { cStat, id, broken: (note, context) => (breaks(note, context) ? {} : undefined) };
}

/** A rule about each item; the answer names the first item that breaks it. */
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

/** A rule about each entry of a list in the note; the answer counts the first one that breaks it (nOcor, from 1). */
export function occurrenceRule<Entry>(
  cStat: number,
  id: string,
  listed: (note: Note) => readonly Entry[],
  breaks: (entry: Entry, place: { index: number; all: readonly Entry[]; note: Note; context: RuleContext }) => boolean,
): Rule {
  return {
    cStat,
    id,
    broken(note, context) {
      const all = listed(note);
      const found = all.findIndex((entry, index) => breaks(entry, { index, all, note, context }));
      return found < 0 ? undefined : { nOcor: found + 1 };
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
/**
 * Whether a note is issued in the presence of a consumer: an NFC-e, or an NF-e with the simplified DANFE of type 2 (tpImp 6; NT 2026.002
 * v1.11, chapter 4).
 */
export const isForConsumers = (note: Note): boolean => isNfce(note) || isOneOf(note.ide, 'tpImp', '6');
export const inHomologation = (_note: Note, { endpoint }: RuleContext): boolean => endpoint.environment === 2;

/**
 * Options that each state decides for itself ("a critério da UF") and of which no list is published: for each option, the states that are
 * known to have chosen it. An option with an empty list is in force nowhere until somebody sets it (`PUT /state-options`).
 */
export const publishedOptions = {
  /** 938: retained ST of the purchase, on sales for resale. Companies report the code from SP (2019) and RS. */
  retainedSubstitution: ['RS', 'SP'],
  /** 906: effective ICMS on sales of goods under retained ST to final consumers. */
  effectiveIcms: [],
  /** 840: group of medicines for NCM 3001 to 3006 (K01-10, NT 2021.004 v1.35: put off without a date). */
  medicines: [],
  /** 737: no card payments outside the program that sells (YA04a-20). */
  integratedCards: [],
  /** 508, exception 8: CST 02 and 10 in internal sales to recipients who pay no ICMS. */
  substitutionToOutsiders: [],
  /** 347, exception: registration as a substitute (IEST) in internal operations. */
  substituteAtHome: [],
  /** 712: the state refuses NFC-e that were issued offline (B22-20, "Facul."). No list of such states is published. */
  offlineConsumerNotes: [],
  /** 961, 963 and 965 about fuels: rates per unit as in the table (NT 2023.001 v1.60: put off without a date). */
  fuelRates: [],
  /** 1014 to 1019 and 1075: the selective tax (NT 2025.002 v1.52: put off without a date). */
  selectiveTax: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type StateOption = keyof typeof publishedOptions;
export type StateOptions = Readonly<Record<StateOption, readonly string[]>>;

/** Names of all decisions. */
export const stateOptionNames: readonly StateOption[] = [
  'retainedSubstitution',
  'effectiveIcms',
  'medicines',
  'integratedCards',
  'substitutionToOutsiders',
  'substituteAtHome',
  'offlineConsumerNotes',
  'fuelRates',
  'selectiveTax',
];

/** Whether the issuer's state has chosen an option. */
export function chosenByState(option: StateOption, { emit }: Note, { options }: RuleContext): boolean {
  const states: readonly string[] = (options ?? publishedOptions)[option];
  return states.includes(textOf(emit, 'enderEmit', 'UF') ?? '');
}
