import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import otlp from '@opentelemetry/otlp-transformer/build/src/generated/root.js';

/** A span as it came; ids in hexadecimal, `parentId` '' of a root. */
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

/** What the generated code has beside what its declarations say. */
type Generated = {
  opentelemetry: { proto: { collector: { trace: { v1: { ExportTraceServiceRequest: MessageType } } } } };
};
type MessageType = { decode(bytes: Buffer): object; toObject(message: object, options: object): unknown };

const { ExportTraceServiceRequest: request } = (otlp as unknown as Generated).opentelemetry.proto.collector.trace.v1;

/** A receiver of OTLP over HTTP in protobuf, as a collector is one, that keeps the spans and their raw text. */
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
