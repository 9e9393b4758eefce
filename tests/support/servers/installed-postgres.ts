import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../../../machine/files.ts';
import { localSettings } from '../../../local/settings.ts';

const needed = ['postgres', 'initdb', 'pg_dump', 'pg_restore', 'psql'];

/** Folder of the programs of a PostgreSQL that this machine has installed; undefined if there is none. */
export async function installedPostgres(): Promise<string | undefined> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch((): string[] => []);
  const folders = [...localSettings().searchPath, ...versions.map((version) => join(debian, version, 'bin'))];
  for (const folder of folders) {
    const found = await Promise.all(needed.map((name) => findProgram([name], [folder])));
    if (found.every((path) => path !== undefined)) return folder;
  }
  return undefined;
}
