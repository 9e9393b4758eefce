import rules from '../../tables/c-benef-rules.json' with { type: 'json' };
import saoPaulo from '../../tables/c-benef/SP.json' with { type: 'json' };
import { child, textOf } from '../xml/element.ts';
import { amount } from './amount.ts';
import { cfopOf } from './cfop.ts';
import { issuedOn, type Item, type Note } from './note.ts';
import { has } from './party.ts';
import { inHomologation, isNfe, isOneOf, itemRule, onlyIf, type Rule, type RuleContext } from './rule.ts';

type StateRule = { from: Readonly<Record<string, string | undefined>>; except: readonly string[] };
/** Situations (CST) that each benefit code goes with. */
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

/**
 * Whether the issuer's state applies a rule about benefits to the note: by model, day of issue, and the state's exceptions (NT 2019.001
 * v1.70, 3.6.1).
 */
function isApplied(cStat: number, note: Note, context: RuleContext): boolean {
  const rule = states[stateOf(note)]?.[String(cStat)];
  const production = rule?.from[note.key.model];
  if (!rule || production === undefined) return false;
  const homologation = inHomologation(note, context) ? inHomologationSince[stateOf(note)] : undefined;
  return (
    issuedOn(note) >= (homologation ?? production) &&
    ![inAllStates, ...rule.except].some((name) => exceptions[name]?.(note) === true)
  );
}

/** The benefit codes that the issuer's state has published, with their situations; undefined if no list is known. */
function benefitCodes(note: Note): Codes | undefined {
  return lists[stateOf(note)];
}

/** Whether any code of a list goes with a situation. */
function hasCodeFor(codes: Codes, cst: string): boolean {
  return Object.values(codes).some((situations) => situations?.includes(cst));
}

function stateOf({ emit }: Note): string {
  return textOf(emit, 'enderEmit', 'UF') ?? '';
}

/** CST whose benefit lowers the tax: the note must say by how much if the state demands it (N12-90). */
const exempting = ['20', '30', '40', '41', '50', '70', '90'];
const others = '90';
const deferred = '51';
const reduced = '20';
/** The eight fields that a deferral must have (N12-97), also if the reduction is zero. */
const ofDeferral = ['modBC', 'pRedBC', 'vBC', 'pICMS', 'vICMSOp', 'pDif', 'vICMSDif', 'vICMS'];

/** Group N: the benefit code (cBenef) of an item, by the tables of the issuer's state (NT 2019.001 v1.70). */
export const benefitCodeRules: readonly Rule[] = [
  ofState(930, 'N12-85', (item, note) => {
    const codes = benefitCodes(note);
    return codeOf(item) === undefined && codes !== undefined && hasCodeFor(codes, situationOf(item));
  }),
  ofState(928, 'N12-86', (item, note) => {
    const codes = benefitCodes(note);
    return codeOf(item) !== undefined && codes !== undefined && !hasCodeFor(codes, situationOf(item));
  }),
  ofState(934, 'N12-90', (item, note) => exempting.includes(situationOf(item)) && saysNoExemption(item, note)),
  ofState(931, 'N12-94', (item, note) => {
    const situations = benefitCodes(note)?.[codeOf(item) ?? ''];
    return situations !== undefined && !situations.includes(situationOf(item));
  }),
  ofState(
    929,
    'N12-97',
    ({ icms }) => isOneOf(icms, 'CST', deferred) && ofDeferral.some((name) => child(icms, name) === undefined),
  ),
  ofState(946, 'N12-98', (item, note) => {
    const [codes, code] = [benefitCodes(note), codeOf(item)];
    return codes !== undefined && code !== undefined && codes[code] === undefined;
  }),
  ofState(
    665,
    'N14a-10',
    ({ icms }) =>
      isOneOf(icms, 'CST', deferred) && amount(icms, 'pRedBC').gt(0) && child(icms, 'cBenefRBC') === undefined,
  ),
  ofState(666, 'N14a-20', ({ icms }, note) => {
    const [codes, code] = [benefitCodes(note), textOf(icms, 'cBenefRBC')];
    return codes !== undefined && code !== undefined && codes[code]?.includes(reduced) !== true;
  }),
];

/** A rule about items with a CST; items of Simples (CSOSN) need no benefit code. */
function ofState(cStat: number, id: string, breaks: (item: Item, note: Note, context: RuleContext) => boolean): Rule {
  return itemRule(
    cStat,
    id,
    (item, note, context) => situationOf(item) !== '' && isApplied(cStat, note, context) && breaks(item, note, context),
  );
}

function codeOf({ product }: Item): string | undefined {
  return textOf(product, 'cBenef') || undefined;
}

function situationOf({ icms }: Item): string {
  return textOf(icms, 'CST') ?? '';
}

/**
 * Whether an item lacks the exempted ICMS or its reason. CST 90 without any reduction, within the state, needs neither: it is also the CST
 * of goods without a benefit.
 */
function saysNoExemption(item: Item, { ide }: Note): boolean {
  const { icms } = item;
  const reducesNothing = amount(icms, 'pRedBC').isZero() && amount(icms, 'pRedBCST').isZero();
  if (situationOf(item) === others && reducesNothing && isOneOf(ide, 'idDest', '1')) return false;
  return child(icms, 'vICMSDeson') === undefined || child(icms, 'motDesICMS') === undefined;
}

const suframa = '7';
const deducted = '1';
/** CFOP of operations with the free zone of Manaus (N28-20, NT 2019.001 v1.70). */
const withFreeZone = [
  ...['1203', '1204', '1208', '1209', '2203', '2204', '2208', '2209', '5109', '5110', '5120', '5151', '5152'],
  ...['5651', '5652', '5654', '5655', '5658', '5659', '5910', '6905', '6109', '6110', '6120', '6122', '6123'],
  ...['6151', '6152', '6651', '6652', '6654', '6655', '6658', '6659', '6910', '6923'],
];

/** Group N: ICMS that is not charged (vICMSDeson) and why (MOC 7.0 Anexo I, N28-10 to N28-30; NT 2023.004 v1.20). */
export const exemptedIcmsRules: readonly Rule[] = [
  itemRule(625, 'N28-10', (item, { dest }) => isForFreeZone(item) && !/^[12]/.test(cfopOf(item)) && !has(dest, 'ISUF')),
  ...onlyIf(isNfe, [
    itemRule(652, 'N28-12', (item) => isForFreeZone(item) && !isOneOf(item.icms, 'indDeduzDeson', deducted)),
    itemRule(626, 'N28-20', (item) => isForFreeZone(item) && !withFreeZone.includes(cfopOf(item))),
  ]),
  itemRule(627, 'N28-30', ({ icms }) => child(icms, 'motDesICMS') !== undefined && !amount(icms, 'vICMSDeson').gt(0)),
];

function isForFreeZone({ icms }: Item): boolean {
  return isOneOf(icms, 'motDesICMS', suframa);
}
