import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { emissionId } from '../../temporal/queues.ts';
import { openPlant, type Plant } from '../support/processes.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { recordHistory } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { documents, expectEachIssuedOnce, registered } from './evidence.ts';

const kills = 20;
const notesAKill = 2;

quietRuntime();

let plant: Plant;
beforeAll(async () => {
  plant = await openPlant();
}, 60_000);
afterAll(() => plant?.close());

test('a worker killed 20 times between authorization and its record issues each note once, without a gap', async () => {
  await plant.authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', latencyMs: 20_000 });
  const [worker] = plant.workers;
  for (let kill = 1; kill <= kills; kill += 1) {
    const posted = await Promise.all(Array.from({ length: notesAKill }, () => plant.erp.insist()));
    await until('the authority holds the notes', async () => (await registered(plant)).length === kill * notesAKill);
    await worker?.kill();
    const left = (await documents(plant)).filter(({ id }) => posted.some((one) => one.id === id));
    expect(left.map(({ status }) => status)).toEqual(Array(notesAKill).fill('PROCESSING'));
    await worker?.start();
  }
  await expectEachIssuedOnce(plant, kills * notesAKill);

  const [first] = await documents(plant);
  await recordHistory(plant.client, { workflowId: emissionId(first!.id, 1) }, 'emission-worker-killed');
}, 300_000);
