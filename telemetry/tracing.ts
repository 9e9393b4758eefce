import type { Resource } from '@opentelemetry/resources';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';

/** The tracing of this process, which sends spans to a collector. */
export type Tracing = {
  /** For the spans of workflows, which cannot reach the process's own tracer. */
  processor: SpanProcessor;
  resource: Resource;
  /** Sends what is left. Never rejects: a collector that is away keeps no process from ending. */
  stop(): Promise<void>;
};

/**
 * Begins to send traces by OTLP (HTTP, protobuf). The libraries of OpenTelemetry are loaded here and nowhere else, and read the other standard
 * settings by themselves: `OTEL_EXPORTER_OTLP_*`, `OTEL_TRACES_SAMPLER*`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_SERVICE_NAME`, `OTEL_BSP_*`.
 *
 * @param serviceName used where `OTEL_SERVICE_NAME` is not set
 */
export async function startTracing({
  serviceName,
  version,
}: {
  serviceName: string;
  version: string;
}): Promise<Tracing> {
  const [{ NodeTracerProvider }, { BatchSpanProcessor }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
  ]);
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }));
  const processor = new BatchSpanProcessor(new OTLPTraceExporter());
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] });
  provider.register();
  return { processor, resource, stop: () => provider.shutdown().catch(() => {}) };
}
