import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { beforeAll, expect, test } from 'vitest';
import { readBody } from '../../http/bodies.ts';
import { drain } from '../../http/drain.ts';
import { compressed, connectionClose, originForm, requestContext } from '../../http/every-request.ts';
import { healthOf } from '../../http/health.ts';
import { listen } from '../../http/listen.ts';
import { isOwnForm, privateHeaders, inlineStyleDirective } from '../../http/private-pages.ts';
import { temporalAway } from '../api/own-api.ts';
import { rawRequest, readRaw } from '../api/raw-request.ts';
import { collectingLogger } from '../support/checks/collecting-logger.ts';
import { until } from '../support/checks/until.ts';

/** A process that serves pages, made only of what it shares with the API. */
const style = 'body { margin: 0 }';
const publicUrl = 'https://painel.example.com';
const stopping = new AbortController();
const logs: Record<string, unknown>[] = [];
const logger = collectingLogger(logs);
let isDatabaseUp = true;
let isStuck = false;
let server: Server;
let url: string;
beforeAll(async () => {
  const app = express();
  app.use(originForm);
  app.use(
    requestContext({
      logger,
      describe: (path) => ({ operation: path, isProbe: false, path, fields: { pageOf: 'a person' } }),
    }),
  );
  app.use(connectionClose(stopping.signal));
  app.use(compressed());
  app.get('/list', (_req, res) => void res.json(Array(100).fill({ id: 'documento', status: 'AUTHORIZED' })));
  app.get('/short', (_req, res) => void res.json({ ok: true }));
  app.get('/pdf', (_req, res) => void res.type('application/pdf').send(Buffer.alloc(4_000, 'a')));
  app.get('/zip', (_req, res) => void res.type('application/zip').send(Buffer.alloc(4_000, 'a')));
  app.get('/stream', (_req, res) => {
    res.type('application/xml').write('<a/>'.repeat(1_000));
    res.end();
  });
  const health = healthOf({
    ...{ version: '0.0.0-test', logger, stopping: stopping.signal },
    temporal: temporalAway(),
    pool: { isStuck: () => isStuck },
    isDatabaseUp: async () => isDatabaseUp,
    installation: async () => 'this one',
  });
  app.get('/health', (_req, res) => void res.json(health.liveness()));
  app.get('/health/ready', async (_req, res) => void res.json(await health.readiness()));
  app.use(privateHeaders([inlineStyleDirective(style), "script-src 'self'"]));
  app
    .route('/page')
    .get((_req, res) => void res.send(`<style>${style}</style>`))
    .post(async (req, res) => {
      if (!isOwnForm(req, publicUrl)) return void res.status(403).end();
      res.send((await readBody(req, 100)).toString());
    });
  server = await listen(app, { host: '127.0.0.1', port: 0, setting: 'LAVRA_PANEL_PORT' });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

test('a request has an id, its own where it sends one, and one line in the log with what its process knows', async () => {
  const answer = await fetch(`${url}/short`, { headers: { 'x-request-id': 'of-a-test' } });
  expect(answer.headers.get('x-request-id')).toBe('of-a-test');
  expect(
    (await fetch(`${url}/short`, { headers: { 'x-request-id': 'not acceptable' } })).headers.get('x-request-id'),
  ).toMatch(/^[\w-]{36}$/);
  await until('the line of the log', async () => logs.some(({ requestId }) => requestId === 'of-a-test'));
  expect(logs.filter(({ requestId }) => requestId === 'of-a-test')).toEqual([
    expect.objectContaining({
      ...{ level: 'info', message: 'request', method: 'GET', status: 200 },
      ...{ path: '/short', operation: '/short', pageOf: 'a person', durationMs: expect.any(Number) },
    }),
  ]);
});

test('an absolute address is taken for its path', async () => {
  const { status, body } = readRaw(
    await rawRequest(url, 'GET http://x/short HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  );
  expect({ status, body }).toEqual({ status: 200, body: '{"ok":true}' });
});

test('a page is nobody else’s, and loads nothing but what is named', async () => {
  const { headers } = await fetch(`${url}/page`);
  const hash = createHash('sha256').update(style).digest('base64');
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; script-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
  });
});

test.each([
  ['of the page itself', { 'sec-fetch-site': 'same-origin' }, 200],
  ['of a browser’s own', { 'sec-fetch-site': 'none' }, 200],
  ['of another site', { 'sec-fetch-site': 'cross-site', origin: publicUrl }, 403],
  ['of a neighbour below the same domain', { 'sec-fetch-site': 'same-site' }, 403],
  ['of no browser', {}, 200],
  ['of a page without referrer', { origin: 'null' }, 200],
  ['of the public address', { origin: publicUrl }, 200],
  ['of another origin', { origin: 'https://painel.example.com.evil.com' }, 403],
])('a form %s is answered %o with %i', async (_whose, headers, status) => {
  const answer = await fetch(`${url}/page`, { method: 'POST', headers, body: 'a=1' });
  expect(answer.status).toBe(status);
  if (status === 200) expect(await answer.text()).toBe('a=1');
});

test('health says what the process misses', async () => {
  const readiness = async () => (await fetch(`${url}/health/ready`)).json();
  const liveness = async () => (await fetch(`${url}/health`)).json();
  expect(await readiness()).toEqual({ status: 'ok', database: 'up', temporal: 'away' });
  isDatabaseUp = false;
  expect(await readiness()).toEqual({ status: 'error', database: 'down', temporal: 'away' });
  isDatabaseUp = true;
  expect(await liveness()).toEqual({ status: 'ok', version: '0.0.0-test', uptime: expect.any(Number) });
  isStuck = true;
  expect(await liveness()).toMatchObject({ status: 'error', reason: 'database_pool_stuck' });
});

test('a port that is taken names the setting of its process', async () => {
  const { port } = server.address() as AddressInfo;
  const taken = listen(express(), { host: '127.0.0.1', port, setting: 'LAVRA_PANEL_PORT' });
  await expect(taken).rejects.toThrow(`port ${port} is taken: set LAVRA_PANEL_PORT to another`);
});

test.each([
  ['/list', 'br, gzip', 'br'],
  ['/list', 'gzip', 'gzip'],
  ['/list', 'gzip;q=0.5, br;q=1', 'br'],
  ['/list', 'identity', null],
  ['/short', 'br, gzip', null],
  ['/pdf', 'br, gzip', null],
  ['/zip', 'br, gzip', null],
  ['/stream', 'br, gzip', null],
])('%s asked with Accept-Encoding: %s comes as %s', async (path, encodings, encoding) => {
  const answer = await fetch(`${url}${path}`, { headers: { 'accept-encoding': encodings } });
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  if (path === '/list' || path === '/short') expect(answer.headers.get('vary')).toContain('Accept-Encoding');
  if (path === '/list') expect(await answer.json()).toHaveLength(100);
});

test.each([
  ['headers that are too large', `GET /short HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['a request line that is none', 'HELLO\r\n\r\n', 400],
  ['a header that is none', 'GET /short HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', 400],
])('%s have the envelope of every error', async (_what, bytes, statusCode) => {
  const { status, headers, body } = readRaw(await rawRequest(url, bytes));
  expect(status).toBe(statusCode);
  expect(headers.get('content-type')).toContain('application/json');
  expect(headers.get('connection')).toBe('close');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(body));
  expect(JSON.parse(body)).toEqual({
    requestId: headers.get('x-request-id'),
    statusCode,
    error: expect.any(String),
    message: expect.stringMatching(/\.$/),
    code: 'validation_error',
  });
});

test('a process that stops says so to those who are still there, and ends with its last request', async () => {
  stopping.abort();
  expect((await fetch(`${url}/short`)).headers.get('connection')).toBe('close');
  expect(await (await fetch(`${url}/health/ready`)).json()).toMatchObject({ status: 'error' });
  await drain(server, { noticeMs: 1 });
  expect(server.listening).toBe(false);
});
