import { access, constants } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * The program that a setting names; `undefined` where it names none.
 *
 * @throws {Error} where what it names cannot be run
 */
export async function namedProgram(setting: string, path: string | undefined): Promise<string | undefined> {
  if (path === undefined || (await isExecutable(path))) return path;
  throw new Error(`${setting} aponta para ${path}, que não é um programa`);
}

/** The first program of these names in the folders of the search path. */
export async function findProgram(names: string[], searchPath: string[]): Promise<string | undefined> {
  const endings = platform() === 'win32' ? ['.exe', '.cmd', ''] : [''];
  for (const folder of searchPath) {
    for (const name of names.flatMap((name) => endings.map((ending) => name + ending))) {
      if (await isExecutable(join(folder, name))) return join(folder, name);
    }
  }
  return undefined;
}
