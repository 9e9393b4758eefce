import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { issueA1 } from '../../simulator/certificates/a1.ts';
import { openAuthority } from '../../simulator/certificates/authority.ts';
import { all, code, send } from './support/client.ts';
import { askFor } from './support/distribution.ts';
import { lot, signedNote } from './support/note.ts';
import { consultation } from './support/requests.ts';

let state: string;
const spawned: ChildProcess[] = [];

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'simulator-process-'));
});
afterEach(async () => {
  for (const left of spawned.splice(0)) left.kill('SIGKILL');
  await rm(state, { recursive: true });
});

type Running = { process: ChildProcess; port: number; said: string };

function run(...options: string[]): Promise<Running> {
  const started = spawn(process.execPath, [
    'simulator/main.ts',
    '--port',
    '0',
    '--control-port',
    '0',
    '--state',
    state,
    ...options,
  ]);
  spawned.push(started);
  return new Promise((resolve) => {
    started.stdout.once('data', (line: Buffer) => {
      const said = line.toString('utf8');
      resolve({ process: started, port: Number(/https:\/\/localhost:(\d+)/.exec(said)?.[1]), said });
    });
  });
}

function ended({ process: running }: Running, signal: NodeJS.Signals): Promise<number | null> {
  running.kill(signal);
  return new Promise((resolve) => running.once('exit', (status) => resolve(status)));
}

test('notes that were answered are still registered after the process is killed', async () => {
  const authority = await openAuthority(state, ['localhost']);
  const certificate = await issueA1(authority, { taxId: '11222333000181' });
  const notes = Array.from({ length: 20 }, (_, i) => signedNote(certificate, { number: i + 1 }));

  const first = await run();
  const reach = (running: Running): { port: number; caPem: string } => ({
    port: running.port,
    caPem: authority.bundle,
  });
  const answers = await Promise.all(
    notes.map((note) => send(reach(first), { service: 'NfeAutorizacao', message: lot([note]), certificate })),
  );
  expect(new Set(answers.map(code))).toEqual(new Set([100]));
  await ended(first, 'SIGKILL');

  const second = await run();
  for (const [i, note] of notes.entries()) {
    const message = consultation(note.chNFe);
    const found = await send(reach(second), { service: 'NfeConsultaProtocolo', message, certificate });
    expect(all(found.body, 'nProt')).toEqual(all(answers[i]?.body ?? '', 'nProt'));
  }
  const next = signedNote(certificate, { number: 21 });
  const later = await send(reach(second), { service: 'NfeAutorizacao', message: lot([next]), certificate });
  const protocols = answers.flatMap(({ body }) => all(body, 'nProt'));
  expect(protocols).not.toContain(all(later.body, 'nProt')[0]);
  expect(await ended(second, 'SIGTERM')).toBe(0);
});

test('the process says in one line where it is to be found, and leaves at once when told to', async () => {
  const running = await run();
  expect(running.said).toMatch(/^autoridade simulada em .*controle em http:\/\/localhost:\d+.*ca\.pem\n$/);
  expect(await ended(running, 'SIGINT')).toBe(0);
});

test('the hour of the distribution is an option in seconds', async () => {
  const authority = await openAuthority(state, ['localhost']);
  const taxId = '11222333000181';
  const certificate = await issueA1(authority, { taxId });
  const { port } = await run('--distribution-wait', '1');
  const asked = async (): Promise<number> =>
    (await askFor({ port, caPem: authority.bundle }, { taxId, certificate, after: 0 })).cStat;
  expect(await asked()).toBe(137);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(await asked()).toBe(137);
});

test('an hour that is no number is refused', async () => {
  const refused = spawn(process.execPath, ['simulator/main.ts', '--state', state, '--distribution-wait', 'uma'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  spawned.push(refused);
  let said = '';
  refused.stderr.on('data', (text: Buffer) => (said += text.toString('utf8')));
  const status = await new Promise((resolve) => refused.once('close', resolve));
  expect([status, said]).toEqual([1, expect.stringContaining('informe um número de segundos')]);
});
