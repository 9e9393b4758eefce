import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { listenForBounces } from '../../../adapters/mail/bounce-server.ts';

const host = '127.0.0.1';
const megabyte = `${'x'.repeat(1022)}\r\n`.repeat(1024);
let server: Awaited<ReturnType<typeof listenForBounces>>;
let taken: number[] = [];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

afterEach(() => server.close());

async function listening(lastsMs?: number): Promise<void> {
  taken = [];
  server = await listenForBounces(
    { host, port: 0, ...(lastsMs === undefined ? {} : { lastsMs }) },
    { isOurs: () => true, take: async (raw) => void taken.push(raw.length), onError: () => undefined },
  );
}

/** A client that sends any lines; `told` sends one and returns the code of the next answer. */
async function client(): Promise<{ socket: Socket; told: (line?: string) => Promise<number> }> {
  const socket = connect(server.port, host);
  socket.on('error', () => undefined);
  const answers: string[] = [];
  socket.on('data', (data) =>
    answers.push(
      ...String(data)
        .split('\r\n')
        .filter((line) => /^\d{3} /.test(line)),
    ),
  );
  const told = async (line?: string): Promise<number> => {
    if (line !== undefined) socket.write(`${line}\r\n`);
    while (answers.length === 0) await once(socket, 'data');
    return Number(answers.shift()?.slice(0, 3));
  };
  expect(await told()).toBe(220);
  expect(await told('EHLO mail.example')).toBe(250);
  expect(await told('MAIL FROM:<>')).toBe(250);
  expect(await told('RCPT TO:<retorno+1@example.com>')).toBe(250);
  expect(await told('DATA')).toBe(354);
  return { socket, told };
}

test('more than a bounce can have is read to its end, kept nowhere, and refused', async () => {
  await listening();
  const { socket, told } = await client();
  const held = (): number => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const before = held();
  for (let sent = 0; sent < 60; sent += 1) if (!socket.write(megabyte)) await once(socket, 'drain');
  // V8 frees collected memory on another thread, which under load takes a while.
  await expect.poll(() => held() - before, { timeout: 60_000 }).toBeLessThan(20 * 1024 * 1024);
  expect(await told('.')).toBe(552);
  expect(taken).toEqual([]);
  socket.destroy();
});

test('a connection that goes on and on is ended, and what it began is not taken', async () => {
  await listening(300);
  const { socket } = await client();
  const writing = setInterval(() => socket.write('x\r\n'), 20);
  // A line that is sent at the very end is answered by a reset, which `once` would throw.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(writing);
  expect(taken).toEqual([]);
});
