import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exists } from '../../../machine/files.ts';
import { until } from '../../support/checks/until.ts';

let folder: string;
let parent: ChildProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-watchdog-'));
});
afterEach(async () => {
  parent?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** A program that ends at SIGINT, as PostgreSQL does, and leaves a file that says so. */
const orderly = `process.on('SIGINT', () => { require('fs').writeFileSync(process.argv[1], ''); process.exit() });`;
const stubborn = `process.on('SIGTERM', () => {});`;

test('services of a killed parent end, each by its own signal, and those that do not by KILL', async () => {
  const said = join(folder, 'said');
  const [first, second] = await parentOf([
    { args: [`${orderly} setInterval(() => {}, 1000); console.log('up')`, said], stopSignal: 'SIGINT' },
    { args: [`${stubborn} setInterval(() => {}, 1000); console.log('up')`] },
  ]);
  parent?.kill('SIGKILL');
  await until('the first has ended', async () => !runs(first));
  expect(await exists(said)).toBe(true);
  await until('the second has ended', async () => !runs(second));
});

test('a service that ended before its parent is nobody’s any more', async () => {
  const [first, second] = await parentOf([
    { args: [`console.log('up')`] },
    { args: [`setInterval(() => {}, 1000); console.log('up')`] },
  ]);
  await until('the first has ended', async () => !runs(first));
  expect(runs(second)).toBe(true);
  parent?.kill('SIGKILL');
  await until('the second has ended', async () => !runs(second));
});

type StartedProgram = { args: string[]; stopSignal?: NodeJS.Signals };

/** Starts a process that starts these programs as its services. @returns the ids of both services */
async function parentOf(asked: StartedProgram[]): Promise<[number, number]> {
  const service = pathToFileURL(resolve('local/services/service.ts')).href;
  const noted = join(folder, 'pids');
  const script = `
    import { startService } from '${service}';
    import { writeFileSync } from 'node:fs';
    const services = ${JSON.stringify(asked)}.map(({ args, stopSignal }, at) =>
      startService({ name: String(at), program: process.execPath, args: ['--eval', ...args], env: {}, stopSignal }));
    const look = setInterval(() => {
      if (!services.every((each) => each.lastLines().includes('up'))) return;
      clearInterval(look);
      writeFileSync('${noted}', JSON.stringify(services.map(({ pid }) => pid)));
    }, 20);
    setInterval(() => {}, 1000);`;
  parent = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
  await once(parent, 'spawn');
  return until('the services are up', async () => JSON.parse(await readFile(noted, 'utf8')) as [number, number]);
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
