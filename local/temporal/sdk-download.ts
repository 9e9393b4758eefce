import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { cached } from '../../machine/cache.ts';
import type { Log } from '../../machine/first-that-works.ts';
import { withProgress } from '../../machine/progress.ts';
import { reachable } from '../services/ports.ts';

const host = 'temporal.download';

/** The server programs that Temporal's SDK downloads by itself. */
export type DownloadedServer = 'dev-server' | 'time-skipping';

/** Where the program is kept: a folder of the cache, and its name there. */
type Place = { folder: string; file: string };

/**
 * Lets the SDK download a server program, once, and gives its path.
 *
 * @throws {Error} where its host cannot be reached
 */
export async function sdkDownload(
  server: DownloadedServer,
  { folder, file }: Place,
  { says, log }: { says: string; log: Log },
): Promise<string> {
  const step = (staging: string) => async (): Promise<void> =>
    rename(await download(server, staging), join(staging, file));
  await cached(folder, (staging) => withProgress(says, log, step(staging)));
  return join(folder, file);
}

/** The SDK has no way to download alone: the server is started and stopped. */
async function download(server: DownloadedServer, folder: string): Promise<string> {
  const executable = { type: 'cached-download', downloadDir: folder } as const;
  const isReachable = await reachable(host, 443);
  if (isReachable) {
    const environment = await (server === 'dev-server'
      ? TestWorkflowEnvironment.createLocal({ server: { executable } })
      : TestWorkflowEnvironment.createTimeSkipping({ server: { executable } }));
    await environment.teardown();
  }
  const [file] = await readdir(folder);
  if (file === undefined) throw new Error('o servidor de downloads do SDK não pôde ser alcançado');
  return join(folder, file);
}
