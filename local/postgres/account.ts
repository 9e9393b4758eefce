import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cached } from '../../machine/cache.ts';
import { command } from '../../machine/command.ts';

const everyonesFolder = '/var/tmp/lavra';

export type Account = { uid: number; gid: number };

/** The user that PostgreSQL runs as. It refuses to run as root, so root starts it as the user `postgres`, made if there is none. */
export async function postgresAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await lookUp();
  if (known) return known;
  await command('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  const made = await lookUp();
  if (!made)
    throw new Error('PostgreSQL: não foi possível criar o usuário postgres. Indique um servidor com DATABASE_URL.');
  return made;
}

async function lookUp(): Promise<Account | undefined> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const line = users.split('\n').find((user) => user.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/**
 * The folder itself or, where the account may not enter the folders above it (a clone in root's home), another folder of
 * this clone alone, in a place that everyone may enter. The folder above it is made if it is not there.
 */
export async function enterableFolder(folder: string, account: Account | undefined): Promise<string> {
  await mkdir(dirname(folder), { recursive: true });
  if (!account || (await mayPass(dirname(folder), account))) return folder;
  await mkdir(everyonesFolder, { recursive: true });
  await chmod(everyonesFolder, 0o755);
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  return join(everyonesFolder, `${basename(folder)}-${id}`);
}

/** The folder itself, or a copy of it where the account may enter. */
export async function enterableCopy(folder: string, account: Account | undefined): Promise<string> {
  const enterable = await enterableFolder(folder, account);
  if (enterable === folder) return folder;
  return cached(enterable, (staging) => cp(folder, staging, { recursive: true, verbatimSymlinks: true }));
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
