import { randomUUID } from 'node:crypto';
import type { Client, WorkflowStartOptions } from '@temporalio/client';
import { until } from '../checks/until.ts';

/** The ways in which a run may have ended without doing its work; after `never started` and `forgotten` Temporal knows nothing of it. */
export const runEnds = [
  'never started',
  'completed with nothing done',
  'failed',
  'cancelled',
  'terminated',
  'timed out',
  'forgotten',
] as const;
export type RunEnd = (typeof runEnds)[number];

type Run = { type: string; workflowId: string; args: unknown[] };

/** Commands with which a worker ends a run, by CommandType of Temporal's API. */
const commands = {
  'completed with nothing done': {
    commandType: 4,
    completeWorkflowExecutionCommandAttributes: {},
  },
  failed: { commandType: 5, failWorkflowExecutionCommandAttributes: { failure: { message: 'a fault' } } },
  cancelled: { commandType: 7, cancelWorkflowExecutionCommandAttributes: {} },
} as const;

/**
 * Starts a run on a queue of its own, and makes it end in this way. Temporal knows as little of a run whose retention is over as of one
 * that never started; only the row in the database tells the two apart.
 *
 * @returns the run id; null if Temporal knows nothing of the run
 */
export async function endedRun(client: Client, { type, workflowId, args }: Run, end: RunEnd): Promise<string | null> {
  if (end === 'never started' || end === 'forgotten') return null;
  const taskQueue = randomUUID();
  const options: WorkflowStartOptions = { taskQueue, workflowId, args };
  if (end === 'timed out') options.workflowExecutionTimeout = '1s';
  const run = await client.workflow.start(type, options);
  const runId = run.firstExecutionRunId;
  if (end in commands) await say(client, taskQueue, commands[end as keyof typeof commands]);
  else if (end !== 'timed out') await run.terminate('a test');
  await until(`the run has ${end}`, async () => (await run.describe()).status.name !== 'RUNNING');
  return runId;
}

/** Answers the first workflow task of a run, as a worker does. */
async function say(client: Client, taskQueue: string, command: object): Promise<void> {
  const { workflowService } = client;
  const from = { namespace: client.options.namespace, identity: 'test' };
  await client.withDeadline(Date.now() + 60_000, async () => {
    const { taskToken } = await workflowService.pollWorkflowTaskQueue({ ...from, taskQueue: { name: taskQueue } });
    await workflowService.respondWorkflowTaskCompleted({ ...from, taskToken, commands: [command] });
  });
}
