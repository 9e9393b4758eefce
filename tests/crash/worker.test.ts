import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { emissionId } from '../../temporal/names.ts';
import { openPlant, type Plant } from '../support/processes.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { recordHistory } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { type ErrandDesk, openErrandDesk } from './errand-desk.ts';
import { documents, expectEachIssuedOnce, registered as registeredNotes } from './evidence.ts';
import { answerLost, recorded, registered, taken } from './moments.ts';

const kills = 20;
const notesAKill = 2;
const slowNotes = { service: 'NfeAutorizacao', latencyMs: 25_000 };

quietRuntime();

let plant: Plant;
let desk: ErrandDesk;
const notes: string[] = [];
/** 20 times: the authority holds two notes of which we have not heard, and errands have come to their moment; then the worker is killed. */
beforeAll(async () => {
  plant = await openPlant();
  desk = await openErrandDesk(plant, kills, [taken, registered, answerLost, recorded]);
  for (let kill = 0; kill < kills; kill += 1) await killAmid(kill);
}, 480_000);
afterAll(() => plant?.close());

test('a worker killed 20 times between authorization and its record issues each note once, without a gap', async () => {
  await expectEachIssuedOnce(plant, desk.notes + kills * notesAKill);
  await recordHistory(plant.client, { workflowId: emissionId(notes[0]!, 1) }, 'emission-worker-killed');
}, 120_000);

test('a worker killed 20 times amid events and ranges of numbers leaves one of each, here and at the authority', async () => {
  await desk.expectDoneOnce();
}, 120_000);

test('who asks again for an event or a range that a kill met finds it, and nothing is sent', async () => {
  await desk.expectFound();
}, 120_000);

async function killAmid(kill: number): Promise<void> {
  const [worker] = plant.workers;
  const held = async (): Promise<number> => (await registeredNotes(plant)).length;
  const before = await held();
  await plant.authority.control('PUT', '/scenario', slowNotes);
  const posted = await Promise.all(Array.from({ length: notesAKill }, () => plant.erp.insist()));
  notes.push(...posted.map(({ id }) => id));
  await until('the authority holds the notes', async () => (await held()) === before + notesAKill);

  await desk.begin(kill, [slowNotes]);
  await worker?.kill();
  const left = (await documents(plant)).filter(({ id }) => posted.some((one) => one.id === id));
  expect(left.map(({ status }) => status)).toEqual(Array(notesAKill).fill('PROCESSING'));
  await desk.checkLeft(kill);
  await worker?.start();
}
