import { fileURLToPath } from 'node:url';
import { Connection } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { startService, untilReady } from '../../../local/services/service.ts';
import { localSettings } from '../../../local/settings.ts';
import { reachable } from '../../../machine/reachable.ts';
import { searchAttributes } from '../../../temporal/names.ts';
import { ownPorts } from './own-ports.ts';
import { quietRuntime } from './quiet-runtime.ts';

const readyWithinMs = 300_000;
const standIn = fileURLToPath(new URL('idle.sh', import.meta.url));

/** A Temporal whose timers pass without waiting, with Lavra's search attributes. */
export async function timeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  quietRuntime();
  const [port = 0] = await ownPorts(1);
  const stop = await startServer(port);
  // The SDK gives a server five seconds to start, which Java on busy cores may exceed: so the server is already running, and the SDK is
  // given its port.
  const executable = { type: 'existing-path', path: standIn } as const;
  const environment = await TestWorkflowEnvironment.createTimeSkipping({ server: { executable, port } });
  const teardown = environment.teardown.bind(environment);
  environment.teardown = async () => {
    await teardown();
    await stop();
  };
  await environment.connection.operatorService.addSearchAttributes({
    namespace: 'default',
    searchAttributes: Object.fromEntries(Object.values(searchAttributes).map((name) => [name, 2])),
  });
  return environment;
}

async function startServer(port: number): Promise<() => Promise<void>> {
  const env = localSettings().inherited;
  const program = process.env.TEST_TIME_SKIPPING!;
  const service = startService({ name: 'Temporal without waiting', program, args: [String(port)], env });
  const host = '127.0.0.1';
  await untilReady(service, async () => (await reachable(host, port)) && answers(`${host}:${port}`), readyWithinMs);
  return () => service.stop();
}

async function answers(address: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: '1s' });
    await connection.close();
    return true;
  } catch {
    return false;
  }
}
