import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { deliveryHeaders } from '../../../domain/webhooks/signature.ts';

const launcher = fileURLToPath(new URL('../../../cli/lavra.js', import.meta.url));

/** Starts the real `lavra webhooks listen`. @returns its URL once it listens */
export async function listening(args: string[], settings: Record<string, string>, input = '') {
  const env = { HOME: homedir(), PATH: '/usr/local/bin:/usr/bin:/bin', ...settings };
  const child = spawn(process.execPath, [launcher, 'webhooks', 'listen', ...args], { env });
  child.stdin.end(input);
  const printed = text(child.stdout);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const told: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    told.push(line);
    if (line.startsWith('Ouvindo em')) break;
  }
  const url = /Ouvindo em (\S+\/)/.exec(told.at(-1) ?? '')?.[1];
  if (url === undefined) throw new Error(`it does not listen: ${told.join('\n')}`);
  return {
    url,
    told,
    interrupt: () => child.kill('SIGINT'),
    /** Closes the terminal (SIGHUP). */
    hangUp: () => child.kill('SIGHUP'),
    /** The lines that it printed, and its exit code. */
    async ended(): Promise<{ code: number | null; lines: string[] }> {
      const [code, out] = await Promise.all([exited, printed]);
      return { code, lines: out.split('\n').filter((line) => line !== '') };
    },
  };
}

/** POSTs an event signed as Lavra signs. @returns the status of the answer */
export async function send(
  url: string,
  event: { id: string; type: string; data: object },
  secret: string,
  body?: string,
) {
  const written = JSON.stringify({ createdAt: '2026-11-21T13:31:03.306Z', ...event });
  const message = { eventType: event.type, deliveryId: 'd-1', body: written, secret, at: new Date() };
  const headers = deliveryHeaders(message);
  const answer = await request(url, { method: 'POST', headers, body: body ?? written, reset: true });
  await answer.body.dump();
  return answer.statusCode;
}
