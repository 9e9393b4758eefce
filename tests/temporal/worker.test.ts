import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NativeConnection } from '@temporalio/worker';
import { createWorkers, runWorkers } from '../../temporal/worker.ts';
import { type House, openHouse } from '../support/house.ts';
import { workflowBundle } from '../support/parts.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

test('workers that are told to stop before they run end at once', async () => {
  const connection = await NativeConnection.connect({ address: house.env.temporal.address });
  const workers = await createWorkers({ connection, parts: house.parts, workflowBundle });
  await runWorkers(workers, AbortSignal.abort());
  expect(workers.map((worker) => worker.getState())).toEqual(workers.map(() => 'STOPPED'));
  await connection.close();
});
