import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DomainError } from '../../domain/errors.ts';
import { drain } from '../../http/drain.ts';
import { until } from '../support/checks/until.ts';
import { newCompany } from './fixture.ts';
import { type OwnApi, startOwnApi } from './own-api.ts';

/** The body of the next answer. */
let content: Readable;
let api: OwnApi;
let key: string;
const agent = new Agent();

async function start(): Promise<void> {
  api = await startOwnApi({
    replaced: { getFiscalDocumentXml: async () => ({ type: 'application/xml', name: 'notas de março.xml', content }) },
  });
  key = (await newCompany(api.orm)).key;
}
beforeAll(start);
afterEach(() => expect(content.destroyed).toBe(true));
afterAll(async () => {
  agent.destroy();
  await api.close();
});

test('a file is sent with its type and name, byte for byte', async () => {
  const chunks = Array.from({ length: 200 }, (_, index) => Buffer.alloc(index * 37, index));
  content = Readable.from(chunks, { objectMode: false });
  const answer = await ask('whole');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/xml',
    'content-disposition': `attachment; filename="notas de mar?o.xml"; filename*=UTF-8''notas%20de%20mar%C3%A7o.xml`,
  });
  expect(Buffer.concat(await answer.toArray())).toEqual(Buffer.concat(chunks));
  expect(await logged('whole')).toMatchObject({ status: 200 });
});

test('an empty file is a file', async () => {
  content = Readable.from([]);
  const answer = await ask('empty');
  expect(answer.statusCode).toBe(200);
  expect(await answer.toArray()).toEqual([]);
});

test('a file of which only the headers are asked is not made any further', async () => {
  let made = 0;
  content = Readable.from(
    (function* () {
      for (; made < 64; made += 1) yield Buffer.alloc(mebibyte);
    })(),
  );
  const asked = request(`${api.url}${path}`, { method: 'HEAD', agent, headers: headers('head') }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(answer.headers).toMatchObject({ 'content-type': 'application/xml' });
  expect(await answer.toArray()).toEqual([]);
  expect(await logged('head')).toMatchObject({ status: 200 });
  await until('the source has ended', async () => content.destroyed);
  expect(made).toBeLessThan(32);
});

test('no more is made than the receiver takes', async () => {
  const size = 96 * mebibyte;
  let made = 0;
  let taken = 0;
  content = Readable.from(
    (function* () {
      for (; made < size; made += mebibyte) yield Buffer.alloc(mebibyte);
    })(),
  );
  for await (const chunk of await ask('slow')) {
    taken += (chunk as Buffer).length;
    // Sixteen mebibytes: the buffers on both sides and in the kernel.
    expect(made - taken).toBeLessThan(16 * mebibyte);
    await setImmediate();
  }
  expect(taken).toBe(size);
});

test('a client that goes ends the source, and is no fault of ours', async () => {
  content = endless();
  const answer = await ask('gone');
  await once(answer, 'data');
  answer.destroy();
  expect(await logged('gone')).toMatchObject({ status: 499 });
  await until('the source has ended', async () => content.destroyed);
  expect(await faults('gone')).toEqual([]);
});

test('a client that goes before the first byte ends the source too', async () => {
  content = new Readable({ read() {} });
  const asked = get(`${api.url}${path}`, { agent, headers: headers('early') });
  asked.on('error', () => {});
  await until('the source is asked', async () => content.listenerCount('readable') > 0);
  asked.destroy();
  expect(await logged('early')).toMatchObject({ status: 499 });
  await until('the source has ended', async () => content.destroyed);
  expect(await faults('early')).toEqual([]);
});

test('a source that fails midway cuts the connection, and is logged with the request', async () => {
  content = Readable.from(failingAfter(3));
  const answer = await ask('broken');
  await expect(answer.toArray()).rejects.toThrow('aborted');
  expect(await logged('broken')).toMatchObject({ status: 500, code: 'internal_error' });
  expect(await faults('broken')).toMatchObject([
    { message: 'an answer broke off', error: { message: 'the disk is full' } },
  ]);
});

test('a source that fails before its first byte is answered as any other fault', async () => {
  content = Readable.from(failingAfter(0));
  const fault = await ask('fault');
  expect(fault.statusCode).toBe(500);
  expect(JSON.parse(String(await fault.toArray()))).toMatchObject({ code: 'internal_error' });
  content = Readable.from(failingAfter(0, new DomainError('not_found', 'Não há notas neste mês.')));
  const refusal = await ask('refusal');
  expect({ status: refusal.statusCode, type: refusal.headers['content-type'] }).toEqual({
    status: 404,
    type: 'application/json; charset=utf-8',
  });
  expect(await logged('refusal')).toMatchObject({ status: 404, code: 'not_found' });
  expect([(await faults('fault')).length, (await faults('refusal')).length]).toEqual([1, 0]);
  await refusal.toArray();
});

test('at shutdown a short stream comes to its end, and a long one is cut', async () => {
  const short = pushed();
  const long = pushed();
  content = short;
  const shortAnswer = await ask('short');
  content = long;
  const longAnswer = await ask('long');
  const drained = drain(api.server, {
    noticeMs: 0,
    streamsMs: 200,
    deadlineMs: 120_000,
    cutStreams: () => api.cut.abort(),
  });
  short.push(null);
  expect(String(await shortAnswer.toArray())).toBe('<a>');
  await expect(longAnswer.toArray()).rejects.toThrow('aborted');
  await drained;
  expect([short.destroyed, long.destroyed]).toEqual([true, true]);
  expect(await logged('long')).toMatchObject({ status: 499 });
  expect(await faults('long')).toEqual([]);
});

test('what would begin to stream when streams are cut is asked to come again', async () => {
  await api.close();
  await start();
  api.cut.abort();
  content = pushed();
  const answer = await ask('late');
  expect(answer.statusCode).toBe(503);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(String(await answer.toArray()))).toMatchObject({ code: 'service_unavailable' });
});

const mebibyte = 1024 * 1024;
const path = '/v1/fiscal-documents/0/xml';

function headers(requestId: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'x-request-id': requestId };
}

async function ask(requestId: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(`${api.url}${path}`, { agent, headers: headers(requestId) }), 'response')) as [
    IncomingMessage,
  ];
  return answer;
}

/** The log line about a request's end, once it is there. */
async function logged(requestId: string): Promise<Record<string, unknown>> {
  const line = async () => (await api.logs()).find((log) => log.requestId === requestId && log.message === 'request');
  await until(`the end of ${requestId}`, async () => (await line()) !== undefined);
  return (await line()) ?? {};
}

async function faults(requestId: string): Promise<Record<string, unknown>[]> {
  return (await api.logs()).filter(
    (log) => log.requestId === requestId && log.level !== 'info' && log.message !== 'request',
  );
}

function endless(): Readable {
  return new Readable({
    read() {
      this.push(Buffer.alloc(1024));
    },
  });
}

/** A stream that has begun, and that the test feeds. */
function pushed(): Readable {
  const source = new Readable({ read() {} });
  source.push('<a>');
  return source;
}

function* failingAfter(chunks: number, error = new Error('the disk is full')): Generator<Buffer> {
  for (let index = 0; index < chunks; index += 1) yield Buffer.alloc(1024);
  throw error;
}
