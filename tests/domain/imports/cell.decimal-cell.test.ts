import { expect, test } from 'vitest';
import { decimalStyleOf, readDecimal } from '../../../domain/imports/cell.ts';

test.each([
  ['18,90', '18.90'],
  ['1.234,56', '1234.56'],
  ['1.234.567,8', '1234567.8'],
  ['R$ 1.234,56', '1234.56'],
  ['18 %', '18'],
  ['18.0000', '18.0000'],
  ['12.5', '12.5'],
  ['1,234.56', '1234.56'],
  ['1.234.567', '1234567'],
  ['0.125', '0.125'],
  ['1234,567', '1234.567'],
  ['5,499', '5.499'],
  ['-3,5', '-3.5'],
  ['42', '42'],
])('%s is %s, whatever the file', (cell, value) => {
  expect(readDecimal(cell, null)).toEqual({ value });
});

test('three digits behind a lone point are decimals or thousands as the file writes them, and refused where it does not tell', () => {
  expect(readDecimal('5.499', 'comma')).toEqual({ value: '5499' });
  expect(readDecimal('5.499', 'point')).toEqual({ value: '5.499' });
  expect(readDecimal('5,499', 'point')).toEqual({ value: '5499' });
  expect(readDecimal('5.499', null)).toEqual({ fault: expect.stringContaining('como o arquivo escreve os decimais') });
});

test.each(['abc', '1,2,3.4.5x', '1.23,45,6', '12-3', ',5', '1e3', '7,89E+12'])('%s is no number', (cell) => {
  expect(readDecimal(cell, 'comma')).toHaveProperty('fault');
});

test('a file tells how it writes decimals by one cell that can be read in one way only', () => {
  expect(decimalStyleOf(['5.499', '10', '18,90'])).toBe('comma');
  expect(decimalStyleOf(['5.499', '18.9000'])).toBe('point');
  expect(decimalStyleOf(['5.499', '5,499', '10', ''])).toBeNull();
  expect(decimalStyleOf(['18,90', '18.90'])).toBeNull();
});
