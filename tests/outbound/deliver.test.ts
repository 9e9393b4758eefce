import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { isGenuine } from '../../domain/webhooks/signature.ts';
import { createDeliverer, type Deliverer } from '../../outbound/deliver.ts';

const message = {
  eventType: 'webhook.ping',
  deliveryId: 'b1a7',
  body: '{"id":"evt_1","name":"São José"}',
  secret: 'whsec_test',
};
const measured = { durationMs: expect.any(Number), retryAfterSeconds: null };
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

test('a delivery is the raw body under the three headers, and their twins while those live', async () => {
  const at = new Date('2026-12-01T12:00:00Z');
  const received: { headers: Record<string, unknown>; body: string }[] = [];
  const url = await receiver((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.end('thanks');
    });
  });
  const outcome = await deliverer().deliver({ ...message, url, at });
  expect(outcome).toEqual({ ok: true, status: 200, body: 'thanks', error: null, ...measured });
  const [{ headers, body }] = received as [(typeof received)[0]];
  expect(body).toBe(message.body);
  expect(headers['x-webhook-event']).toBe('webhook.ping');
  expect(headers['x-webhook-delivery']).toBe('b1a7');
  expect(isGenuine(String(headers['x-webhook-signature']), { ...message, at })).toBe(true);
  expect(headers['x-service-signature']).toBe(headers['x-webhook-signature']);
});

test('after 2027-02-01 the legacy headers are not sent', async () => {
  let names: string[] = [];
  const url = await receiver((request, response) => {
    names = Object.keys(request.headers);
    response.end();
  });
  await deliverer().deliver({ ...message, url, at: new Date('2027-02-01T03:00:00Z') });
  expect(names.filter((name) => name.startsWith('x-')).sort()).toEqual([
    'x-webhook-delivery',
    'x-webhook-event',
    'x-webhook-signature',
  ]);
});

test.each([302, 307, 308])('a redirect (%i) is an answer other than 2xx and is not followed', async (status) => {
  let visits = 0;
  const url = await receiver((_request, response) => {
    visits += 1;
    response.writeHead(status, { location: url }).end();
  });
  const outcome = await deliverer().deliver({ ...message, url, at: new Date() });
  expect(outcome).toMatchObject({ ok: false, status });
  expect(visits).toBe(1);
});

test('the outcome says what the answer asks for in Retry-After, and how long the exchange took', async () => {
  const url = await receiver((_request, response) => {
    setTimeout(() => response.writeHead(503, { 'retry-after': '120' }).end(), 50);
  });
  const outcome = await deliverer().deliver({ ...message, url, at: new Date() });
  expect(outcome).toMatchObject({ ok: false, status: 503, retryAfterSeconds: 120 });
  expect(outcome.durationMs).toBeGreaterThanOrEqual(45);
});

test('an answer without end is read to 16 KiB and no further', async () => {
  const url = await receiver((_request, response) => {
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', write);
    write();
  });
  const { ok, body } = await deliverer().deliver({ ...message, url, at: new Date() });
  expect(ok).toBe(true);
  expect(body).toHaveLength(16 * 1024);
});

test('an answer that drips ends at the deadline', async () => {
  const url = await receiver((_request, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(drip));
  });
  const outcome = await deliverer(300).deliver({ ...message, url, at: new Date() });
  expect(outcome).toEqual({
    ok: false,
    status: 200,
    body: expect.stringMatching(/^x+$/),
    error: 'Sem resposta completa em 0.3 s.',
    ...measured,
  });
});

test('a receiver that never answers ends at the deadline', async () => {
  const url = await receiver(() => {});
  const outcome = await deliverer(300).deliver({ ...message, url, at: new Date() });
  expect(outcome).toMatchObject({ ok: false, status: null, error: 'Sem resposta completa em 0.3 s.' });
});

test.each([
  ['what is not HTTP', 'hello\r\n\r\n'],
  ['a header without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}`],
  ['nothing at all', ''],
])('%s is a failed delivery in words, not a crash', async (_what, answer) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  });
  const outcome = await deliverer().deliver({ ...message, url: await listen(server), at: new Date() });
  expect(outcome).toMatchObject({ ok: false, status: null, body: null });
  expect(outcome.error).toMatch(/\.$/);
});

test('a NUL in the answer does not reach the database', async () => {
  const url = await receiver((_request, response) => response.end('a\0b'));
  expect(await deliverer().deliver({ ...message, url, at: new Date() })).toMatchObject({ body: 'ab' });
});

test('without leave for local addresses, nothing is sent to this machine', async () => {
  let visits = 0;
  const url = await receiver((_request, response) => {
    visits += 1;
    response.end();
  });
  const guarded = createDeliverer({ allowLocal: false });
  closing.push(() => guarded.close());
  const outcome = await guarded.deliver({ ...message, url, at: new Date() });
  expect(outcome).toMatchObject({ ok: false, status: null });
  expect(outcome.error).toMatch(/endereço público/);
  expect(visits).toBe(0);
});

function deliverer(timeoutMs = 5_000): Deliverer {
  const made = createDeliverer({ allowLocal: true, timeoutMs });
  closing.push(() => made.close());
  return made;
}

function receiver(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer({}, answer);
  return listen(server);
}

function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      closing.push(() => {
        if ('closeAllConnections' in server) server.closeAllConnections();
        server.close();
      });
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`);
    });
  });
}
