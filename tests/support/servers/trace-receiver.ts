import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import protobuf from 'protobufjs';

/** A span as it arrived; ids in hexadecimal, `parentId` '' for a root. */
export type ReceivedSpan = {
  name: string;
  traceId: string;
  id: string;
  parentId: string;
  service: string;
  attributes: Record<string, string>;
};

type Attribute = { key: string; value?: { stringValue?: string; intValue?: string; boolValue?: boolean } };
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes?: Attribute[] }[];
    }[];
  }[];
};

/** The fields of `opentelemetry/proto/collector/trace/v1` (opentelemetry-proto 1.7) that tests read, with their numbers. */
const request = protobuf
  .parse(
    `syntax = "proto3";
    message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
    message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
    message Resource { repeated KeyValue attributes = 1; }
    message ScopeSpans { repeated Span spans = 2; }
    message Span { bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; repeated KeyValue attributes = 9; }
    message KeyValue { string key = 1; AnyValue value = 2; }
    message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; } }`,
  )
  .root.lookupType('ExportTraceServiceRequest');

/** A receiver of OTLP over HTTP in protobuf, like a collector; it keeps the spans and their raw text. */
export async function traceReceiver() {
  const spans: ReceivedSpan[] = [];
  const server = createServer((message, answer) => {
    void buffer(message).then((body) => {
      if (message.url === '/v1/traces' && message.headers['content-type'] === 'application/x-protobuf') {
        spans.push(...read(body));
        answer.writeHead(200).end();
      } else answer.writeHead(415).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    spans,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
export type TraceReceiver = Awaited<ReturnType<typeof traceReceiver>>;

function read(body: Buffer): ReceivedSpan[] {
  const sent = request.toObject(request.decode(body), { bytes: String, longs: String }) as Sent;
  return sent.resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const { 'service.name': service = '' } = textsOf(resource.attributes);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId = '', attributes }) => ({
        name,
        traceId: hex(traceId),
        id: hex(spanId),
        parentId: hex(parentSpanId),
        service,
        attributes: textsOf(attributes),
      })),
    );
  });
}

const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

function textsOf(attributes: Attribute[] = []): Record<string, string> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue } = {} }) => [
      key,
      String(stringValue ?? intValue ?? boolValue ?? ''),
    ]),
  );
}
