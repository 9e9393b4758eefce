import { fileURLToPath } from 'node:url';
import { DefaultLogger, makeTelemetryFilterString, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { readEnv } from '../../../config/env.ts';
import { workerTuning } from '../../../temporal/worker.ts';
import { createSingleActivities } from './activities.ts';

/** `node worker.ts <address> <task queue> <url>`: a process with the tuning of the product's worker, which SIGTERM ends. */
const [, , address = '', taskQueue = '', url = ''] = process.argv;
Runtime.install({
  logger: new DefaultLogger('WARN'),
  telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'WARN' }) } },
});
const connection = await NativeConnection.connect({ address });
const worker = await Worker.create({
  ...workerTuning,
  connection,
  taskQueue,
  activities: await createSingleActivities({ databaseUrl: readEnv().databaseUrl, url }),
  workflowsPath: fileURLToPath(new URL('./workflow.ts', import.meta.url)),
});
await worker.run();
process.exit(0);
