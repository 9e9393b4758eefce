import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptionsAction,
} from '@temporalio/client';
import { queues, reconciliationId, searchAttributes, webhookRetentionId } from './names.ts';

/** IndexedValueType of a Keyword in Temporal's API. */
const keyword = 2;

/** How often reconciliation runs, and how long ended deliveries are kept. */
export type NamespaceSettings = { reconciliationSeconds: number; webhookRetentionDays: number };

/** Makes the namespace ready for Lavra: search attributes and the schedules. Repeating it only applies changed settings. */
export async function prepareNamespace(
  client: Client,
  { reconciliationSeconds, webhookRetentionDays }: NamespaceSettings,
): Promise<void> {
  await ensureSearchAttributes(client);
  await ensureSchedule(client, reconciliationId, reconciliationSeconds * 1000, {
    type: 'startWorkflow',
    workflowType: 'reconciliation',
    taskQueue: queues.events,
    workflowId: reconciliationId,
  });
  await ensureSchedule(client, webhookRetentionId, 3_600_000, {
    type: 'startWorkflow',
    workflowType: 'webhookRetention',
    taskQueue: queues.webhooks,
    workflowId: webhookRetentionId,
    args: [webhookRetentionDays],
  });
}

async function ensureSearchAttributes({ connection, options: { namespace } }: Client): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.values(searchAttributes).filter((name) => !(name in customAttributes));
  if (missing.length === 0) return;
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missing.map((name) => [name, keyword])),
  });
}

async function ensureSchedule(
  client: Client,
  scheduleId: string,
  everyMs: number,
  action: ScheduleOptionsAction,
): Promise<void> {
  const spec = { intervals: [{ every: everyMs }] };
  try {
    await client.schedule.getHandle(scheduleId).update((schedule) => ({ ...schedule, spec, action }));
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    const policies = { overlap: 'SKIP', catchupWindow: '1m' } as const;
    await client.schedule.create({ scheduleId, spec, action, policies }).catch((clash: unknown) => {
      if (!(clash instanceof ScheduleAlreadyRunning)) throw clash; // another worker was quicker
    });
  }
}
