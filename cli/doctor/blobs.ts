import { statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import type { Env } from '../../config/env.ts';
import { type Finding, findingsOf, within } from './finding.ts';

const patienceMs = 90_000;
/** A disk with less room is soon full: the ZIP of a large month needs twice its size while it is made. */
const littleBytes = 2 * 1024 ** 3;

/** Whether the store of large files takes a file, gives it back and removes it. */
export async function checkBlobs({ blobs: url }: Pick<Env, 'blobs'>): Promise<Finding[]> {
  const { ok, failure } = findingsOf('blobs');
  const where = placeOf(url);
  const blobs = openBlobs(url);
  const reason = await within(patienceMs, blobs.check()).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  blobs.close();
  if (reason === null) return [ok(`${where}: grava, lê e apaga`), ...(await checkRoom(url))];
  const mend = 'confira LAVRA_BLOBS, igual na API e no worker; os fechamentos esperam até 24 horas pelo conserto';
  return [failure(`${where}: ${reason}`, mend)];
}

async function checkRoom(url: string): Promise<Finding[]> {
  if (!isFolder(url)) return [];
  const { bavail, bsize } = await statfs(fileURLToPath(url));
  const free = bavail * bsize;
  if (free >= littleBytes) return [];
  const { warning } = findingsOf('blobs');
  return [warning(`só ${Math.floor(free / 1024 ** 2)} MiB livres`, 'libere espaço ou aumente o disco da pasta')];
}

function isFolder(url: string): boolean {
  return new URL(url).protocol === 'file:';
}

function placeOf(url: string): string {
  if (isFolder(url)) return fileURLToPath(url);
  const { hostname, pathname, searchParams } = new URL(url);
  return `s3://${hostname}${pathname} em ${searchParams.get('endpoint') ?? 'AWS'}`;
}
