import { availableParallelism } from 'node:os';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import {
  type ActivityInterceptorsFactory,
  type NativeConnection,
  Worker,
  type WorkerOptions,
  type WorkflowBundleOption,
} from '@temporalio/worker';
import { authorityActivities } from '../activities/authority/index.ts';
import { closingActivities, closingStepActivities } from '../activities/closings/index.ts';
import { comparisonActivities } from '../activities/comparison/index.ts';
import { distributionActivities } from '../activities/distribution/index.ts';
import { mailActivities } from '../activities/invitation-mail.ts';
import { municipalityActivities } from '../activities/municipality.ts';
import type { Parts } from '../activities/parts.ts';
import { personMailActivities } from '../activities/person-mail.ts';
import { reconciliationActivities } from '../activities/reconciliation/index.ts';
import { replacedActivities } from '../activities/replaced/index.ts';
import { forgettingActivities, linkActivities, logActivities, retentionActivities } from '../activities/retention.ts';
import { storeActivities } from '../activities/store.ts';
import { taxAuthorityActivities } from '../activities/tax-authority.ts';
import { documentMailActivities } from '../activities/mails/index.ts';
import { webhookActivities } from '../activities/webhooks/index.ts';
import { withLogFields } from '../telemetry/log-fields.ts';
import { carriedLogFields, carryLogFields } from '../temporal/client.ts';
import { queues } from '../temporal/names.ts';
import { threadsShared } from './shared-threads.ts';

/**
 * Workflow tasks at once. With more than the cores can carry, those that only wait for a step would keep Temporal busy, and the starts of new
 * ones would wait behind them; some wait for an authority (`waitingAtOnce` of `activities/conversation/turns-under-way.ts`).
 */
const tasksAtOnce = 8 * availableParallelism();

/** Settings that all workers share; `bench/emission` uses the same for its floor. */
export const workerTuning = {
  maxCachedWorkflows: 500,
  maxConcurrentWorkflowTaskExecutions: tasksAtOnce,
  maxConcurrentLocalActivityExecutions: tasksAtOnce,
  maxConcurrentActivityTaskExecutions: 100,
  // A poll holds a slot. Most workflows end with their first task, so few polls are for tasks that are sticky to this process.
  maxConcurrentWorkflowTaskPolls: 5,
  nonStickyToStickyPollRatio: 0.6,
  // Runs of a dead worker move to another after this time, not after the SDK's 10 seconds.
  stickyQueueScheduleToStartTimeout: '2s',
  shutdownGraceTime: '25s',
  shutdownForceTime: '35s',
} satisfies Partial<WorkerOptions>;

/** Calls to receivers at once, which only wait: one for each endpoint under way, so that none waits for the 10 seconds of another. */
const endpointsAtOnce = 1_000;
/** Limits the visits of endpoints in trouble, which fail or are slow, so that the cores stay free for the others. */
const visitsInTroubleASecond = 20;

/** Questions to distributions at once: each holds one lot in memory, up to fifty documents, of which one may have a megabyte. */
const questionsAtOnce = 40;

/** Services that are judged at once: more than there are authorizers, in both environments for both models. */
const judgesAtOnce = 60;

/** Companies whose documents are mailed at once, each in lanes of its own (`inLanes`); all share the connections to one mail server. */
const mailingAtOnce = 20;

/** Mails that are handed over at once. */
const mailsAtOnce = 10;

/**
 * Parts of closings at once, each in memory until it is stored (`minPartBytes`, and a page of documents with their PDFs). While one draws, others
 * read, deflate and store; more would only wait for the same browser.
 */
const closingPartsAtOnce = availableParallelism() + 1;

/**
 * Companies whose months are compared at once, each with one question every 200 ms at most: so an authority gets some twenty questions a second at
 * most.
 */
const comparedAtOnce = 4;

/** Cached runs of actors that sleep for an hour: few of many would still be in the cache when they wake, and each takes a megabyte there. */
const sleepersCached = 100;

export type WorkersOptions = {
  connection: NativeConnection;
  namespace?: string;
  parts: Parts;
  /** The workflows' code, made once for all queues. */
  workflowBundle: WorkflowBundleOption;
  /** Interceptors that trace runs, where tracing is on. */
  tracing?: RunTracing | undefined;
};

/**
 * Makes one worker for each queue, so that slow work on one takes no slots of the others. Emission has a thread for its workflows; the workflows of
 * all other queues, which mostly sleep, share another.
 */
