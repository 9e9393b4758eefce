import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { dpsRules } from '../../simulator/nfse/rules/dps.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

function codesIn(text: string): string[] {
  return [...new Set(text.match(/\bE\d{4}\b/g))].sort();
}

/** The codes in the files of a folder, outside comments. */
function codesOf(folder: string): string[] {
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts'));
  const code = files.map((name) => readFileSync(join(root, folder, name), 'utf8').match(/'E\d{4}'/g) ?? []);
  return codesIn(code.flat().join(' '));
}

const checked = codesOf('simulator/nfse/rules');

test('the page about the simulator lists exactly the codes that it answers', () => {
  const page = readFileSync(join(root, 'docs/simulator.md'), 'utf8');
  const [, section = ''] = page.split('## NFS-e: rules checked\n');
  const [listed = ''] = section.split('### Not checked');
  expect(codesIn(listed)).toEqual(checked);
});

test('every code is answered to some document of the tests', () => {
  expect(codesOf('tests/simulator/nfse/rules')).toEqual(checked);
});

test('no rule is listed twice', () => {
  const codes = dpsRules.map(({ code }) => code);
  expect(codes).toEqual([...new Set(codes)]);
});
