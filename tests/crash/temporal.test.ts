import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPlant, type Plant } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { expectEachIssuedOnce, sends } from './evidence.ts';

const notes = 40;
const notesWhileAway = 3;

let plant: Plant;
beforeAll(async () => {
  plant = await openPlant();
}, 120_000);
afterAll(() => plant?.close());

test('a Temporal killed with 40 notes in flight issues each of them once when it is back', async () => {
  await plant.authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', latencyMs: 3_000 });
  const accepted = await Promise.all(Array.from({ length: notes }, () => plant.erp.issue()));
  expect(accepted.every(({ status }) => status === 201)).toBe(true);
  await until('the authority has heard of half of the notes', async () => (await sends(plant)).size >= notes / 2);
  await plant.temporal.kill();

  const meanwhile = await Promise.all(Array.from({ length: notesWhileAway }, () => plant.erp.issue()));
  const kept = { status: 201, body: expect.objectContaining({ status: 'PROCESSING', runId: null }) };
  expect(meanwhile).toEqual(Array(notesWhileAway).fill(kept));

  await plant.temporal.start();
  await expectEachIssuedOnce(plant, notes + notesWhileAway);
}, 300_000);
