import { Client, Connection } from '@temporalio/client';
import { channelArguments } from '../../temporal/channel.ts';
import { queues } from '../../temporal/names.ts';

/** A worker with an older poll may be gone: a queue remembers its pollers for minutes. */
const freshMs = 10_000;
/** TASK_QUEUE_TYPE_ACTIVITY in Temporal's API: every queue has activities, and one has nothing else. */
const activityTasks = 2;

/** Whether a worker polls each of Lavra's queues. */
export async function workerPolls(address: string): Promise<boolean> {
  const channelArgs = channelArguments(address);
  const connection = await Connection.connect({ address, channelArgs, connectTimeout: '1s' }).catch(() => undefined);
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
