import { expect, test } from 'vitest';
import { isStateRegistration } from '../../../simulator/identifiers.ts';

/** Published examples, one for each way of computing check digits. */
const examples: readonly (readonly [string, string])[] = [
  ['AC', '0100482300112'],
  ['AL', '240000048'],
  ['AP', '030123459'],
  ['BA', '12345663'],
  ['BA', '61234557'],
  ['CE', '060000015'],
  ['DF', '0730000100109'],
  ['ES', '999999990'],
  ['GO', '109876547'],
  ['MA', '120000385'],
  ['MG', '0623079040081'],
  ['MS', '283115947'],
  ['MT', '00130000019'],
  ['PA', '159999995'],
  ['PB', '060000015'],
  ['PE', '032141840'],
  ['PE', '18100100000049'],
  ['PI', '012345679'],
  ['PR', '1234567850'],
  ['RJ', '99999993'],
  ['RN', '200400401'],
  ['RN', '2000400400'],
  ['RO', '00000000625213'],
  ['RR', '240066281'],
  ['RS', '2243658792'],
  ['SC', '251040852'],
  ['SE', '271234563'],
  ['SP', '110042490114'],
  ['TO', '29010227836'],
];

test.each(examples)("%s: the state's own example %s is right, and wrong with another last digit", (state, text) => {
  expect(isStateRegistration(text, state)).toBe(true);
  const other = `${text.slice(0, -1)}${(Number(text.at(-1)) + 1) % 10}`;
  expect(isStateRegistration(other, state)).toBe(false);
});

test('leading zeros may be missing, other characters may not be there', () => {
  expect(isStateRegistration('130000019', 'MT')).toBe(true);
  expect(isStateRegistration('110.042.490.114', 'SP')).toBe(false);
});
