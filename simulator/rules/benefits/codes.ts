import { child, textOf } from '../../xml/element.ts';
import { amount } from '../amount.ts';
import type { Item, Note } from '../note.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { isOneOf, itemRule } from '../rule.ts';
import { benefitCodes, hasCodeFor, isApplied } from './table.ts';

/** Situations whose benefit lowers the tax, which must say by how much where the state asks for it (N12-90). */
const exempting = ['20', '30', '40', '41', '50', '70', '90'];
const others = '90';
const deferred = '51';
const reduced = '20';
/** What a deferral says (N12-97): each of the eight, a reduction of zero included. */
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

/** A rule about items with a CST; those of Simples (CSOSN) are not asked for benefits. */
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

/** CST 90 is also for what has no benefit: then it reduces nothing, within the state. */
function saysNoExemption(item: Item, { ide }: Note): boolean {
  const { icms } = item;
  const reducesNothing = amount(icms, 'pRedBC').isZero() && amount(icms, 'pRedBCST').isZero();
  if (situationOf(item) === others && reducesNothing && isOneOf(ide, 'idDest', '1')) return false;
  return child(icms, 'vICMSDeson') === undefined || child(icms, 'motDesICMS') === undefined;
}
