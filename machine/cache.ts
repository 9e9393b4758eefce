import { access, chmod, constants, mkdir, mkdtemp, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { types } from 'node:util';
import { failedWith, message } from './command.ts';
import { exists } from './files.ts';

const pollMs = 200;
const heartbeatMs = 2000;
const abandonedAfterMs = 15_000;

/**
 * A folder of the user's cache. `make` fills a folder beside it, which is renamed into place when complete: so the folder is always whole, also when
 * its maker was killed or two processes wanted it at the same moment.
 *
 * @throws CacheUnwritable
 */
export async function cached(folder: string, make: (staging: string) => Promise<void>): Promise<string> {
  if (await exists(folder)) return folder;
  await writable(dirname(folder));
  return withLock(`${folder}.lock`, async () => {
    if (await exists(folder)) return folder;
    const staging = await mkdtemp(`${folder}.part-`);
    try {
      await make(staging);
      await chmod(staging, 0o755);
      await rename(staging, folder);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
    return folder;
  });
}

/** The user's cache cannot be written to; it ends the search for a part, because every other way to get one needs the cache, too. */
export class CacheUnwritable extends Error {
  constructor(folder: string, cause: unknown) {
    const code = types.isNativeError(cause) && 'code' in cause ? String(cause.code) : message(cause);
    super(
      `Não é possível gravar na pasta de cache ${folder} (${code}): acerte a permissão, ou escolha outra com XDG_CACHE_HOME.`,
      {
        cause,
      },
    );
    this.name = 'CacheUnwritable';
  }
}

async function writable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new CacheUnwritable(folder, cause);
  }
}

/**
 * Runs `task` while no other process of this machine runs one under the same lock file. The owner touches the file as long as it lives, so that
 * others take over the lock of a killed owner after 15 seconds, even where another process has got its id.
 */
async function withLock<T>(file: string, task: () => Promise<T>): Promise<T> {
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
