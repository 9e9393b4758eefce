import { expect, test } from 'vitest';
import {
  accessKeyMask,
  dottedPostalCodeMask,
  nbsMask,
  numberMask,
  phoneMask,
  postalCodeMask,
  serviceCodeMask,
  taxIdMask,
} from '../../../../domain/masks.ts';
import { dayAndTime } from '../../../../domain/moments.ts';
import { brazilianDecimal, brazilianMoney } from '../../../../domain/pages/html/values.ts';

test('amounts have dots for thousands, a comma for decimals and two places', () => {
  expect(['0.00', '1234.50', '1234567.8', '12', undefined].map(brazilianMoney)).toEqual([
    '0,00',
    '1.234,50',
    '1.234.567,80',
    '12,00',
    '',
  ]);
});

test('a unit price keeps all the decimals that it has, and no zeros that say nothing', () => {
  expect(brazilianDecimal('0.0123456789', 2)).toBe('0,0123456789');
  expect(brazilianDecimal('55.7455000000', 2)).toBe('55,7455');
  expect(brazilianDecimal('16.9100000000', 2)).toBe('16,91');
});

test('a moment is printed in the offset it was written in, not in the zone of the server', () => {
  expect(dayAndTime('2026-11-21T23:30:05-05:00')).toBe('21/11/2026 23:30:05');
});

test('masks leave alone what is not of their form', () => {
  expect([
    taxIdMask('11222333000181'),
    taxIdMask('12ABC34501DE35'),
    taxIdMask('12345678909'),
    taxIdMask('AB1234'),
  ]).toEqual(['11.222.333/0001-81', '12.ABC.345/01DE-35', '123.456.789-09', 'AB1234']);
  expect([phoneMask('1130405060'), phoneMask('19987654321'), phoneMask('12345')]).toEqual([
    '(11) 3040-5060',
    '(19) 98765-4321',
    '12345',
  ]);
  expect([postalCodeMask('01310200'), numberMask('1234'), accessKeyMask('35261111')]).toEqual([
    '01310-200',
    '000.001.234',
    '3526 1111',
  ]);
});

test('codes of a service and its places are masked, and zeros that a system left out are put back', () => {
  expect([dottedPostalCodeMask('01310200'), dottedPostalCodeMask('1310200'), dottedPostalCodeMask('SW1A 1AA')]).toEqual(
    ['01.310-200', '01.310-200', 'SW1A 1AA'],
  );
  expect([serviceCodeMask('010701'), serviceCodeMask(undefined), nbsMask('115013000')]).toEqual([
    '01.07.01',
    undefined,
    '1.1501.30.00',
  ]);
});
