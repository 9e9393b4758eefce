import type { WorkflowClientInterceptor } from '@temporalio/client';
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry-v2';

/**
 * Gives each run that is about one thing the trace of the request that caused it. Actors, which a signal starts, outlive any request and begin traces
 * of their own.
 */
export function tracedStarts(): WorkflowClientInterceptor {
  const traced = new OpenTelemetryWorkflowClientInterceptor();
  return { startWithDetails: (input, next) => traced.startWithDetails(input, next) };
}
