import { expect, test } from 'vitest';
import { gtinFault, isGtin } from '../../domain/gtin.ts';

test.each(['7891000100103', '96385074', '036000291452', '17891000100100'])('%s is a GTIN', (text) => {
  expect(isGtin(text)).toBe(true);
});

test.each(['7891000100104', '123', '', '78910001001O3'])('%s is not a GTIN', (text) => {
  expect(isGtin(text)).toBe(false);
});

test('a right check digit is not enough where GS1 gave the prefix to nobody', () => {
  expect(gtinFault('7891000100103')).toBeNull();
  expect(gtinFault('17891000100100')).toBeNull();
  expect(gtinFault('036000291452')).toBeNull();
  expect(gtinFault('1400000000007')).toContain('882');
  expect(gtinFault('11400000000004')).toContain('882');
});
