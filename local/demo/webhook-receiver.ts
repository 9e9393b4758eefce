import { createHmac, timingSafeEqual } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

/** A delivery as it arrived: headers in lower case, the body not parsed. */
export type ReceivedWebhook = { headers: Record<string, string>; rawBody: string };

export type WebhookReceiver = {
  url: string;
  /** The first delivery of this event whose body contains all these texts, such as the id of a document; waits for it if it has not come. */
  arrived(event: string, says: string | string[], withinMs: number): Promise<ReceivedWebhook>;
  close(): Promise<void>;
};

/** Receives webhooks on the loopback address as an ERP would, and answers 204 to each. */
export async function webhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const arrivals = new EventEmitter();
  const server = createServer((message, answer) => {
    void read(message).then((webhook) => {
      received.push(webhook);
      answer.writeHead(204).end();
      arrivals.emit('webhook');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/webhooks/lavra`,
    async arrived(event, says, withinMs) {
      const signal = AbortSignal.timeout(withinMs);
      for (;;) {
        const found = received.find(
          ({ headers, rawBody }) =>
            headers['x-webhook-event'] === event && [says].flat().every((each) => rawBody.includes(each)),
        );
        if (found) return found;
        await once(arrivals, 'webhook', { signal }).catch((cause: unknown) => {
          throw new Error(`o webhook ${event} não chegou em ${withinMs / 1000} s`, { cause });
        });
      }
    },
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** Whether a delivery is signed with the endpoint's secret; a receiver must check that before it trusts the delivery. */
export function isSigned({ headers, rawBody }: ReceivedWebhook, secret: string): boolean {
  const parts = new URLSearchParams((headers['x-webhook-signature'] ?? '').replaceAll(',', '&'));
  const expected = createHmac('sha256', secret)
    .update(`${parts.get('t')}.${rawBody}`)
    .digest('hex');
  const signature = parts.get('v1') ?? '';
  return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
}

async function read(message: IncomingMessage): Promise<ReceivedWebhook> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return { headers: Object.fromEntries(headers), rawBody: Buffer.concat(chunks).toString('utf8') };
}
