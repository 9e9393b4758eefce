import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

export type Attributes = Record<string, string | number | boolean | undefined>;

/** The current span, as the code that runs in it sees it. */
export type OpenSpan = {
  /** Adds attributes. */
  set(attributes: Attributes): void;
  /** Marks the span as failed although nothing is thrown; `words` say why. */
  fail(words: string): void;
};

export type SpanOptions = {
  attributes?: Attributes;
  /** An answer to a caller (`server`), a call to somebody else (`client`), or our own work (`internal`). */
  kind?: 'server' | 'client' | 'internal';
  /** The parent as `traceparent` names it (W3C Trace Context); the current span when absent. */
  parent?: string | null;
};

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Runs `work` in a span. While tracing is off this only calls `work`. */
export function inSpan<Result>(
  name: string,
  { attributes = {}, kind = 'internal', parent }: SpanOptions,
  work: (span: OpenSpan) => Promise<Result>,
): Promise<Result> {
  const above = parent ? propagation.extract(context.active(), { traceparent: parent }) : context.active();
  return trace.getTracer('lavra').startActiveSpan(name, { kind: kinds[kind], attributes }, above, async (span) => {
    try {
      return await work(spanned(span));
    } catch (error) {
      span.recordException(error instanceof Error ? error : String(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

function spanned(span: Span): OpenSpan {
  return {
    set: (attributes) => void span.setAttributes(attributes),
    fail: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
  };
}

/** The current trace as a `traceparent` header (W3C Trace Context); null where there is none. */
export function traceparent(): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

/** The ids of the current span, for log lines; empty where there is none. */
export function spanIds(): { trace_id?: string; span_id?: string } {
  const ids = trace.getActiveSpan()?.spanContext();
  return ids ? { trace_id: ids.traceId, span_id: ids.spanId } : {};
}
