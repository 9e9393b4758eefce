import rules from '../../../tables/c-benef-rules.json' with { type: 'json' };
import saoPaulo from '../../../tables/c-benef/SP.json' with { type: 'json' };
import { textOf } from '../../xml/element.ts';
import type { Note } from '../note.ts';
import { issuedOn } from '../note.ts';
import type { RuleContext } from '../rule.ts';
import { inHomologation, isOneOf } from '../rule.ts';

type StateRule = { from: Readonly<Record<string, string | undefined>>; except: readonly string[] };
/** Situations (CST) by benefit code. */
type Codes = Readonly<Record<string, readonly string[] | undefined>>;

const states: Readonly<Record<string, Readonly<Record<string, StateRule | undefined>> | undefined>> = rules.states;
const inHomologationSince: Readonly<Record<string, string | undefined>> = rules.homologation;
const lists: Readonly<Record<string, Codes | undefined>> = { SP: saoPaulo.codes };
const inAllStates = 'E1';

const exceptions: Readonly<Record<string, (note: Note) => boolean>> = {
  E1: ({ ide }) => isOneOf(ide, 'finNFe', '4') && isOneOf(ide, 'idDest', '2', '3'),
  E2: ({ ide }) => isOneOf(ide, 'finNFe', '4'),
  E3: ({ ide }) => isOneOf(ide, 'finNFe', '3'),
  E4: ({ ide }) => isOneOf(ide, 'tpNF', '0'),
};

/** Whether the issuer's state applies a rule about benefits to the note: by model, day of issue, and what the state excepts (NT 2019.001 v1.70, 3.6.1). */
export function isApplied(cStat: number, note: Note, context: RuleContext): boolean {
  const rule = states[stateOf(note)]?.[String(cStat)];
  const production = rule?.from[note.key.model];
  if (!rule || production === undefined) return false;
  const homologation = inHomologation(note, context) ? inHomologationSince[stateOf(note)] : undefined;
  return (
    issuedOn(note) >= (homologation ?? production) &&
    ![inAllStates, ...rule.except].some((name) => exceptions[name]?.(note) === true)
  );
}

/** The benefit codes that the issuer's state has published, with their situations; undefined where no list is known. */
export function benefitCodes(note: Note): Codes | undefined {
  return lists[stateOf(note)];
}

/** Whether any code of a list goes with a situation. */
export function hasCodeFor(codes: Codes, cst: string): boolean {
  return Object.values(codes).some((situations) => situations?.includes(cst));
}

function stateOf({ emit }: Note): string {
  return textOf(emit, 'enderEmit', 'UF') ?? '';
}
