import { Connection } from '@temporalio/client';
import { type RunningService, startService, untilReady } from '../../../local/services/service.ts';
import { reachable } from '../../../machine/reachable.ts';

/** A Temporal with a new database: it has the namespace, and nothing that Lavra creates in it. */
export async function startBareTemporal({
  executable,
  port,
}: {
  executable: string;
  port: number;
}): Promise<RunningService> {
  const args = [
    'server',
    'start-dev',
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--headless',
    '--log-level',
    'error',
  ];
  const service = startService({ name: 'Temporal', program: executable, args, env: {} });
  const host = '127.0.0.1';
  await untilReady(service, async () => (await reachable(host, port)) && answers(`${host}:${port}`), 300_000);
  return service;
}

async function answers(address: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: '1s' });
    try {
      await connection.workflowService.describeNamespace({ namespace: 'default' });
      return true;
    } finally {
      await connection.close();
    }
  } catch {
    return false;
  }
}
