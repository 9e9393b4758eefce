import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { startTemporal } from '../../../local/temporal/server.ts';
import { emissionId } from '../../../temporal/names.ts';
import { until } from '../checks/until.ts';
import { ownPorts } from './own-ports.ts';
import { quietRuntime } from './quiet-runtime.ts';

export type TestTemporal = Awaited<ReturnType<typeof testTemporal>>;

/** A Temporal of the test file's own: a worker of another file, left behind or in another process, takes nothing of it. */
export async function testTemporal() {
  quietRuntime();
  const [port = 0] = await ownPorts(1);
  const server = await startTemporal({ executable: process.env.TEST_TEMPORAL!, port, log: () => {} });
  const { address } = server;
  const [client, native] = await Promise.all([patientClient(address), NativeConnection.connect({ address })]);
  return {
    address,
    client,
    /** For workers. */
    native,
    async close(): Promise<void> {
      await Promise.all([client.connection.close(), native.close()]);
      await server.stop();
    },
  };
}

/** Ends the run of a document's first attempt that nobody works on; it begins behind the answer that promised it. */
export async function endEmission({ client }: Pick<TestTemporal, 'client'>, documentId: unknown): Promise<void> {
  const run = client.workflow.getHandle(emissionId(String(documentId), 1));
  await until('its run begins', () => run.describe());
  await run.terminate();
}

export async function patientClient(address: string): Promise<PatientClient> {
  return new PatientClient({ connection: await Connection.connect({ address }) });
}

/** Waits longer: the product gives up a call to Temporal after seconds, which on a busy test machine happens by chance. */
class PatientClient extends Client {
  declare readonly connection: Connection;

  override withDeadline<Result>(deadline: number | Date, call: () => Promise<Result>): Promise<Result> {
    return super.withDeadline(Number(deadline) + 30_000, call);
  }
}
