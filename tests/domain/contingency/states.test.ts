import { expect, test } from 'vitest';
import { hasEpec, hasSvc, refusesOffline } from '../../../domain/contingency/choose.ts';
import { stateCodes } from '../../../domain/states.ts';
import { contingencyStatesSchema, shippedContingencyStates } from '../../../domain/taxation/rates/contingency.ts';

const states = [...stateCodes.keys()];
const registered = (state: string) => ({ state, isUnregistered: false });
const now = new Date('2026-11-24T12:00:00Z');

test('no state is said to refuse offline notes, because no official list of them was found', () => {
  expect(states.filter((state) => refusesOffline(state, now))).toEqual([]);
  expect(shippedContingencyStates.source).toContain('712');
});

test('Paraná and Paraíba have no EPEC', () => {
  expect(states.filter((state) => !hasEpec(registered(state), now))).toEqual(['PB', 'PR']);
});

test('an SVC stands in for every state, in both environments', () => {
  for (const environment of ['PRODUCTION', 'HOMOLOGATION'] as const) {
    expect(states.filter((state) => !hasSvc(registered(state), environment))).toEqual([]);
  }
  expect(hasSvc(registered('EX'), 'PRODUCTION')).toBe(false);
});

test('without a state registration nothing stands in, in whatever state', () => {
  const unregistered = states.map((state) => ({ state, isUnregistered: true }));
  expect(unregistered.filter((issuer) => hasEpec(issuer, now) || hasSvc(issuer, 'PRODUCTION'))).toEqual([]);
});

test('an operator’s table holds from its day to its day, by the state’s own clock', () => {
  const table = contingencyStatesSchema.parse({
    source: 'Portaria 1/2026',
    refusesOffline: [{ state: 'AC', from: '2026-11-25', until: '2026-11-30', law: 'Portaria 1/2026' }],
  });
  const on = (instant: string) => refusesOffline('AC', new Date(instant), table);
  expect(on('2026-11-25T04:59:59Z')).toBe(false);
  expect(on('2026-11-25T05:00:00Z')).toBe(true);
  expect(on('2026-12-01T05:00:00Z')).toBe(false);
  expect(refusesOffline('SP', new Date('2026-11-26'), table)).toBe(false);
});