export function createWorkers(options: WorkersOptions): Promise<Worker[]> {
  const { parts } = options;
  const store = storeActivities(parts);
  const taxAuthority = taxAuthorityActivities(parts);
  const webhooks = webhookActivities(parts);
  const calls = { ...workerTuning, maxConcurrentActivityTaskExecutions: endpointsAtOnce };
  const emission = { ...store, ...taxAuthority };
  const events = {
    ...emission,
    ...reconciliationActivities(parts),
    ...replacedActivities(parts),
    ...municipalityActivities(parts),
  };
  const closings = { ...closingActivities(parts), ...closingStepActivities(parts), ...forgettingActivities(parts) };
  const Sharing = threadsShared(Object.keys({ ...events, ...closings }));
  return Promise.all([
    createWorker(options, queues.emission, emission),
    createWorker(options, queues.events, events, workerTuning, Sharing),
    createWorker(
      options,
      queues.closings,
      closings,
      { ...workerTuning, maxConcurrentActivityTaskExecutions: closingPartsAtOnce },
      Sharing,
    ),
    createWorker(
      options,
      queues.authority,
      authorityActivities(parts),
      { ...workerTuning, maxCachedWorkflows: sleepersCached, maxConcurrentActivityTaskExecutions: judgesAtOnce },
      Sharing,
    ),
    createWorker(
      options,
      queues.distribution,
      distributionActivities(parts),
      { ...workerTuning, maxCachedWorkflows: sleepersCached, maxConcurrentActivityTaskExecutions: questionsAtOnce },
      Sharing,
    ),
    createWorker(
      options,
      queues.webhooks,
      {
        ...webhooks,
        ...retentionActivities(parts),
        ...linkActivities(parts),
        ...logActivities(parts),
      },
      calls,
      Sharing,
    ),
    Worker.create({
      ...placeOf(options),
      ...calls,
      taskQueue: queues.webhooksInTrouble,
      activities: webhooks,
      maxActivitiesPerSecond: visitsInTroubleASecond,
    }),
    Worker.create({
      ...placeOf(options),
      ...workerTuning,
      taskQueue: queues.mail,
      activities: { ...mailActivities(parts), ...personMailActivities(parts) },
      maxConcurrentActivityTaskExecutions: mailsAtOnce,
    }),
    Worker.create({
      ...placeOf(options),
      ...workerTuning,
      taskQueue: queues.documentMails,
      activities: documentMailActivities(parts),
      maxConcurrentActivityTaskExecutions: mailingAtOnce,
    }),
    Worker.create({
      ...placeOf(options),
      ...workerTuning,
      taskQueue: queues.comparison,
      activities: comparisonActivities(parts),
      maxConcurrentActivityTaskExecutions: comparedAtOnce,
    }),
  ]);
}

function createWorker(
  options: WorkersOptions,
  taskQueue: string,
  activities: NonNullable<WorkerOptions['activities']>,
  tuning: Partial<WorkerOptions> = workerTuning,
  Kind: typeof Worker = Worker,
): Promise<Worker> {
  const { workflowBundle } = options;
  return Kind.create({ ...placeOf(options), ...tuning, taskQueue, activities, workflowBundle });
}

function placeOf({ connection, namespace = 'default', tracing }: WorkersOptions) {
  return { connection, namespace, ...surrounded(tracing) };
}

/** Runs workers until `signal` is aborted, then lets work under way finish. */
export async function runWorkers(workers: Worker[], signal: AbortSignal): Promise<void> {
  const stop = (): void => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const running = Promise.all(workers.map((worker) => worker.run()));
    if (signal.aborted) stop(); // it was aborted while the workers were made, and the event has passed
    await running;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Interceptors and sinks around runs and activities, besides those of the log fields; today those of tracing. */
export type RunTracing = {
  client: WorkflowClientInterceptor[];
  activity: ActivityInterceptorsFactory[];
  sinks: NonNullable<WorkerOptions['sinks']>;
};

/** Options of a worker whose activities log with the fields of the request that caused their run, and pass them to the runs that they start. */
function surrounded(further?: RunTracing): Pick<WorkerOptions, 'interceptors' | 'sinks'> {
  return {
    interceptors: {
      client: { workflow: [carryLogFields, ...(further?.client ?? [])] },
      activity: [...(further?.activity ?? []), withCarriedFields],
    },
    ...(further ? { sinks: further.sinks } : {}),
  };
}

const withCarriedFields: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute(input, next) {
      const { workflowId } = info.workflowExecution ?? {};
      return withLogFields({ ...carriedLogFields(input.headers), ...(workflowId ? { workflowId } : {}) }, () =>
        next(input),
      );
    },
  },
});
