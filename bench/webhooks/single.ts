import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startService } from '../../local/services/service.ts';
import { machineSettings } from '../../machine/settings.ts';
import { sample, type Sample } from '../figures/sample.ts';
import type { WebhookInstallation } from './installation.ts';

const taskQueue = 'single';
const lanes = 50;
const program = fileURLToPath(new URL('./single/worker.ts', import.meta.url));

/** Runs one workflow for each delivery, on the same Temporal, with a worker process of its own. */
export function singleWorkflows({ temporal, temporalAddress, databaseUrl, receivers }: WebhookInstallation) {
  const worker = startService({
    name: 'single',
    program: process.execPath,
    args: [program, temporalAddress, taskQueue, `${receivers.origin}/healthy/single`],
    env: { ...machineSettings().inherited, DATABASE_URL: databaseUrl },
  });
  const run = async (): Promise<{ totalMs: number }> => {
    const start = performance.now();
    await temporal.workflow.execute('single', { taskQueue, workflowId: `single/${randomUUID()}` });
    return { totalMs: performance.now() - start };
  };
  return {
    measure: (runs: number): Promise<Sample> => sample({ runs, lanes }, run),
    stop: () => worker.stop(),
  };
}
