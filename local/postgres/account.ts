import { readFile } from 'node:fs/promises';
import { command } from '../../machine/command.ts';

export type Account = { uid: number; gid: number };

/** As whom PostgreSQL runs: it refuses to be root, so that root starts it as the user `postgres`, made if there is none. */
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
