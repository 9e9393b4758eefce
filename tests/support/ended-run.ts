import { randomUUID } from 'node:crypto';
import { type Client, isGrpcServiceError, type WorkflowStartOptions } from '@temporalio/client';
import { until } from './until.ts';

/** How a run may have ended before what it was for has; `never started` and `forgotten` leave nothing of it. */
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

/** NOT_FOUND among the status codes of gRPC. */
const notFound = 5;

type Run = { type: string; workflowId: string; args: unknown[] };

/** CommandType in Temporal's API, by the ends that a worker says. */
const commands = {
  'completed with nothing done': {
    commandType: 4,
    completeWorkflowExecutionCommandAttributes: {},
  },
  failed: { commandType: 5, failWorkflowExecutionCommandAttributes: { failure: { message: 'a fault' } } },
  cancelled: { commandType: 7, cancelWorkflowExecutionCommandAttributes: {} },
} as const;

/** Has a run begin, on a queue that nobody else polls, and end so. @returns its run id */
export async function endedRun(client: Client, { type, workflowId, args }: Run, end: RunEnd): Promise<string | null> {
  if (end === 'never started') return null;
  const taskQueue = randomUUID();
  const options: WorkflowStartOptions = { taskQueue, workflowId, args };
  if (end === 'timed out') options.workflowExecutionTimeout = '1s';
  const run = await client.workflow.start(type, options);
  const runId = run.firstExecutionRunId;
  if (end in commands) await say(client, taskQueue, commands[end as keyof typeof commands]);
  else if (end !== 'timed out') await run.terminate('a test');
  await until(`the run has ${end}`, async () => (await run.describe()).status.name !== 'RUNNING');
  if (end === 'forgotten') await forget(client, { workflowId, runId });
  return runId;
}

/** Answers the first task of a run as a worker does. */
async function say(client: Client, taskQueue: string, command: object): Promise<void> {
  const { workflowService } = client;
  const from = { namespace: client.options.namespace, identity: 'test' };
  await client.withDeadline(Date.now() + 60_000, async () => {
    const { taskToken } = await workflowService.pollWorkflowTaskQueue({ ...from, taskQueue: { name: taskQueue } });
    await workflowService.respondWorkflowTaskCompleted({ ...from, taskToken, commands: [command] });
  });
}

/** As its retention does. Temporal may drop a request to delete a run that has only just ended: it is made until the run is gone. */
async function forget(client: Client, run: { workflowId: string; runId: string }): Promise<void> {
  const { namespace } = client.options;
  await until('the run is forgotten', () =>
    client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: run }).then(
      () => false,
      (error: unknown) => isGrpcServiceError(error) && Number(error.code) === notFound,
    ),
  );
}
