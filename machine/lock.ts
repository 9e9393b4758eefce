import { open, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { failedWith } from './failure.ts';

const pollMs = 200;
const heartbeatMs = 2000;
const abandonedAfterMs = 15_000;

/**
 * Runs `task` while no other process of this machine runs one under the same lock file. The owner touches the file as
 * long as it lives, so that the lock of one that was killed is taken over after 15 seconds, whoever has its number now.
 */
export async function withLock<T>(file: string, task: () => Promise<T>): Promise<T> {
  while (!(await taken(file))) {
    if (await abandoned(file)) await rm(file, { force: true });
    else await setTimeout(pollMs);
  }
  const heartbeat = setInterval(() => void touch(file), heartbeatMs);
  try {
    return await task();
  } finally {
    clearInterval(heartbeat);
    await rm(file, { force: true });
  }
}

async function taken(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle.close();
    return true;
  } catch (error) {
    if (failedWith(error, 'EEXIST')) return false;
    throw error;
  }
}

async function abandoned(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > abandonedAfterMs;
}

async function touch(file: string): Promise<void> {
  await utimes(file, new Date(), new Date()).catch(() => undefined);
}
