import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type NativeConnection, Worker, type WorkerOptions, type WorkflowBundleOption } from '@temporalio/worker';
import type { Parts } from '../activities/parts.ts';
import { reconciliationActivities } from '../activities/reconciliation.ts';
import { storeActivities } from '../activities/store.ts';
import { taxAuthorityActivities } from '../activities/tax-authority.ts';
import { webhookActivities } from '../activities/webhooks/index.ts';
import { retentionActivities } from '../activities/webhooks/retention.ts';
import { queues } from '../temporal/names.ts';
import { WorkflowTaskSlots } from './slots.ts';

/** The workflows' entry point: `.ts` when run from source, `.js` from the build. */
export const workflowsPath = fileURLToPath(new URL(`../workflows/index${extname(import.meta.url)}`, import.meta.url));

/** Workflow tasks that compute or touch our database: more at once than the cores can carry would delay each other and all other work. */
const tasksAtOnce = 4 * availableParallelism();
/** Conversations with parties outside, which mostly wait. */
const conversationsAtOnce = 100;

/** Settings of every worker. */
const settings = {
  maxCachedWorkflows: 500,
  // A dead worker's runs move on after this, not after ten seconds.
  stickyQueueScheduleToStartTimeout: '2s',
  shutdownGraceTime: '25s',
  shutdownForceTime: '35s',
} satisfies Partial<WorkerOptions>;

/** A worker whose workflow tasks never wait for a party outside; `bench` sets its floors likewise. */
export const workerTuning = {
  ...settings,
  maxConcurrentWorkflowTaskExecutions: tasksAtOnce,
  maxConcurrentLocalActivityExecutions: tasksAtOnce,
  maxConcurrentActivityTaskExecutions: conversationsAtOnce,
} satisfies Partial<WorkerOptions>;

/** Calls to receivers, which only wait: one for each endpoint that is being called, so that none waits for another's ten seconds. */
const endpointsAtOnce = 1_000;
/** Limits what visits of endpoints in trouble cost, so that the cores stay free for the others. */
const visitsInTroubleASecond = 20;

export type WorkersOptions = {
  connection: NativeConnection;
  namespace?: string;
  parts: Parts;
  /** Made once by `bundleWorkflowCode` for all queues. */
  workflowBundle: WorkflowBundleOption;
};

/** One worker for each queue, so that slow work on one takes no slots of the others. */
export function createWorkers(options: WorkersOptions): Promise<Worker[]> {
  const { parts } = options;
  const store = storeActivities(parts);
  const taxAuthority = taxAuthorityActivities(parts);
  const webhooks = webhookActivities(parts);
  const calls = { ...workerTuning, maxConcurrentActivityTaskExecutions: endpointsAtOnce };
  return Promise.all([
    createWorker(options, queues.emission, { ...store, ...taxAuthority }, conversing(parts, queues.emission)),
    createWorker(
      options,
      queues.events,
      { ...store, ...taxAuthority, ...reconciliationActivities(parts) },
      conversing(parts, queues.events),
    ),
    createWorker(options, queues.webhooks, { ...webhooks, ...retentionActivities(parts) }, calls),
    Worker.create({
      ...placeOf(options),
      ...calls,
      taskQueue: queues.webhooksInTrouble,
      activities: webhooks,
      maxActivitiesPerSecond: visitsInTroubleASecond,
    }),
  ]);
}

/** A worker whose workflow tasks may wait for an authority. */
function conversing({ turns }: Parts, taskQueue: string): Partial<WorkerOptions> {
  const conversations = { type: 'fixed-size', numSlots: conversationsAtOnce } as const;
  return {
    ...settings,
    tuner: {
      workflowTaskSlotSupplier: new WorkflowTaskSlots(turns, taskQueue, tasksAtOnce),
      localActivityTaskSlotSupplier: conversations,
      activityTaskSlotSupplier: conversations,
      nexusTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
    },
  };
}

function createWorker(
  options: WorkersOptions,
  taskQueue: string,
  activities: NonNullable<WorkerOptions['activities']>,
  tuning: Partial<WorkerOptions>,
): Promise<Worker> {
  const { workflowBundle } = options;
  return Worker.create({ ...placeOf(options), ...tuning, taskQueue, activities, workflowBundle });
}

function placeOf({ connection, namespace = 'default' }: WorkersOptions) {
  return { connection, namespace };
}

/** Runs workers until `signal` is aborted, then lets what is under way finish. */
export async function runWorkers(workers: Worker[], signal: AbortSignal): Promise<void> {
  const stop = (): void => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const running = Promise.all(workers.map((worker) => worker.run()));
    if (signal.aborted) stop(); // aborted while they were made: the event has passed
    await running;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
