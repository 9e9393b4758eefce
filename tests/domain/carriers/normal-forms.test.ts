import { expect, test } from 'vitest';
import { isPlate, plainPlate } from '../../../domain/carriers/normalize.ts';

test.each([
  ['ABC-1234', 'ABC1234'],
  ['abc1d23', 'ABC1D23'],
  [' ABC 1D23 ', 'ABC1D23'],
  ['ABC‑1D23', 'ABC1D23'],
  ['ABC.1234', 'ABC1234'],
  ['AB-1234', 'AB1234'],
  ['ABCD-123', 'ABCD123'],
  ['ABC-123', 'ABC123'],
])('%s is the plate %s', (written, plain) => {
  expect(plainPlate(written)).toBe(plain);
  expect(isPlate(plain)).toBe(true);
});

test.each([
  '',
  '-',
  'ABC',
  '1234567',
  'ABC12345',
  'A1B2C3D',
  'ABCDEFG',
  'ABC1DE3',
  'ABC*1234',
  'ÁBC1234',
  'ABC1234X',
  'ß1234',
])('%j is no plate, and nothing of it is dropped to make it one', (written) => {
  expect(isPlate(plainPlate(written))).toBe(false);
});
