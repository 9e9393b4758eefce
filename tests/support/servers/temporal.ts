import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { startTemporal } from '../../../local/temporal/server.ts';
import { emissionId } from '../../../temporal/names.ts';
import { until } from '../checks/until.ts';
import { ownPorts } from './own-ports.ts';
import { quietRuntime } from './quiet-runtime.ts';

export type TestTemporal = Awaited<ReturnType<typeof testTemporal>>;

/** A Temporal for this test file alone, so that no worker of another file or process takes its tasks. */
export async function testTemporal() {
  quietRuntime();
  const [port = 0] = await ownPorts(1);
  const server = await startTemporal({ executable: process.env.TEST_TEMPORAL!, port, log: () => {} });
  const { address } = server;
  const [client, native] = await Promise.all([patientClient(address), NativeConnection.connect({ address })]);
  return {
    address,
    client,
    /** The connection for workers. */
    native,
    async close(): Promise<void> {
      await Promise.all([client.connection.close(), native.close()]);
      await server.stop();
    },
  };
}

/** Ends the run of a document's first attempt, which no worker executes; the run starts shortly after the API has answered. */
export async function endEmission({ client }: Pick<TestTemporal, 'client'>, documentId: unknown): Promise<void> {
  const run = client.workflow.getHandle(emissionId(String(documentId), 1));
  await until('its run begins', () => run.describe());
  await run.terminate();
}

export async function patientClient(address: string): Promise<PatientClient> {
  return new PatientClient({ connection: await Connection.connect({ address }) });
}

/** A client with longer deadlines: the product gives up a call to Temporal after seconds, which a busy test machine exceeds by chance. */
class PatientClient extends Client {
  declare readonly connection: Connection;

  override withDeadline<Result>(deadline: number | Date, call: () => Promise<Result>): Promise<Result> {
    return super.withDeadline(Number(deadline) + 30_000, call);
  }
}
