import { Worker } from '@temporalio/worker';
import type { WorkflowCreator } from '@temporalio/worker/lib/workflow/interface.js';

/**
 * Makes workers of several queues that run their workflows on the same threads. Each thread holds its own copy of the workflows' code and the SDK's
 * (some 60 MB, and 0.4 s of processor time at its start), and a workflow computes for milliseconds: one thread for each queue would mostly sleep.
 *
 * @param activityNames every local activity that a workflow of one of these queues may name
 */
export function threadsShared(activityNames: Iterable<string>): typeof Worker {
  const names = [...activityNames];
  let holders = 0;
  let opening: Promise<WorkflowCreator> | undefined;

  return class WorkerOnSharedThreads extends Worker {
    protected static override async createWorkflowCreator(
      ...[bundle, options, logger]: Parameters<(typeof Worker)['createWorkflowCreator']>
    ): Promise<WorkflowCreator> {
      const activities = new Map(names.map((name) => [name, async () => {}]));
      opening ??= super.createWorkflowCreator(bundle, { ...options, activities }, logger);
      holders += 1;
      const threads = await opening;
      return {
        createWorkflow: (created) => threads.createWorkflow(created),
        // The threads end with the last of the queues.
        async destroy() {
          holders -= 1;
          if (holders === 0) await threads.destroy();
        },
      };
    }
  };
}
