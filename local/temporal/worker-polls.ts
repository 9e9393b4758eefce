import { Client, Connection } from '@temporalio/client';
import { queues } from '../../temporal/names.ts';

/** How old a poll may be to speak of a worker that lives now: a queue remembers for minutes who asked it last. */
const freshMs = 10_000;
/** TASK_QUEUE_TYPE_ACTIVITY in Temporal's API: every queue has activities, and one has nothing else. */
const activityTasks = 2;

/** Whether a worker asks every queue of Lavra's for work. */
export async function workerPolls(address: string): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: '1s' }).catch(() => undefined);
  if (!connection) return false;
  try {
    const { options } = new Client({ connection });
    const polled = Object.values(queues).map(async (name) => {
      const { pollers } = await connection.workflowService.describeTaskQueue({
        namespace: options.namespace,
        taskQueue: { name },
        taskQueueType: activityTasks,
      });
      const latest = Math.max(
        ...(pollers ?? []).map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000),
      );
      return latest > Date.now() - freshMs;
    });
    return (await Promise.all(polled)).every(Boolean);
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}
