import { fileURLToPath } from 'node:url';
import { DefaultLogger, makeTelemetryFilterString, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { workerTuning } from '../../../temporal/worker.ts';
import { floorActivities } from './activities.ts';

/** `node worker.ts <address> <task queue>`: a process with the tuning of the product's worker, which SIGTERM ends. */
const [, , address = '', taskQueue = ''] = process.argv;
Runtime.install({
  logger: new DefaultLogger('WARN'),
  telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'WARN' }) } },
});
const connection = await NativeConnection.connect({ address });
const worker = await Worker.create({
  ...workerTuning,
  connection,
  taskQueue,
  activities: floorActivities,
  workflowsPath: fileURLToPath(new URL('./workflow.ts', import.meta.url)),
});
await worker.run();
await connection.close();
