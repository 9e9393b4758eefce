import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Document } from '../../domain/documents/document.entity.ts';
import { emissionId } from '../../temporal/names.ts';
import { openPlant, type Plant } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { type ErrandDesk, openErrandDesk } from './errand-desk.ts';
import { documents, expectEachIssuedOnce } from './evidence.ts';
import { answerLost, recorded, registered, unstarted } from './moments.ts';

const kills = 20;

let plant: Plant;
let desk: ErrandDesk;
let unanswered = 0;
/** 20 times: errands have come to their moment, and a sale is committed whose emission has no workflow yet; then the API is killed. */
beforeAll(async () => {
  plant = await openPlant();
  desk = await openErrandDesk(plant, kills, [unstarted, registered, answerLost, recorded]);
  for (let kill = 0; kill < kills; kill += 1) await killAmid(kill);
}, 480_000);
afterAll(() => plant?.close());

test('an API killed 20 times between commit and start leaves nothing behind: each document is issued once', async () => {
  expect(unanswered).toBeGreaterThan(0);
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
  const answer = plant.erp.issue();
  const orphan = await until('the document is committed', async () =>
    (await documents(plant)).find(({ id }) => !known.has(id)),
  );
  await api?.kill();
  const { status } = await answer;
  if (status === 0) unanswered += 1;
  else expect(status).toBe(201); // the kill came so late that the API had given the start up
  await expectNotStarted(orphan);
  await desk.checkLeft(kill);
  await api?.start();
}

/** But by reconciliation, which leaves five seconds to whoever committed a document. */
async function expectNotStarted({ id, createdAt }: Document): Promise<void> {
  const run = await plant.client.workflow
    .getHandle(emissionId(id, 1))
    .describe()
    .catch((error: unknown) => {
      if (error instanceof WorkflowNotFoundError) return null;
      throw error;
    });
  if (run) expect(run.startTime.getTime() - createdAt.getTime()).toBeGreaterThanOrEqual(5_000);
}
