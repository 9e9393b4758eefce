import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readXml } from '../../domain/xml/reader.ts';
import { readLine } from '../domain/taxation/cases/printed.ts';
import { roundedAs } from './arithmetic.ts';
import { fiscalCases } from './cases/index.ts';
import { withCoverage } from './coverage.ts';
import { breaches, schemaFaults } from './engine/authority.ts';
import { asPrinted } from './engine/figures.ts';
import { checked, momentOf, signed } from './engine/issue.ts';
import { forgedNote, mendedSale } from './engine/forge.ts';
import type { FiscalCase, Forgery, Sale } from './fiscal-case.ts';

describe.each(Object.entries(fiscalCases))('%s', (_subject, cases) => {
  test.each(cases)('$of', (one) => ('gives' in one ? expectFigures(one.sale, one.gives) : expectRefusal(one)));
});

const all = Object.values(fiscalCases).flat();

test('there are at least 300 cases, each of its own and with its source', () => {
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(all.map(({ of }) => of).filter((of, index, every) => every.indexOf(of) !== index)).toEqual([]);
  expect(all.filter(({ source }) => source.length < 10)).toEqual([]);
});

test("the cases' own arithmetic is right", () => {
  for (const line of all.flatMap((one) => ('gives' in one ? one.gives : []))) {
    const { field, expression, result } = readLine(line);
    if (expression !== undefined) expect(line).toBe(`${field} = ${expression} = ${roundedAs(result, expression)}`);
  }
});

test('docs/taxation.md counts the cases as they are', () => {
  const page = readFileSync(new URL('../../docs/taxation.md', import.meta.url), 'utf8');
  expect(page).toBe(withCoverage(page));
});

/** Expects that the product issues the sale with the computed figures, and that neither the official schema nor the authority objects. */
function expectFigures(sale: Sale, gives: string[]): void {
  const xml = issued(sale);
  expect(asPrinted(gives, readXml(xml))).toEqual(gives);
  expect(schemaFaults(xml)).toEqual([]);
  expect(breaches(xml, momentOf(sale))).toEqual([]);
}

/**
 * Expects that the product refuses the sale at that field and issues the mended one, and that the authority refuses the note that the
 * product would not send.
 */
function expectRefusal({ sale, refused, authority }: Extract<FiscalCase, { refused: unknown }>): void {
  expect(checked(sale).faults.map(({ code, path }) => ({ code, path }))).toContainEqual(refused);
  if (typeof authority !== 'string') expectRejection(sale, authority);
}

function expectRejection(sale: Sale, { cStat, mended, forged }: Forgery): void {
  const instead = mendedSale(sale, mended);
  const xml = issued(instead);
  expect(breaches(xml, momentOf(instead))).toEqual([]);
  const wrong = forgedNote(xml, forged);
  expect(schemaFaults(wrong)).toEqual([]);
  expect(breaches(wrong, momentOf(instead))[0]).toBe(cStat);
}

function issued(sale: Sale): string {
  const { note, faults } = checked(sale);
  expect(faults).toEqual([]);
  if (!note) throw new Error('There is no note');
  return signed(note, sale);
}
