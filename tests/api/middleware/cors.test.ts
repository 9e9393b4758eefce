import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cors } from '../../../api/middleware/cors.ts';
import { readEnv } from '../../../config/env.ts';

const allowed = 'https://erp.example.com';
const app = express();
app.use(cors([allowed, 'http://localhost:5173']));
app.get('/short', (_req, res) => void res.json({ ok: true }));
const server = app.listen(0, '127.0.0.1');
let url: string;
beforeAll(async () => {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('a preflight of an origin that is named is answered, and what is read of answers is exposed', async () => {
  const preflight = await fetch(`${url}/short`, {
    method: 'OPTIONS',
    headers: { origin: allowed, 'access-control-request-method': 'POST', 'access-control-request-headers': 'idempotency-key' }, // oxfmt-ignore
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
