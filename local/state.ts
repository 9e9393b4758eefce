import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failedWith } from '../machine/failure.ts';

/** The files and folders in `.lavra/`, by what they are. */
export function localState(home: string) {
  return {
    home,
    postgres: join(home, 'postgres'),
    temporal: join(home, 'temporal', 'temporal.db'),
    /** Written by the simulator beside what it registered. */
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
    /** Settings by which `npx lavra` reaches these parts. */
    environment: join(home, 'environment.json'),
    owner: join(home, 'owner.json'),
    logs: join(home, 'logs'),
  };
}

export type LocalState = ReturnType<typeof localState>;

/** The master key file, made on the first start: 32 random bytes in base64, readable by its owner alone. */
export async function ensureMasterKey(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!failedWith(error, 'EEXIST')) throw error;
  }
}

/** The content of a state file, `undefined` when there is none. */
export async function readState(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (failedWith(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Writes a state file in one piece, readable by its owner alone: a reader sees either all of it or none. */
export async function writeState(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, content, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

export async function removeState(file: string): Promise<void> {
  await rm(file, { force: true });
}
