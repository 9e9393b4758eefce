import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, untilReady } from '../../../local/services/service.ts';
import { objectStoreProgram } from './object-store-program.ts';
import { reachable } from '../../../machine/reachable.ts';
import { machineSettings } from '../../../machine/settings.ts';
import { ownPorts } from './own-ports.ts';
import { createPart } from './part.ts';

const key = 'lavra-tests';
const readyWithinMs = 60_000;
const bucket = 'closings';

/** Whether a server that speaks S3 is on this machine, or can be built on it. */
export const hasObjectStore =
  spawnSync('go', ['version']).status === 0 ||
  machineSettings().objectStore !== undefined ||
  existsSync(join(machineSettings().cache, 'versitygw-1.8.0'));

export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>;

/** Starts a server that speaks S3 (versitygw) over a folder, with one bucket, and gives this process the key to it. */
export async function startObjectStore() {
  const program = await objectStoreProgram();
  const folder = await mkdtemp(join(tmpdir(), 'lavra-objects-'));
  await mkdir(join(folder, bucket));
  const [port = 0] = await ownPorts(1);
  const server = createPart(async () => {
    const service = startService({
      name: 'versitygw',
      program,
      args: ['--quiet', '--port', `127.0.0.1:${port}`, 'posix', folder],
      // Asked to end, it waits for connections that nobody uses any more.
      stopSignal: 'SIGKILL',
      env: { ...machineSettings().inherited, ROOT_ACCESS_KEY: key, ROOT_SECRET_KEY: key },
    });
    await untilReady(service, () => reachable('127.0.0.1', port), readyWithinMs);
    return service;
  });
  await server.start();
  useStoreKey(key, key);
  return {
    port,
    /** Kills the server, and starts it again over the same folder. */
    server,
    /** What a process has in its environment to speak to it. */
    env: { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: key },
    /** Where its objects lie: `<bucket>/<prefix>/<key>`, and the parts of uploads below `<bucket>/.sgwtmp`. */
    folder,
    bucket,
    /** The setting for it, or for what stands before it at another port. */
    url: (settings: { port?: number; bucket?: string } = {}): string => {
      const endpoint = encodeURIComponent(`http://127.0.0.1:${settings.port ?? port}`);
      return `s3://${settings.bucket ?? bucket}/lavra?endpoint=${endpoint}`;
    },
    async stop(): Promise<void> {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a step with another key than the server's. */
export async function withWrongKey<Result>(step: () => Promise<Result>): Promise<Result> {
  useStoreKey(key, 'another');
  try {
    return await step();
  } finally {
    useStoreKey(key, key);
  }
}

/** Gives this process a key: the SDK looks into the environment at its first request. */
export function useStoreKey(id: string, secret: string): void {
  process.env.AWS_ACCESS_KEY_ID = id;
  process.env.AWS_SECRET_ACCESS_KEY = secret;
}
