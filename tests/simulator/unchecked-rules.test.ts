import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventKinds, rulesOf } from '../../simulator/events/event-rules.ts';
import { noteRules } from '../../simulator/rules/index.ts';
import { federalRegisterRules, stateRegisterRules } from '../../simulator/rules/registers.ts';
import table from '../../tables/c-stat.json' with { type: 'json' };

const guide = readFileSync('docs/simulator.md', 'utf8');
const published: Readonly<Record<string, { message: string }>> = table.codes;

/** Files with codes that services answer: the services themselves, events, what comes before them, and certificates. */
const services = [
  ...['services', 'events'].flatMap((room) => sourcesIn(join('simulator', room))),
  ...['transport/envelope.ts', 'transport/gateway.ts', 'certificates/trust.ts', 'xml/signature.ts'].map((file) =>
    join('simulator', file),
  ),
];
const raised = new Set([
  ...[...noteRules, ...stateRegisterRules, ...federalRegisterRules, ...eventKinds.flatMap(rulesOf)].map(
    ({ cStat }) => cStat,
  ),
  ...services.flatMap(codesIn),
]);
const listed = rowsOf('What is not checked');
const unchecked = listed.flatMap(({ codes }) => codesOf(codes));

test('every rejection of the official table is raised, or stands on the list of what is not checked', () => {
  const rejections = Object.entries(published).filter(([, { message }]) => message.startsWith('Rejeição'));
  const forgotten = rejections
    .map(([cStat]) => Number(cStat))
    .filter((one) => !raised.has(one) && !unchecked.includes(one));
  expect(forgotten).toEqual([]);
});

test('nothing that is raised stands on the list, and nothing stands there twice', () => {
  expect(unchecked.filter((cStat) => raised.has(cStat))).toEqual([]);
  expect(unchecked.filter((cStat, at) => unchecked.indexOf(cStat) !== at)).toEqual([]);
});

test('each group of the list says what it is and why it is not checked', () => {
  expect(listed.length).toBeGreaterThan(30);
  for (const { what, codes, why } of listed) {
    expect(what).not.toBe('');
    expect(codesOf(codes)).not.toEqual([]);
    expect(why.split(' ').length).toBeGreaterThan(3);
  }
});

type Row = { what: string; codes: string; why: string };

/** The rows of the table below a heading in docs/simulator.md. */
function rowsOf(heading: string): Row[] {
  const [section = ''] = guide.split(`### ${heading}\n`)[1]?.split('\n### ') ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).flatMap((line) => {
    const [what = '', codes = '', why = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    return what.startsWith('-') ? [] : [{ what, codes, why }];
  });
}

/** `203, 942 to 945` as numbers. */
function codesOf(text: string): number[] {
  return text.split(', ').flatMap((part) => {
    const [from = NaN, to = from] = part.split(' to ').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}

/** Numbers in a source, outside comments, that the table of codes has. */
function codesIn(file: string): number[] {
  const code = readFileSync(file, 'utf8').replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(/(?<![\w.'])\d{3,4}(?![\w.'])/g)]
    .map(([number]) => number)
    .filter((one) => one in published)
    .map(Number);
}
