import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startService } from '../../../local/services/service.ts';
import { localSettings } from '../../../local/settings.ts';
import { type Sample, sample, type Timing } from '../../figures/sample.ts';
import type { Installation } from '../../installation.ts';

const taskQueue = 'floor';
const program = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** Times Temporal alone, on the same server: workflows with the activities of an emission that do nothing. */
export function temporalFloor({ temporal, temporalAddress }: Installation) {
  const worker = startService({
    name: 'floor',
    program: process.execPath,
    args: [program, temporalAddress, taskQueue],
    env: localSettings().inherited,
  });
  const run = async (): Promise<Timing> => {
    const start = performance.now();
    await temporal.workflow.execute('floor', { taskQueue, workflowId: `floor/${randomUUID()}` });
    return { totalMs: performance.now() - start };
  };
  return {
    measure: (load: { runs: number; lanes: number }): Promise<Sample> => sample(load, run),
    stop: () => worker.stop(),
  };
}
