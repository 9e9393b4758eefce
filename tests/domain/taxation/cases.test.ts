import { expect, test } from 'vitest';
import { Decimal } from 'decimal.js';
import { layoutNfe } from '../../../domain/nfe/layout/inf-nfe.ts';
import { icmsSituations } from '../../../domain/taxation/icms/situations.ts';
import { readXml } from '../../../domain/xml/reader.ts';
import { identity } from '../../support/samples/notes.ts';
import { compute, issuerOf, item, refusalOf, saleOf } from '../documents/sale.ts';
import { valueOf } from './cases/arithmetic.ts';
import { taxCases } from './cases/index.ts';
import { byHand, printed, readLine } from './cases/printed.ts';
import type { TaxCase } from './cases/tax-case.ts';

test.each(taxCases.ownIcms)('the note says of CST $of what was worked out by hand', expectByHand);
test.each(taxCases.benefits)('the note says of benefits by $of what was worked out by hand', expectByHand);
test.each(taxCases.fuels)('the note says of a fuel by CST $of what was worked out by hand', expectByHand);
test.each(taxCases.substitution)('the note says of substitution by CST $of what was worked out by hand', expectByHand);
test.each(taxCases.simples)('the note says of CSOSN $of what was worked out by hand', expectByHand);
test.each(taxCases.interstateRates)('between states ICMS is $of', expectByHand);
test.each(taxCases.destinationShare)("the destination's share: $of", expectByHand);
test.each(taxCases.contributions)('PIS and COFINS $of', expectByHand);
test.each(taxCases.ipi)('IPI $of', expectByHand);
test.each(taxCases.reform)('IBS and CBS of class $of', expectByHand);
test.each(taxCases.rounding)('half a cent goes up: $of', expectByHand);

const all = Object.values(taxCases).flat();

test("the cases' own arithmetic is right, and every amount has one", () => {
  for (const line of all.flatMap(({ gives }) => Object.values(gives).flat())) {
    const { expression, result } = readLine(line);
    if (expression === undefined) {
      expect(line).toMatch(/^(v\w+ = 0\.00|(p|q|mod|mot|ind|cClass|adRem|CSTReg)\w* = [\d.]+)$/);
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

test.each([
  ['NORMAL', '60'],
  ['SIMPLES', '500'],
] as const)(
  'a company of %s names the CEST of goods whose substitution was collected before, by %s',
  (regime, code) => {
    const retainedSt = { base: '80', rate: '18', value: '7' };
    const payload = saleOf([item({ icmsSituation: code, retainedSt })]);
    expect(refusalOf(() => compute({ issuer: issuerOf(regime), payload }))).toMatchObject({ paths: ['items[0].cest'] });
  },
);

function expectByHand({ regime, item: fields, to, document, settings, gives }: TaxCase): void {
  const issuer = issuerOf(regime, settings);
  const payload = saleOf([item(fields)], document);
  const { infNFe } = layoutNfe(compute({ issuer, payload, ...(to ? { client: to } : {}) }), identity);
  const { note, ...groups } = printed(readXml(infNFe));
  const { note: noteByHand, ...groupsByHand } = byHand(gives);
  expect(groups).toEqual(groupsByHand);
  expect(note).toMatchObject(noteByHand ?? {});
}
