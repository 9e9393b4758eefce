import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cached } from '../../machine/cache.ts';
import type { Account } from './account.ts';

const openFolder = '/var/tmp/lavra';

/**
 * The folder itself or, where the account may not pass through the folders above it (a clone in root's home), a folder
 * of the same clone's own in a place that everyone may enter. The folder above it is made if it is not there.
 */
export async function openPlace(folder: string, account: Account | undefined): Promise<string> {
  await mkdir(dirname(folder), { recursive: true });
  if (!account || (await mayPass(dirname(folder), account))) return folder;
  await mkdir(openFolder, { recursive: true });
  await chmod(openFolder, 0o755);
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  return join(openFolder, `${basename(folder)}-${id}`);
}

/** The folder itself, or a copy of it where the account may enter. */
export async function openCopy(folder: string, account: Account | undefined): Promise<string> {
  const place = await openPlace(folder, account);
  if (place === folder) return folder;
  return cached(place, (staging) => cp(folder, staging, { recursive: true, verbatimSymlinks: true }));
}

async function mayPass(folder: string, account: Account): Promise<boolean> {
  const found = await stat(folder);
  if ((found.mode & enterBit(found, account)) === 0) return false;
  return dirname(folder) === folder || mayPass(dirname(folder), account);
}

function enterBit(owner: Account, account: Account): number {
  if (owner.uid === account.uid) return 0o100;
  return owner.gid === account.gid ? 0o010 : 0o001;
}
