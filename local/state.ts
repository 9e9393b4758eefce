import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { types } from 'node:util';
import { failedWith } from '../machine/command.ts';

/** The paths of the files and folders in `.lavra/`. */
export function localState(home: string) {
  return {
    home,
    postgres: join(home, 'postgres'),
    temporal: join(home, 'temporal', 'temporal.db'),
    /** The simulator writes it beside its data. */
    authorityCa: join(home, 'simulator', 'ca.pem'),
    masterKey: join(home, 'master.key'),
    demoKey: join(home, 'demo.key'),
    buyerKey: join(home, 'buyer.key'),
    officeKey: join(home, 'office.key'),
    /** The mails that were sent, one `.eml` file each. */
    mail: join(home, 'mail'),
    /** The ZIPs of closings. */
    blobs: join(home, 'blobs'),
    running: join(home, 'running.json'),
    /** Settings by which `npx lavra` reaches this installation. */
    environment: join(home, 'environment.json'),
    owner: join(home, 'owner.json'),
    logs: join(home, 'logs'),
  };
}

export type LocalState = ReturnType<typeof localState>;

/** Creates the master key file at the first start: 32 random bytes in base64, readable by its owner alone. */
export async function ensureMasterKey(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!failedWith(error, 'EEXIST')) throw error;
  }
}

/** The content of a state file; `undefined` where there is none. */
export async function readState(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (failedWith(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Writes a state file, readable by its owner alone, in one step: a reader sees either all of it or none. */
export async function writeState(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, content, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

export async function removeState(file: string): Promise<void> {
  await rm(file, { force: true });
}

const ofOthers = 0o077;
const sticky = 0o1000;

/**
 * Closes the state to other users: what is there, even where an earlier version left it open, and whatever this process and its children will
 * write. The state contains the keys, the documents and the demo's secrets.
 *
 * @throws {Error} naming LAVRA_HOME, where this user may not write there
 */
export async function closeToOthers(state: LocalState): Promise<void> {
  await makeUsable(state.home);
  process.umask(ofOthers);
  await closeHome(state.home);
  // Only what local mode writes: LAVRA_HOME may name a folder that contains other things. PostgreSQL keeps its own folder closed.
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

/**
 * The mode of the state folder. PostgreSQL does not run as root: started by root, it runs as another user, who has to pass through the folder to
 * reach its data.
 */
function homeMode(): number {
  return process.getuid?.() === 0 ? 0o711 : 0o700;
}

/** Closes the folder, unless it belongs to another user, or to everybody as the system's temporary folder does. */
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
