import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulatorControl } from '../../adapters/simulator-control.ts';
import { start, type Started } from '../simulator/support/start.ts';

let started: Started;
beforeAll(async () => {
  started = await start();
});
afterAll(() => started.stop());

test('rules are added to those that are there, refused where the simulator does not know them, and ended together', async () => {
  const control = simulatorControl(`http://127.0.0.1:${started.simulator.controlPort}`);
  expect(await control.rules()).toEqual([]);
  const refusal = { cnpj: '11222333000181', service: 'NfeAutorizacao', times: 1, answer: { cStat: 778 } };
  expect(await control.add(refusal)).toBe(true);
  expect(await control.add({ paused: { cStat: 108 } })).toBe(true);
  expect(await control.rules()).toEqual([refusal, { paused: { cStat: 108 } }]);
  expect(await control.add({ answer: { cStat: 4_242 } })).toBe(false);
  expect(await control.rules()).toHaveLength(2);
  await control.clear();
  expect(await control.rules()).toEqual([]);
});
