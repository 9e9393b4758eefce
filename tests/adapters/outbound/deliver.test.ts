import { afterEach, beforeEach, expect, test } from 'vitest';
import { isGenuine } from '../../../domain/webhooks/signature.ts';
import { ownPorts } from '../../support/servers/own-ports.ts';
import { until } from '../../support/checks/until.ts';
import { delivery, openStage, type Stage } from './receivers.ts';

const measured = { durationMs: expect.any(Number), retryAfterSeconds: null };
let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(() => stage.close());

test('a delivery is the raw body under the three headers, and their older names while those live', async () => {
  const at = new Date('2026-12-01T12:00:00Z');
  const received: { headers: Record<string, unknown>; body: string }[] = [];
  const url = await stage.receiver((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.end('thanks');
    });
  });
  const sent = { ...delivery(url), at };
  expect(await stage.deliverer().deliver(sent)).toEqual({
    ok: true,
    status: 200,
    body: 'thanks',
    error: null,
    ...measured,
  });
  const [{ headers, body }] = received as [(typeof received)[0]];
  expect(body).toBe(sent.body);
  expect(headers['x-webhook-event']).toBe('document.authorized');
  expect(headers['x-webhook-delivery']).toBe('b1a7');
  expect(isGenuine(String(headers['x-webhook-signature']), sent)).toBe(true);
  expect(headers['x-service-signature']).toBe(headers['x-webhook-signature']);
});

test('after 2027-02-01 the legacy headers are not sent', async () => {
  let names: string[] = [];
  const url = await stage.receiver((request, response) => {
    names = Object.keys(request.headers);
    response.end();
  });
  await stage.deliverer().deliver({ ...delivery(url), at: new Date('2027-02-01T03:00:00Z') });
  expect(names.filter((name) => name.startsWith('x-')).sort()).toEqual([
    'x-webhook-delivery',
    'x-webhook-event',
    'x-webhook-signature',
  ]);
});

test.each([200, 201, 202, 204, 205, 226, 299])('%i is a delivery', async (status) => {
  const url = await stage.receiver((_request, response) => response.writeHead(status).end());
  expect(await stage.deliverer().deliver(delivery(url))).toMatchObject({ ok: true, status, body: '', error: null });
});

test.each([300, 304, 400, 401, 404, 410, 429, 500, 503, 599, 999])('%i is not', async (status) => {
  const url = await stage.receiver((_request, response) => response.writeHead(status).end());
  const error = `O endereço respondeu ${status}; esperava 2xx.`;
  expect(await stage.deliverer().deliver(delivery(url))).toMatchObject({ ok: false, status, error });
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) is an answer other than 2xx and is not followed',
  async (status) => {
    let visits = 0;
    const url = await stage.receiver((_request, response) => {
      visits += 1;
      response.writeHead(status, { location: url }).end('moved');
    });
    expect(await stage.deliverer().deliver(delivery(url))).toMatchObject({ ok: false, status, body: 'moved' });
    expect(visits).toBe(1);
  },
);

test('the outcome says what the answer asks for in Retry-After, and how long the exchange took', async () => {
  const url = await stage.receiver((_request, response) => {
    setTimeout(() => response.writeHead(503, { 'retry-after': '120' }).end(), 50);
  });
  const startedMs = performance.now();
  const outcome = await stage.deliverer().deliver(delivery(url));
  expect(outcome).toMatchObject({ ok: false, status: 503, retryAfterSeconds: 120 });
  expect(outcome.durationMs).toBeGreaterThanOrEqual(45);
  expect(outcome.durationMs).toBeLessThanOrEqual(Math.ceil(performance.now() - startedMs));
});

test('hints before the answer are passed over', async () => {
  const url = await stage.receiver((_request, response) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.end('ok');
  });
  expect(await stage.deliverer().deliver(delivery(url))).toMatchObject({ ok: true, status: 200, body: 'ok' });
});

test('an answer that drips ends at the deadline, and what came is kept', async () => {
  const url = await stage.receiver((_request, response) => {
    response.writeHead(200).write('x');
    const drip = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(drip));
  });
  const deliverer = stage.deliverer({ timeoutMs: 300 });
  const outcome = await until('an answer that begins within the deadline', async () => {
    const tried = await deliverer.deliver(delivery(url));
    return tried.body ? tried : null;
  });
  expect(outcome).toEqual({
    ok: false,
    status: 200,
    body: expect.stringMatching(/^x+$/),
    error: 'Sem resposta completa em 0.3 s.',
    ...measured,
  });
});

test('a receiver that never answers ends at the deadline', async () => {
  const url = await stage.receiver(() => {});
  const outcome = await stage.deliverer({ timeoutMs: 300 }).deliver(delivery(url));
  expect(outcome).toMatchObject({ ok: false, status: null, body: null, error: 'Sem resposta completa em 0.3 s.' });
  expect(outcome.durationMs).toBeLessThan(9_000);
});

test('a receiver that is away is reported as such', async () => {
  const [port] = await ownPorts(1);
  const outcome = await stage.deliverer().deliver(delivery(`http://127.0.0.1:${port}/hook`));
  expect(outcome).toMatchObject({ ok: false, status: null, error: 'O endereço recusou a conexão.' });
});

test('an answer that breaks off is not a delivery, and what came is kept', async () => {
  const url = await stage.rawReceiver('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
  const error = 'A conexão foi encerrada antes do fim da resposta.';
  expect(await stage.deliverer().deliver(delivery(url))).toMatchObject({ ok: false, status: 200, body: 'half', error });
});
