import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { exists } from './files.ts';
import { withLock } from './lock.ts';

/**
 * A folder of the user's cache, made once by `make` in a folder beside it and renamed into place when complete: what is
 * there is whole, also when the maker was killed or two processes wanted it at the same moment.
 */
export async function cached(folder: string, make: (staging: string) => Promise<void>): Promise<string> {
  if (await exists(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
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
