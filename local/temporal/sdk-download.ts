import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { reachable } from '../services/reachable.ts';

const host = 'temporal.download';

/** The server programs that Temporal's SDK downloads by itself. */
export type DownloadedServer = 'dev-server' | 'time-skipping';

/**
 * Lets the SDK download a server program into a folder and gives its path; `undefined` where its host cannot be reached.
 * The SDK has no way to download alone: the server is started and stopped.
 */
export async function sdkDownload(server: DownloadedServer, folder: string): Promise<string | undefined> {
  if (!(await reachable(host, 443))) return undefined;
  const executable = { type: 'cached-download', downloadDir: folder } as const;
  const environment = await (server === 'dev-server'
    ? TestWorkflowEnvironment.createLocal({ server: { executable } })
    : TestWorkflowEnvironment.createTimeSkipping({ server: { executable } }));
  await environment.teardown();
  const [file] = await readdir(folder);
  return file === undefined ? undefined : join(folder, file);
}
