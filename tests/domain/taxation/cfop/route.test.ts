import { expect, test } from 'vitest';
import { cfopOnRoute, fitsRoute } from '../../../../domain/taxation/cfop.ts';

const toTaxpayer = { direction: 'OUT', destination: '2', taxpayerType: 'CONTRIBUINTE' } as const;
const toPerson = { ...toTaxpayer, taxpayerType: 'NAO_CONTRIBUINTE' } as const;
const inside = { ...toTaxpayer, destination: '1' } as const;
const abroad = { ...toPerson, destination: '3' } as const;

test.each([
  ['5102', toTaxpayer, '6102'],
  ['5102', toPerson, '6108'],
  ['5101', toPerson, '6107'],
  ['5910', toPerson, '6910'],
  ['5405', toTaxpayer, '6404'],
  ['6404', inside, '5405'],
  ['5401', toTaxpayer, '6401'],
  ['5401', toPerson, '6107'],
  ['5403', toPerson, '6108'],
  ['5405', toPerson, '6108'],
  ['6107', inside, '5101'],
  ['6108', inside, '5102'],
  ['5405', abroad, '7102'],
  ['5451', toTaxpayer, '6451'],
  ['5102', abroad, '7102'],
  ['5102', inside, '5102'],
])('%s has its counterpart on another route', (cfop, route, counterpart) => {
  expect(cfopOnRoute(cfop, route)).toBe(counterpart);
});

test('an operation that exists only inside a state keeps its CFOP', () => {
  expect(cfopOnRoute('5927', toTaxpayer)).toBe('5927');
});

test('an incoming CFOP is not made an outgoing one', () => {
  expect(cfopOnRoute('1202', toTaxpayer)).toBe('1202');
  expect(fitsRoute('1202', { ...inside, direction: 'IN' })).toBe(true);
});
