import type { Decimal } from 'decimal.js';
import services from '../../tables/nfse-services.json' with { type: 'json' };
import { child, textOf } from '../xml/element.ts';
import { amount, sum } from './amount.ts';
import type { Item, Note } from './note.ts';
import { isUnknownMunicipality } from './places.ts';
import { itemRule, noteRule, type Rule } from './rule.ts';

const listed: ReadonlySet<string> = new Set(
  Object.keys(services.services).map((code) => `${code.slice(0, 2)}.${code.slice(2, 4)}`),
);

/** cMun of a service outside the country (U14). */
const outsideTheCountry = '9999999';

/** Group U: services in a note of goods (MOC 7.0 Anexo I; 844 of NT 2021.004 v1.35). Which states accept such notes at all is not checked. */
export const issqnRules: readonly Rule[] = [
  noteRule(530, 'U01-10', (note) => note.items.some(isService) && child(note.emit, 'IM') === undefined),
  noteRule(592, 'U01-20', (note) => note.items.every(isService)),
  itemRule(287, 'U05-10', ({ taxes }) => isUnknownMunicipality(textOf(taxes, 'ISSQN', 'cMunFG'))),
  itemRule(844, 'U06-10', ({ taxes }) => {
    const code = textOf(taxes, 'ISSQN', 'cListServ');
    return code !== undefined && !listed.has(code);
  }),
  itemRule(389, 'U14-10', ({ taxes }) => {
    const code = textOf(taxes, 'ISSQN', 'cMun');
    return code !== outsideTheCountry && isUnknownMunicipality(code);
  }),
];

/** Group W17: each total of the services against the items; 605, about their value, is among the totals of goods. */
const sums: readonly (readonly [cStat: number, id: string, total: string, of: (item: Item) => Decimal])[] = [
  [606, 'W19-10', 'vBC', issqn('vBC')],
  [607, 'W20-10', 'vISS', issqn('vISSQN')],
  [608, 'W21-10', 'vPIS', contribution('PIS')],
  [609, 'W22-10', 'vCOFINS', contribution('COFINS')],
  [364, 'W22b-10', 'vDeducao', issqn('vDeducao')],
  [365, 'W22c-10', 'vOutro', issqn('vOutro')],
  [366, 'W22d-10', 'vDescIncond', issqn('vDescIncond')],
  [367, 'W22e-10', 'vDescCond', issqn('vDescCond')],
  [368, 'W22f-10', 'vISSRet', issqn('vISSRet')],
];

export const issqnTotalRules: readonly Rule[] = sums.map(([cStat, id, name, of]) =>
  noteRule(cStat, id, ({ total, items }: Note) => {
    const stated = amount(total, 'ISSQNtot', name);
    return !stated.eq(sum(items.filter(isService).map(of)));
  }),
);

function isService({ taxes }: Item): boolean {
  return child(taxes, 'ISSQN') !== undefined;
}

function issqn(name: string): (item: Item) => Decimal {
  return ({ taxes }) => amount(taxes, 'ISSQN', name);
}

function contribution(name: 'PIS' | 'COFINS'): (item: Item) => Decimal {
  return ({ taxes }) => amount(child(taxes, name)?.children[0], `v${name}`);
}
