import { expect, test } from 'vitest';
import { municipalityOfIncidence } from '../../../domain/service-taxation/service-code.ts';

const served = { issuer: '3550308', place: '3304557', taker: '5300108' };

test.each([
  ['software', '010701', '3550308'],
  ['building works', '070201', '3304557'],
  ['scaffolds', '030501', '3304557'],
  ['a show', '120101', '3304557'],
  ['the making of shows', '121301', '3550308'],
  ['a health plan', '042201', '3550308'],
  ['hands', '170501', '5300108'],
  ['a car park', '110101', '3304557'],
  ['guards', '110201', '3304557'],
  ['an escort', '110301', '3550308'],
  ['a warehouse', '110401', '3304557'],
  ['a toll', '220101', null],
  ['what is outside the tax', '990101', null],
  ['a rental', '990301', null],
])('the ISSQN of %s (%s) is due to %s', (_what, serviceCode, due) => {
  expect(municipalityOfIncidence(serviceCode, served)).toBe(due);
});

test('works at sea are taxed where the issuer is', () => {
  expect(municipalityOfIncidence('070201', { ...served, place: '0000000' })).toBe('3550308');
});
