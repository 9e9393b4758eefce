import { expect, test } from 'vitest';
import type { Outcome } from '../../../domain/conversation/authority.ts';
import { eventOutcomeOf, inutilizationOutcomeOf, otherKeyIn, outcomeOf } from '../../../domain/sefaz/outcomes.ts';
import table from '../../../tables/c-stat.json' with { type: 'json' };

const codes = new Map(Object.entries(table.codes));
const obstacles = [
  '280',
  '281',
  '282',
  '283',
  '284',
  '285',
  '286',
  '290',
  '291',
  '292',
  '293',
  '294',
  '295',
  '296',
  '297',
  '298',
];

test.each<[Outcome['kind'], string[]]>([
  ['authorized', ['100', '120', '150']],
  ['denied', ['110', '205', '301', '302', '303']],
  ['cancelled', ['101', '151', '155']],
  ['alreadyThere', ['204', '218', '485', '573']],
  ['otherKeyThere', ['216', '539', '561', '562', '613']],
  ['notFound', ['124', '217']],
  ['wait', ['103', '105', '106', '108', '109', '114', '635', '999']],
  ['throttled', ['656']],
  ['mend', ['213', '227', ...obstacles]],
])('of all codes of the authority, only these mean %s', (kind, expected) => {
  expect([...codes.keys()].filter((cStat) => outcomeOf(cStat).kind === kind)).toEqual(expected);
});

test('a code that nobody has seen yet is a rejection, never an authorization', () => {
  for (const cStat of ['1219', '9999', '1000', '10', '', '0100', ' 100']) {
    expect(outcomeOf(cStat)).toEqual({ kind: 'rejected', isNumberSpent: false });
  }
});

test('every code that calls itself a rejection is dealt with as something that did not authorize', () => {
  const rejections = [...codes].filter(([, { message }]) => message.startsWith('Rejeição'));
  expect(rejections.length).toBeGreaterThan(700);
  for (const [cStat] of rejections) expect(outcomeOf(cStat).kind).not.toBe('authorized');
});

test('a number that was inutilized is not used again', () => {
  expect(outcomeOf('206')).toEqual({ kind: 'rejected', isNumberSpent: true });
});

test('codes of municipalities lie between those of certificates, and are plain rejections', () => {
  for (const cStat of ['287', '288', '289', '299']) expect(outcomeOf(cStat).kind).toBe('rejected');
});

test('an answer that makes a note wait says why', () => {
  expect(outcomeOf('105')).toEqual({ kind: 'wait', reason: 'processing' });
  expect(outcomeOf('106')).toEqual({ kind: 'wait', reason: 'lotUnknown' });
  expect(outcomeOf('108')).toEqual({ kind: 'wait', reason: 'paused' });
  expect(outcomeOf('109')).toEqual({ kind: 'wait', reason: 'stopped' });
  expect(outcomeOf('999')).toEqual({ kind: 'wait', reason: 'failed' });
});

test('who is throttled waits longer than the hour that a new try would start again', () => {
  expect(outcomeOf('656')).toEqual({ kind: 'throttled', waitMinutes: 61 });
});

test.each([
  ['135', 'registered'],
  ['136', 'registered'],
  ['155', 'registered'],
  ['573', 'alreadyThere'],
  ['218', 'alreadyThere'],
  ['501', 'rejected'],
  ['494', 'rejected'],
  ['100', 'rejected'],
  ['108', 'wait'],
  ['656', 'throttled'],
  ['297', 'mend'],
])('an event answered %s is %s', (cStat, kind) => {
  expect(eventOutcomeOf(cStat).kind).toBe(kind);
});

test.each([
  ['102', 'registered'],
  ['563', 'alreadyThere'],
  ['241', 'rejected'],
  ['256', 'rejected'],
  ['109', 'wait'],
  ['656', 'throttled'],
  ['281', 'mend'],
])('an inutilization answered %s is %s', (cStat, kind) => {
  expect(inutilizationOutcomeOf(cStat).kind).toBe(kind);
});

test('the key that owns the number is found in the words', () => {
  const key = '35261112ABC34501DE35550010000000011123456780';
  const words = 'Rejeicao: Duplicidade de NF-e, com diferenca na Chave de Acesso';
  expect(otherKeyIn(`${words} [chNFe: ${key}][nRec:351000000000001]`)).toBe(key);
  expect(otherKeyIn(`${words} [chNFe:${key}]`)).toBe(key);
  expect(otherKeyIn(words)).toBeNull();
});
