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

/** Whether this machine has a server that speaks S3, or can build one. */
export const hasObjectStore =
  spawnSync('go', ['version']).status === 0 ||
  machineSettings().objectStore !== undefined ||
  existsSync(join(machineSettings().cache, 'versitygw-1.8.0'));

export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>;

/** Starts a server that speaks S3 (versitygw) over a folder, with one bucket, and sets its key in this process's environment. */
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
      // SIGTERM would make it wait for connections that nobody uses any more.
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
    /** The server, which can be killed and started again over the same folder. */
    server,
    /** The environment variables that a process needs to use the store. */
    env: { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: key },
    /** The folder of its objects: `<bucket>/<prefix>/<key>`; parts of uploads are below `<bucket>/.sgwtmp`. */
    folder,
    bucket,
    /** The setting (LAVRA_BLOBS) for the store, or for a proxy before it at another port. */
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

/** Runs a step with a key that the server does not know. */
export async function withWrongKey<Result>(step: () => Promise<Result>): Promise<Result> {
  useStoreKey(key, 'another');
  try {
    return await step();
  } finally {
    useStoreKey(key, key);
  }
}

/** Sets the S3 key in this process's environment, which the SDK reads at its first request. */
export function useStoreKey(id: string, secret: string): void {
  process.env.AWS_ACCESS_KEY_ID = id;
  process.env.AWS_SECRET_ACCESS_KEY = secret;
}
