import { type Client, ScheduleAlreadyRunning, ScheduleNotFoundError } from '@temporalio/client';
import { queues, reconciliationId, searchAttributes } from './queues.ts';

/** IndexedValueType of a Keyword in Temporal's API. */
const keyword = 2;

/** Makes the namespace ready for Lavra: search attributes and the reconciliation schedule. Doing it again changes nothing. */
export async function prepareNamespace(
  client: Client,
  { reconciliationSeconds }: { reconciliationSeconds: number },
): Promise<void> {
  await ensureSearchAttributes(client);
  await ensureReconciliation(client, reconciliationSeconds);
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

async function ensureReconciliation(client: Client, seconds: number): Promise<void> {
  const spec = { intervals: [{ every: seconds * 1000 }] };
  const handle = client.schedule.getHandle(reconciliationId);
  try {
    await handle.update((schedule) => ({ ...schedule, spec }));
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    await client.schedule
      .create({
        scheduleId: reconciliationId,
        spec,
        action: {
          type: 'startWorkflow',
          workflowType: 'reconciliation',
          taskQueue: queues.events,
          workflowId: reconciliationId,
        },
        policies: { overlap: 'SKIP', catchupWindow: '1m' },
      })
      .catch((clash: unknown) => {
        if (!(clash instanceof ScheduleAlreadyRunning)) throw clash; // another worker was quicker
      });
  }
}
