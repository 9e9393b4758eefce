import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { emissionId } from '../../temporal/queues.ts';
import { openPlant, type Plant } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { documents, expectEachIssuedOnce } from './evidence.ts';

const kills = 20;

let plant: Plant;
beforeAll(async () => {
  plant = await openPlant();
}, 120_000);
afterAll(() => plant?.close());

test('an API killed 20 times between commit and start leaves nothing behind: each document is issued once', async () => {
  const [api] = plant.apis;
  const known = new Set<string>();
  for (let kill = 1; kill <= kills; kill += 1) {
    plant.link.flow('swallow');
    const unanswered = plant.erp.issue();
    const orphan = await until('the document is committed', async () =>
      (await documents(plant)).find(({ id }) => !known.has(id)),
    );
    known.add(orphan.id);
    await api?.kill();
    expect((await unanswered).status).toBe(0);
    plant.link.flow('open');
    await expect(plant.client.workflow.getHandle(emissionId(orphan.id, 1)).describe()).rejects.toThrow('not found');
    await api?.start();
  }
  await expectEachIssuedOnce(plant, kills);
}, 300_000);
