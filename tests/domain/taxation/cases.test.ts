import { Decimal } from 'decimal.js';
import { expect, test } from '@jest/globals';
import { icmsSituations } from '../../../domain/taxation/icms-situations.ts';
import { compute, issuerOf, item, saleOf } from '../documents/sale.ts';
import { valueOf } from './cases/arithmetic.ts';
import { contributions, ipi } from './cases/contributions.ts';
import { destinationShare, interstateRates } from './cases/interstate.ts';
import { ownIcms } from './cases/own-icms.ts';
import { printed, type Printed } from './cases/printed.ts';
import { reform } from './cases/reform.ts';
import { rounding } from './cases/rounding.ts';
import { simples } from './cases/simples.ts';
import { substitution } from './cases/substitution.ts';
import type { Expected, TaxCase } from './cases/tax-case.ts';

test.each(ownIcms)('the note says, of CST $of, what was worked out by hand', expectByHand);
test.each(substitution)('the note says, of substitution by CST $of, what was worked out by hand', expectByHand);
test.each(simples)('the note says, of CSOSN $of, what was worked out by hand', expectByHand);
test.each(interstateRates)('between states ICMS is $of', expectByHand);
test.each(destinationShare)("the destination's share: $of", expectByHand);
test.each(contributions)('PIS and COFINS $of', expectByHand);
test.each(ipi)('IPI $of', expectByHand);
test.each(reform)('IBS and CBS of class $of', expectByHand);
test.each(rounding)('half a cent goes up: $of', expectByHand);

const all: TaxCase[] = [
  ...[ownIcms, substitution, simples, interstateRates, destinationShare].flat(),
  ...[contributions, ipi, reform, rounding].flat(),
];

test("the cases' own arithmetic is right, and every amount has one", () => {
  const lines = all.flatMap(({ gives }) => Object.values(gives).flat()).map(read);
  for (const { line, expression, result } of lines) {
    if (expression === undefined) {
      expect(line).toMatch(/^(v\w+ = 0\.00|(p|mod|cClass)\w+ = [\d.]+)$/);
      continue;
    }
    const places = result.split('.')[1]?.length ?? 0;
    const value = valueOf(expression).toFixed(places, Decimal.ROUND_HALF_UP);
    expect(`${line.slice(0, line.lastIndexOf('=') + 1)} ${value}`).toBe(line);
  }
});

test('every situation of the ICMS that a note can carry has its case', () => {
  const covered = new Set(all.map(({ item }) => item.icmsSituation));
  expect([...icmsSituations.keys()].filter((situation) => !covered.has(situation))).toEqual([]);
});

function expectByHand({ regime, item: fields, to, document, settings, gives }: TaxCase): void {
  const issuer = issuerOf(regime, settings);
  const payload = saleOf([item(fields)], document);
  const { note = {}, ...groups } = printed(compute({ issuer, payload, ...(to ? { client: to } : {}) }));
  const byHand = readAll(gives);
  expect(groups).toEqual(byHand.groups);
  expect(note).toMatchObject(byHand.note);
}

/** A case that says nothing of PIS or COFINS means the 06 of every case's item, which has a group without fields. */
function readAll({ note, ...groups }: Expected): { groups: Printed; note: Printed[string] } {
  const read: Printed = {};
  for (const tax of ['PIS', 'COFINS']) {
    if (!Object.keys(groups).some((group) => group.startsWith(tax))) read[`${tax}NT`] = {};
  }
  for (const [group, lines] of Object.entries(groups)) read[group] = fieldsOf(lines);
  return { groups: read, note: fieldsOf(note) };
}

function fieldsOf(lines: string[]): Printed[string] {
  return Object.fromEntries(lines.map(read).map(({ field, result }) => [field, result]));
}

/** `vICMS = 1000.00 × 18% = 180.00` in its three parts; a code or a zero has no arithmetic between. */
function read(line: string): { line: string; field: string; expression: string | undefined; result: string } {
  const parts = line.split(' = ');
  return {
    line,
    field: parts[0] ?? '',
    expression: parts.length > 2 ? parts[1] : undefined,
    result: parts.at(-1) ?? '',
  };
}
