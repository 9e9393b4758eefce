import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startProgram } from '../../../local/services/program.ts';
import { untilReady } from '../../../local/services/service.ts';
import { localSettings } from '../../../local/settings.ts';
import { ownPorts } from './own-ports.ts';

const readyWithinMs = 120_000;

/**
 * Has Node cache the compiled code of our programs in `folder`/code, so that they start in two thirds of the time. Node writes the cache when a
 * program exits by itself, and tests kill theirs: so this first runs each until it is up, and ends it in order. They reach neither a database nor
 * Temporal. What is in the cache is never written again, also where a later program compiled more functions of a module: so they must not
 * only be loaded.
 */
export async function keepCompiledCode(folder: string, schemas: Promise<string>): Promise<void> {
  process.env.NODE_COMPILE_CACHE = join(folder, 'code');
  const [nobody, port] = await ownPorts(2);
  const database = `postgres://lavra@127.0.0.1:${nobody}/lavra`;
  const env = {
    ...localSettings().inherited,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: database,
    DATABASE_API_URL: database,
    DATABASE_WORKER_URL: database,
    TEMPORAL_ADDRESS: `127.0.0.1:${nobody}`,
    LAVRA_MASTER_KEY: Buffer.alloc(32).toString('base64'),
    LAVRA_SCHEMAS: await schemas,
    LAVRA_API_PORT: String(port),
    LAVRA_METRICS_PORT: '0',
    LAVRA_BLOBS: pathToFileURL(join(folder, 'blobs')).href,
    PUPPETEER_EXECUTABLE_PATH: '',
    LAVRA_LOG_LEVEL: 'info', // their lines say when they are up
  };
  const logs = join(folder, 'logs');
  await runUntil('cannot be reached yet', { name: 'worker', script: 'worker/server.ts', env, logs });
  await runUntil('API is ready', { name: 'API', script: 'api/server.ts', env, logs });
  await load('../../../simulator/index.ts');
}

async function runUntil(sentence: string, program: Parameters<typeof startProgram>[0]): Promise<void> {
  const service = await startProgram(program);
  await untilReady(service, async () => service.lastLines().some((line) => line.includes(sentence)), readyWithinMs);
  await service.stop();
}

async function load(path: string): Promise<void> {
  const code = `await import('${new URL(path, import.meta.url).href}'); process.exit();`;
  const args = ['--input-type=module', '--eval', code];
  await once(spawn(process.execPath, args, { stdio: 'ignore', timeout: readyWithinMs }), 'exit');
}
