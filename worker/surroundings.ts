import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { ActivityInterceptorsFactory, WorkerOptions } from '@temporalio/worker';
import { carriedLogFields, carryLogFields } from '../temporal/carried-log-fields.ts';
import { withLogFields } from '../telemetry/log-fields.ts';

/** What surrounds runs and activities besides the fields of their log: traces, where they are on. */
export type RunSurroundings = {
  client: WorkflowClientInterceptor[];
  activity: ActivityInterceptorsFactory[];
  sinks: NonNullable<WorkerOptions['sinks']>;
};

/** Options of a worker in which every activity has the log fields of the request that caused its run, and leaves it to the runs that it starts. */
export function surrounded(further?: RunSurroundings): Pick<WorkerOptions, 'interceptors' | 'sinks'> {
  return {
    interceptors: {
      client: { workflow: [carryLogFields, ...(further?.client ?? [])] },
      activity: [...(further?.activity ?? []), withTrail],
    },
    ...(further ? { sinks: further.sinks } : {}),
  };
}

const withTrail: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute(input, next) {
      const { workflowId } = info.workflowExecution ?? {};
      return withLogFields({ ...carriedLogFields(input.headers), ...(workflowId ? { workflowId } : {}) }, () =>
        next(input),
      );
    },
  },
});
