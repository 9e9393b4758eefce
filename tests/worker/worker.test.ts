import { afterAll, beforeAll, expect, test } from 'vitest';
import { NativeConnection } from '@temporalio/worker';
import { createWorkers, runWorkers } from '../../worker/worker.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';
import { workflowBundle } from '../support/servers/parts.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await openInstallation();
});
afterAll(() => installation.close());

test('workers that are told to stop before they run end at once', async () => {
  const connection = await NativeConnection.connect({ address: installation.env.temporal.address });
  const workers = await createWorkers({ connection, parts: installation.parts, workflowBundle });
  await runWorkers(workers, AbortSignal.abort());
  expect(workers.map((worker) => worker.getState())).toEqual(workers.map(() => 'STOPPED'));
  await connection.close();
});
