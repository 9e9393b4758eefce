import { DefaultLogger, makeTelemetryFilterString, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { workerTuning } from '../worker/worker.ts';

type FloorWorker = { address: string; taskQueue: string; activities: object; workflowsPath: string };

/** Runs a worker with the tuning of the product's until SIGTERM. */
export async function runFloorWorker({ address, ...options }: FloorWorker): Promise<void> {
  Runtime.install({
    logger: new DefaultLogger('WARN'),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'WARN' }) } },
  });
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({ ...workerTuning, connection, ...options });
  await worker.run();
  await connection.close();
}
