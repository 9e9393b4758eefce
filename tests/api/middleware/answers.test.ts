import { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import express from 'express';
import { listen } from '../../../api/listen.ts';
import { compressed } from '../../../api/middleware/compressed.ts';
import { cors } from '../../../api/middleware/cors.ts';
import { readEnv } from '../../../config/env.ts';
import { rawRequest, readRaw } from '../raw-request.ts';

/** What stands before the routes, and a few of them, served as the process serves. */
const allowed = 'https://erp.example.com';
let server: Server;
let url: string;
beforeAll(async () => {
  const app = express();
  app.use(cors([allowed, 'http://localhost:5173']));
  app.use(compressed());
  app.get('/list', (_req, res) => void res.json(Array(100).fill({ id: 'documento', status: 'AUTHORIZED' })));
  app.get('/short', (_req, res) => void res.json({ ok: true }));
  app.get('/pdf', (_req, res) => void res.type('application/pdf').send(Buffer.alloc(4_000, 'a')));
  app.get('/zip', (_req, res) => void res.type('application/zip').send(Buffer.alloc(4_000, 'a')));
  app.get('/stream', (_req, res) => {
    res.type('application/xml').write('<a/>'.repeat(1_000));
    res.end();
  });
  server = await listen(app, { host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

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

test('a preflight of an origin that is named is answered, and what is read of answers is exposed', async () => {
  const preflight = await fetch(`${url}/list`, {
    method: 'OPTIONS',
    headers: { origin: allowed, 'access-control-request-method': 'POST', 'access-control-request-headers': 'idempotency-key' }, // prettier-ignore
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(allowed);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  const answer = await fetch(`${url}/short`, { headers: { origin: allowed } });
  expect(answer.headers.get('access-control-allow-origin')).toBe(allowed);
  for (const name of ['RateLimit-Remaining', 'Retry-After', 'Idempotent-Replayed', 'X-Request-Id'])
    expect(answer.headers.get('access-control-expose-headers')).toContain(name);
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
});

test.each(['https://erp.example.com.evil.com', 'http://erp.example.com', 'null', 'https://erp.example.com:8443'])(
  'the origin %s is not allowed, and caches keep answers apart',
  async (origin) => {
    const answer = await fetch(`${url}/short`, { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('vary')).toContain('Origin');
  },
);

test.each([
  '*',
  'https://a.example.com,*',
  'https://a.example.com/',
  'erp.example.com',
  'ftp://a.example.com',
  'https://a.example.com,',
])('the setting LAVRA_CORS_ORIGINS=%s stops the process with a sentence', (value) => {
  expect(() => readEnv({ LAVRA_CORS_ORIGINS: value })).toThrow(/LAVRA_CORS_ORIGINS/);
  expect(() => readEnv({ LAVRA_CORS_ORIGINS: value })).toThrow(/must be origins with commas between/);
});

test('origins are read as they are written, and none is the rule', () => {
  expect(readEnv({}).corsOrigins).toEqual([]);
  const origins = ['https://a.example.com', 'http://localhost:5173'];
  expect(readEnv({ LAVRA_CORS_ORIGINS: origins.join(', ') }).corsOrigins).toEqual(origins);
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
