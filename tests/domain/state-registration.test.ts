import { expect, test } from 'vitest';
import { isStateRegistration, registrationFault } from '../../domain/state-registration.ts';
import { stateRegistrations } from '../support/samples/state-registrations.ts';

/** The examples that states publish (SINTEGRA, read 2026-11), and, for states with several schemes, one of each other scheme. */
const examples = [
  ...Object.entries(stateRegistrations),
  ...[
    ['BA', '12345663'],
    ['BA', '61234557'],
    ['PE', '18100100000049'],
    ['RN', '2000400400'],
    ['RR', '240066281'],
    ['ES', '999999990'],
  ],
] as [state: string, registration: string][];

test('every state has an example', () => {
  expect(Object.keys(stateRegistrations)).toHaveLength(27);
});

test.each(examples)('%s: %s is right, and with any other last digit it is not', (state, registration) => {
  expect(registrationFault(registration, state)).toBeNull();
  const others = Array.from({ length: 10 }, (_, digit) => `${registration.slice(0, -1)}${digit}`);
  expect(others.filter((other) => isStateRegistration(other, state))).toEqual([registration]);
});

test.each(examples)('%s: %s without the zeros before it is the same', (state, registration) => {
  expect(isStateRegistration(registration.replace(/^0+/, ''), state)).toBe(true);
});

test.each([
  ['points and dashes', '110.042.490.114', 'SP'],
  ['ISENTO', 'ISENTO', 'SP'],
  ['a digit too many', '1100424901140', 'SP'],
  ['one digit', '0', 'SP'],
  ['nothing', '', 'SP'],
  ['the registration of another state', '110042490114', 'RJ'],
])('%s is no registration, and the fault says which state and how many digits', (_what, text, state) => {
  expect(registrationFault(text, state)).toMatch(new RegExp(`${state}, que tem \\d+ dígitos`));
});

test('each length that a state has is named', () => {
  expect(registrationFault('1', 'BA')).toContain('8 ou 9 dígitos');
});

test('abroad nothing is known of registrations', () => {
  expect(isStateRegistration('12', 'EX')).toBe(true);
});
