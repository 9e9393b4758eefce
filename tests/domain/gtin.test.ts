import { expect, test } from '@jest/globals';
import { isGtin } from '../../domain/gtin.ts';

test.each(['7891000100103', '96385074', '036000291452', '17891000100100'])('%s is a GTIN', (text) => {
  expect(isGtin(text)).toBe(true);
});

test.each(['7891000100104', '123', '', '78910001001O3'])('%s is not a GTIN', (text) => {
  expect(isGtin(text)).toBe(false);
});
