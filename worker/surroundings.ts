import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { ActivityInterceptorsFactory, WorkerOptions } from '@temporalio/worker';
import { carriedTrail, carryTrail } from '../temporal/trail.ts';
import { onTrail } from '../telemetry/trail.ts';

/** What surrounds runs and activities besides their trail: traces, where they are on. */
export type RunSurroundings = {
  client: WorkflowClientInterceptor[];
  activity: ActivityInterceptorsFactory[];
  sinks: NonNullable<WorkerOptions['sinks']>;
};

/** Options of a worker in which every activity has the trail of the request that caused its run, and leaves it to the runs that it starts. */
export function surrounded(further?: RunSurroundings): Pick<WorkerOptions, 'interceptors' | 'sinks'> {
  return {
    interceptors: {
      client: { workflow: [carryTrail, ...(further?.client ?? [])] },
      activity: [...(further?.activity ?? []), withTrail],
    },
    ...(further ? { sinks: further.sinks } : {}),
  };
}

const withTrail: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute(input, next) {
      const { workflowId } = info.workflowExecution ?? {};
      return onTrail({ ...carriedTrail(input.headers), ...(workflowId ? { workflowId } : {}) }, () => next(input));
    },
  },
});
