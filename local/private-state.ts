import { access, chmod, constants, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { types } from 'node:util';
import { failedWith } from '../machine/failure.ts';
import type { LocalState } from './state.ts';

const ofOthers = 0o077;
const sticky = 0o1000;

/**
 * Closes the state to other users: what is there, also from a version that left it open, and whatever this process and those that it
 * starts will write. The state has the keys, the documents and the demo's secrets.
 *
 * @throws {Error} naming LAVRA_HOME, where this user may not write there
 */
export async function closeToOthers(state: LocalState): Promise<void> {
  await makeUsable(state.home);
  process.umask(ofOthers);
  await closeHome(state.home);
  // Only what local mode writes: LAVRA_HOME may name a folder that has other things. PostgreSQL keeps its own folder closed.
  const { temporal, authorityCa, logs, mail, masterKey, demoKey, buyerKey, officeKey } = state;
  const folders = [dirname(temporal), dirname(authorityCa), logs, mail];
  const files = [masterKey, demoKey, buyerKey, officeKey, state.running, state.environment, state.owner];
  for (const path of [...folders, ...files]) await close(path);
}

async function makeUsable(home: string): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: homeMode() });
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = types.isNativeError(cause) && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new Error(
      `A pasta do estado, ${home}, não pode ser usada${code}: é de outro usuário, ou não é uma pasta. Escolha outra com LAVRA_HOME.`,
      { cause },
    );
  }
}

/** PostgreSQL does not run as root: started by root, it passes as another user through the folder to its data. */
function homeMode(): number {
  return process.getuid?.() === 0 ? 0o711 : 0o700;
}

/** Not where it belongs to another user, or to all as the system's temporary folder does. */
async function closeHome(home: string): Promise<void> {
  const { mode, uid } = await stat(home);
  if (uid === process.getuid?.() && (mode & sticky) === 0) await chmod(home, mode & homeMode());
}

async function close(path: string): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    if (failedWith(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (!found || found.isSymbolicLink()) return;
  if ((found.mode & ofOthers) !== 0) await chmod(path, found.mode & 0o700);
  if (found.isDirectory()) for (const name of await readdir(path)) await close(join(path, name));
}
