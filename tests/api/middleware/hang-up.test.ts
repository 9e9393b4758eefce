import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../support/checks/until.ts';
import { newCompany, sale } from '../fixture.ts';
import { startOwnApi, type OwnApi } from '../own-api.ts';
import { openSocket, readRaw } from '../raw-request.ts';

const mebibyte = 1024 * 1024;
const total = 300 * mebibyte;
/** The most that the API may take off the connection before it notices that the client is gone, kernel buffers included. */
const readAtMost = 12 * mebibyte;

let api: OwnApi;
let key: string;
/** The API's sides of the connections. */
const ends: Socket[] = [];
beforeAll(async () => {
  api = await startOwnApi();
  ({ key } = await newCompany(api.orm));
  api.server.on('connection', (socket) => ends.push(socket));
});
afterAll(() => api.close());

const announced = `Content-Length: ${total}`;
const chunked = 'Transfer-Encoding: chunked';
const packed = `Content-Encoding: gzip\r\n${chunked}`;

const floods = [
  { line: 'POST /v1/fiscal-documents', headers: announced, status: 413 },
  { line: 'POST /v1/fiscal-documents', headers: chunked, status: 413 },
  { line: 'POST /v1/fiscal-documents', headers: packed, status: 413 },
  { line: 'POST /v1/fiscal-documents', headers: announced, secret: 'ck_none', status: 401 },
  { line: 'POST /v1/nothing', headers: announced, status: 404 },
  { line: 'POST /v1/nothing', headers: chunked, status: 404 },
  { line: 'POST /v1/clients', headers: `${chunked}\r\nContent-Type: text/plain`, status: 415 },
  { line: 'GET /v1/fiscal-documents?environment=ALL', headers: announced, status: 200 },
];

test('a body of 300 MB that nobody reads ends the connection, and the response comes whole', async () => {
  const ended = await Promise.all(
    floods.map(async (request) => {
      const { answer, read } = await flood(request);
      return {
        ...{ ...request, status: answer.status, connection: answer.headers.get('connection') },
        isWhole: Buffer.byteLength(answer.body) === Number(answer.headers.get('content-length')),
        isReadToItsEnd: read > readAtMost,
      };
    }),
  );
  const expected = { connection: 'close', isWhole: true, isReadToItsEnd: false };
  expect(ended).toEqual(floods.map((asked) => ({ ...asked, ...expected })));
});

test('a client that slowly sends its whole body before it reads gets the 413 all the same', async () => {
  const pieces = Array.from({ length: 30 }, () => 'x'.repeat(100_000));
  const socket = await openSocket(api.url, { allowHalfOpen: true });
  socket.write(head('POST /v1/fiscal-documents', `Content-Length: ${pieces.join('').length}`));
  for (const piece of pieces) {
    await new Promise((sent, fail) => socket.write(piece, (error) => (error ? fail(error) : sent(null))));
    await setTimeout(20); // the response arrived long ago
  }
  socket.end();
  const text = Buffer.concat((await socket.toArray()) as Buffer[]).toString();
  expect(readRaw(text)).toMatchObject({ status: 413, body: expect.stringContaining('payload_too_large') });
});

test('the 413 does not wait for the rest of a body that never comes', async () => {
  const socket = await openSocket(api.url);
  socket.write(head('POST /v1/fiscal-documents', announced));
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(readRaw(first.toString())).toMatchObject({ status: 413 });
  socket.destroy();
});

test('a packed body is refused as soon as too much has come out of it', async () => {
  const bomb = gzipSync(Buffer.alloc(20 * mebibyte, ' '), { level: 1 });
  const socket = await openSocket(api.url);
  socket.write(head('POST /v1/fiscal-documents', `Content-Encoding: gzip\r\nContent-Length: ${bomb.length}`));
  socket.write(bomb.subarray(0, -8)); // the end of the archive is never sent
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(readRaw(first.toString())).toMatchObject({ status: 413 });
  socket.destroy();
});

test('a client that neither reads nor goes is left after seconds', async () => {
  const socket = await openSocket(api.url);
  socket.on('error', () => {});
  socket.pause();
  socket.write(head('POST /v1/fiscal-documents', announced));
  socket.write(Buffer.alloc(64 * mebibyte));
  const end = await endOf(socket);
  await until('the API has left', async () => end.destroyed);
  expect(end.bytesRead).toBeLessThan(readAtMost);
  socket.destroy();
});

test('a refused request with a small body leaves the connection open for the next', async () => {
  const socket = await openSocket(api.url);
  const body = JSON.stringify(sale());
  for (const line of ['POST /v1/nothing', 'PUT /v1/clients', 'POST /v1/fiscal-documents']) {
    socket.write(`${head(line, `Content-Length: ${Buffer.byteLength(body)}`)}${body}`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(readRaw(first.toString()).headers.get('connection')).toBe('keep-alive');
  }
  socket.destroy();
});

function head(line: string, headers: string, secret = key): string {
  const type = headers.includes('Content-Type') ? '' : 'Content-Type: application/json\r\n';
  return `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n${type}${headers}\r\n\r\n`;
}

/** Sends 300 MB while it reads. @returns what came back, and how much the API took off the connection */
async function flood({ line, headers, secret }: { line: string; headers: string; secret?: string }) {
  const socket = await openSocket(api.url, { allowHalfOpen: true });
  const end = await endOf(socket);
  const received: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => received.push(bytes));
  socket.on('error', () => {}); // the error of writing to a connection that the API has closed
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(head(line, headers, secret));
  const piece = headers === packed ? gzipSync(Buffer.alloc(64 * mebibyte, ' ')) : Buffer.alloc(64 * 1024, ' ');
  const framed = headers.includes('chunked')
    ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
    : piece;
  for (let sent = 0; sent < total && !socket.destroyed; sent += framed.length) {
    if (!socket.write(framed)) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
  }
  socket.end();
  await closed;
  return { answer: readRaw(Buffer.concat(received).toString()), read: end.bytesRead };
}

/** The API's side of a connection. */
const endOf = (socket: Socket): Promise<Socket> =>
  until('the API takes the connection', async () => ends.find(({ remotePort }) => remotePort === socket.localPort));
