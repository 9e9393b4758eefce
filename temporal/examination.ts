import type { Client } from '@temporalio/client';
import { giveUpNamespaceCommand, installationOfNamespace } from './claim.ts';
import { isNamespaceMissing, namespaceCommand } from './namespace.ts';
import { queues, searchAttributes } from './names.ts';

/** TASK_QUEUE_TYPE_ACTIVITY in Temporal's API: every queue has activities, and some have nothing else. */
const activityTasks = 2;

/** What the doctor asks Temporal: the namespace and who owns it, what is missing in it, and which workers poll. */
export function temporalExamination(client: Client) {
  const { connection, workflowService, options } = client;
  const { namespace } = options;
  const attributes = Object.values(searchAttributes);
  return {
    namespace,
    searchAttributes: attributes,
    queues: Object.values(queues),

    async hasNamespace(patienceMs: number): Promise<boolean> {
      try {
        await client.withDeadline(Date.now() + patienceMs, () => workflowService.describeNamespace({ namespace }));
        return true;
      } catch (error) {
        if (isNamespaceMissing(error)) return false;
        throw error;
      }
    },

    owner: () => installationOfNamespace(client),

    async missingAttributes(): Promise<string[]> {
      const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
      return attributes.filter((name) => !(name in customAttributes));
    },

    async workersOf(queue: string, ms: number): Promise<number> {
      const request = { namespace, taskQueue: { name: queue }, taskQueueType: activityTasks };
      const { pollers } = await workflowService.describeTaskQueue(request);
      const seenAt = (pollers ?? []).map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000);
      return seenAt.filter((at) => Date.now() - at < ms).length;
    },

    commands: { create: namespaceCommand(namespace), giveUp: giveUpNamespaceCommand(namespace) },
  };
}
