import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

export type Attributes = Record<string, string | number | boolean | undefined>;

/** A span that is under way, as its work sees it. */
export type OpenSpan = {
  /** Adds what is known by now. */
  set(attributes: Attributes): void;
  /** It went wrong without an exception, in words. */
  fail(words: string): void;
};

export type SpanOptions = {
  attributes?: Attributes;
  /** What it is to the trace: an answer to a caller, a call to somebody else, or work of ours. */
  kind?: 'server' | 'client' | 'internal';
  /** The trace that it belongs to, as `traceparent` names it (W3C Trace Context); the one that is under way where it is absent. */
  parent?: string | null;
};

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Runs `work` in a span. While traces are off this only calls it. */
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

/** The trace that is under way, as a header names it (W3C Trace Context); null while there is none. */
export function traceparent(): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

/** The ids of the span that is under way, for lines of the log; nothing while there is none. */
export function spanIds(): { trace_id?: string; span_id?: string } {
  const ids = trace.getActiveSpan()?.spanContext();
  return ids ? { trace_id: ids.traceId, span_id: ids.spanId } : {};
}
