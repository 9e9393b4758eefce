import type { Headers, WorkflowInterceptors } from '@temporalio/workflow';
import { carriedHeaders } from '../temporal/names.ts';

/**
 * Passes the headers that started the run (the id of the request that caused it, its trace) on to the run's activities, its children and its
 * successor by continue-as-new. They add no command to the history: recorded histories replay with this interceptor and without it.
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
