import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
} from '@temporalio/interceptors-opentelemetry-v2';
import type { Tracing } from '../telemetry/tracing.ts';
import { tracedStarts } from '../temporal/traced-starts.ts';
import type { RunTracing } from './worker.ts';

/** The interceptors and sinks that trace runs. This module is loaded only where tracing is on. */
export function tracedRuns({ processor, resource }: Tracing): RunTracing {
  return {
    client: [tracedStarts()],
    activity: [(context) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(context) })],
    sinks: { exporter: makeWorkflowExporter(processor, resource) },
  };
}
