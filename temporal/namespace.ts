import {
  type Client,
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptionsAction,
} from '@temporalio/client';
import { installationOfNamespace } from './claim.ts';
import { closingRetentionId, queues, reconciliationId, searchAttributes, webhookRetentionId } from './names.ts';

/** NOT_FOUND among the status codes of gRPC. */
const notFound = 5;

/** IndexedValueType of a Keyword in Temporal's API. */
const keyword = 2;

/** How often reconciliation runs, and for how many days ended deliveries are kept. */
export type NamespaceSettings = { reconciliationSeconds: number; webhookRetentionDays: number };

/** A schedule of ours: its id, its interval, and the workflow that it starts. */
type Schedule = { scheduleId: string; everyMs: number; action: ScheduleOptionsAction };

/** Makes the search attributes and schedules that Lavra needs in the namespace. Repeating it only applies changed settings. */
export async function prepareNamespace(client: Client, settings: NamespaceSettings): Promise<void> {
  await addSearchAttributes(client);
  for (const schedule of schedulesOf(settings)) {
    if (!(await changeSchedule(client, schedule))) await createSchedule(client, schedule);
  }
}

/**
 * Makes again what the namespace has lost, and leaves the rest as it is.
 *
 * @returns the names of what it made
 */
export async function mendNamespace(client: Client, settings: NamespaceSettings): Promise<string[]> {
  const made = await addSearchAttributes(client);
  for (const schedule of schedulesOf(settings)) {
    const isMissing = (await scheduledSince(client, schedule.scheduleId)) === null;
    if (isMissing && (await createSchedule(client, schedule))) made.push(schedule.scheduleId);
  }
  return made;
}

/**
 * How Temporal stands for this process: `up`; `away`; there, but without the namespace, which only an operator makes; or with a namespace that
 * another installation has claimed.
 */
export type TemporalState = 'up' | 'away' | 'namespace_missing' | 'other_installation';

/** Asks Temporal for the namespace, and whose it is; one that does not answer within `patienceMs` is away. */
export async function temporalState(
  client: Client,
  { patienceMs, installation }: { patienceMs: number; installation?: () => Promise<string> },
): Promise<TemporalState> {
  const { namespace } = client.options;
  try {
    return await client.withDeadline(Date.now() + patienceMs, async () => {
      await client.workflowService.describeNamespace({ namespace });
      const owner = await installationOfNamespace(client);
      return owner === null || owner === (await installation?.()) ? 'up' : 'other_installation';
    });
  } catch (error) {
    return isNamespaceMissing(error) ? 'namespace_missing' : 'away';
  }
}

/** Whether a call failed because the namespace does not exist. */
export function isNamespaceMissing(error: unknown): boolean {
  // Among the things that may be NOT_FOUND only the namespace is named like this; the SDK does not decode the details that would say so.
  return (
    isGrpcServiceError(error) && Number(error.code) === notFound && /^namespace .* is not found/i.test(error.details)
  );
}

/** What an operator types to make the namespace; runs that have ended stay in it for 30 days. */
export const namespaceCommand = (namespace: string): string =>
  `temporal operator namespace create --namespace ${namespace} --retention 30d`;

/** When a schedule was made; null where there is none. Runs from before that moment are lost with Temporal's data. */
export async function scheduledSince(client: Client, scheduleId: string): Promise<Date | null> {
  try {
    const { info } = await client.schedule.getHandle(scheduleId).describe();
    return info.createdAt;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}

function schedulesOf({ reconciliationSeconds, webhookRetentionDays }: NamespaceSettings): Schedule[] {
  return [
    {
      scheduleId: reconciliationId,
      everyMs: reconciliationSeconds * 1000,
      action: {
        type: 'startWorkflow',
        workflowType: 'reconciliation',
        taskQueue: queues.events,
        workflowId: reconciliationId,
      },
    },
    {
      scheduleId: webhookRetentionId,
      everyMs: 3_600_000,
      action: {
        type: 'startWorkflow',
        workflowType: 'webhookRetention',
        taskQueue: queues.webhooks,
        workflowId: webhookRetentionId,
        args: [webhookRetentionDays],
      },
    },
    {
      scheduleId: closingRetentionId,
      everyMs: 3_600_000,
      action: {
        type: 'startWorkflow',
        workflowType: 'closingRetention',
        taskQueue: queues.closings,
        workflowId: closingRetentionId,
      },
    },
  ];
}

/** @returns the names of those that were missing */
async function addSearchAttributes({ connection, options: { namespace } }: Client): Promise<string[]> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.values(searchAttributes).filter((name) => !(name in customAttributes));
  if (missing.length === 0) return missing;
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missing.map((name) => [name, keyword])),
  });
  return missing;
}

const specOf = ({ everyMs }: Schedule) => ({ intervals: [{ every: everyMs }] });

/** @returns false where there is no such schedule */
async function changeSchedule(client: Client, schedule: Schedule): Promise<boolean> {
  const { scheduleId, action } = schedule;
  try {
    await client.schedule.getHandle(scheduleId).update((known) => ({ ...known, spec: specOf(schedule), action }));
    return true;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false;
    throw error;
  }
}

/** Creates a schedule that starts its first run at once. @returns false where another worker was quicker */
async function createSchedule(client: Client, schedule: Schedule): Promise<boolean> {
  const { scheduleId, action } = schedule;
  const policies = { overlap: 'SKIP', catchupWindow: '1m' } as const;
  const state = { triggerImmediately: true };
  try {
    await client.schedule.create({ scheduleId, spec: specOf(schedule), action, policies, state });
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    throw error;
  }
}
