import type { Headers, WorkflowInterceptors } from '@temporalio/workflow';
import { carriedHeaders } from '../temporal/names.ts';

/**
 * Hands what the start of a run carries (the id of the request that caused it, its trace) on to the run's activities, its children and the
 * run that follows it. Adds nothing to what a run decides: recorded histories replay with it and without it.
 */
export function interceptors(): WorkflowInterceptors {
  let carried: Headers = {};
  const withCarried = <Input extends { headers: Headers }>(input: Input): Input => ({
    ...input,
    headers: { ...carried, ...input.headers },
  });
  return {
    inbound: [
      {
        execute(input, next) {
          carried = Object.fromEntries(Object.entries(input.headers).filter(([name]) => carriedHeaders.includes(name)));
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(withCarried(input)),
        scheduleLocalActivity: (input, next) => next(withCarried(input)),
        startChildWorkflowExecution: (input, next) => next(withCarried(input)),
        continueAsNew: (input, next) => next(withCarried(input)),
      },
    ],
  };
}
