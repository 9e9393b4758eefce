import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { emissionId } from '../../temporal/queues.ts';
import { openPlant, type Plant } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { type ErrandDesk, openErrandDesk } from './errand-desk.ts';
import { documents, expectEachIssuedOnce } from './evidence.ts';
import { answerLost, recorded, registered, unstarted } from './moments.ts';

const kills = 20;

let plant: Plant;
let desk: ErrandDesk;
/** 20 times: errands have come to their moment, and a sale is committed whose emission has no workflow yet; then the API is killed. */
beforeAll(async () => {
  plant = await openPlant();
  desk = await openErrandDesk(plant, kills, [unstarted, registered, answerLost, recorded]);
  for (let kill = 0; kill < kills; kill += 1) await killAmid(kill);
}, 300_000);
afterAll(() => plant?.close());

test('an API killed 20 times between commit and start leaves nothing behind: each document is issued once', async () => {
  await expectEachIssuedOnce(plant, desk.notes + kills);
}, 120_000);

test('an API killed 20 times amid events and ranges of numbers leaves one of each, here and at the authority', async () => {
  await desk.expectDoneOnce();
}, 120_000);

test('who asks again for an event or a range that a kill met finds it, and nothing is sent', async () => {
  await desk.expectFound();
}, 120_000);

async function killAmid(kill: number): Promise<void> {
  const [api] = plant.apis;
  const known = new Set((await documents(plant)).map(({ id }) => id));
  await desk.begin(kill);
  plant.link.flow('swallow');
  const unanswered = plant.erp.issue();
  const orphan = await until('the document is committed', async () =>
    (await documents(plant)).find(({ id }) => !known.has(id)),
  );
  await api?.kill();
  expect((await unanswered).status).toBe(0);
  await desk.checkLeft(kill);
  await expect(plant.client.workflow.getHandle(emissionId(orphan.id, 1)).describe()).rejects.toThrow('not found');
  await api?.start();
}
