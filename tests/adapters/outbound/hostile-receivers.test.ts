import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeliverer, type DeliveryOutcome } from '../../../adapters/outbound/deliver.ts';
import { delivery, openStage } from './receivers.ts';

type Report = { outcomes: (Omit<DeliveryOutcome, 'body'> & { url: string; keptBytes: number })[]; grownBytes: number };

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;
const bomb = gzipSync(Buffer.alloc(200_000_000), { level: 1 });
/** Answers that begin with the first text and repeat the second without end, as fast as it is read. */
const floods: Record<string, [begins: string, goesOn: string | Buffer]> = {
  body: [`${ok}\r\n`, 'x'.repeat(65_536)],
  sized: [`${ok}content-length: 200000000\r\n\r\n`, 'x'.repeat(65_536)],
  bomb: [`${ok}content-encoding: gzip\r\n\r\n`, bomb],
  chunks: [chunked, '1\r\nx\r\n'.repeat(10_000)],
  extension: [`${chunked}1;`, 'x'.repeat(65_536)],
  trailers: [`${chunked}0\r\n`, 'x: y\r\n'.repeat(10_000)],
  reason: ['HTTP/1.1 200 ', 'x'.repeat(65_536)],
  headers: [ok, 'x: y\r\n'.repeat(10_000)],
  header: [`${ok}x: `, 'y'.repeat(65_536)],
  hints: ['', 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'.repeat(1_000)],
  lines: ['', '\r\n'.repeat(30_000)],
};
/** Answers that begin with the first text and repeat the second, a piece every 100 ms. */
const drips: Record<string, [begins: string, goesOn: string]> = {
  silence: ['', ''],
  body: [`${ok}\r\n`, 'x'],
  chunks: [chunked, '1\r\nx\r\n'],
  headers: [ok, 'x: y\r\n'],
  hints: ['', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
};
const stage = openStage();
let hostile: string;
beforeAll(async () => {
  hostile = await stage.socketReceiver((socket) => {
    socket.once('data', (request) => {
      const [, kind = '', name = ''] = /^POST \/(\w+)\/(\w+)/.exec(request.toString('latin1')) ?? [];
      if (kind === 'floods') flood(socket, floods[name]!);
      else drip(socket, drips[name]!);
    });
  });
});
afterAll(() => stage.close());

// The heap is small, so that a leak ends the process, and garbage does not look like growth.
test('floods end at once, with 16 KiB kept and memory that stays flat', async () => {
  const urls = Object.keys(floods).flatMap((name) => Array<string>(2).fill(new URL(`/floods/${name}`, hostile).href));
  const { outcomes, grownBytes } = await deliverAlone(urls);
  expect(outcomes).toHaveLength(urls.length * 4);
  const tooSlow = outcomes.filter(({ error }) => error === 'Sem resposta completa em 60 s.');
  const tooMuch = outcomes.filter(({ keptBytes }) => keptBytes > 16 * 1024);
  expect({ tooSlow, tooMuch }).toEqual({ tooSlow: [], tooMuch: [] });
  expect(grownBytes).toBeLessThan(20_000_000);
});

test('drips and silence end after ten seconds', async () => {
  const deliverer = createDeliverer({ allowLocal: true });
  const urls = Object.keys(drips).map((name) => new URL(`/drips/${name}`, hostile).href);
  const outcomes = await Promise.all(urls.map((url) => deliverer.deliver(delivery(url))));
  await deliverer.close();
  expect(new Set(outcomes.map(({ error }) => error))).toEqual(new Set(['Sem resposta completa em 10 s.']));
  const late = outcomes.filter(({ durationMs }) => durationMs < 9_990 || durationMs > 20_000);
  expect(late).toEqual([]);
});

function flood(socket: Socket, [begins, goesOn]: [string, string | Buffer]): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(goesOn));
  };
  socket.on('drain', write);
  socket.write(begins);
  write();
}

function drip(socket: Socket, [begins, goesOn]: [string, string]): void {
  if (begins !== '') socket.write(begins);
  const dripping = setInterval(() => goesOn !== '' && socket.write(goesOn), 100);
  socket.once('close', () => clearInterval(dripping));
}

async function deliverAlone(urls: string[]): Promise<Report> {
  const program = resolve(import.meta.dirname, 'deliver-alone.ts');
  const args = ['--max-old-space-size=48', '--max-semi-space-size=1', program, ...urls];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Report;
}
