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

/** The first program of these names in the folders of the search path. */
export async function program(names: string[], searchPath: string[]): Promise<string | undefined> {
  const endings = platform() === 'win32' ? ['.exe', '.cmd', ''] : [''];
  for (const folder of searchPath) {
    for (const name of names.flatMap((name) => endings.map((ending) => name + ending))) {
      if (await isExecutable(join(folder, name))) return join(folder, name);
    }
  }
  return undefined;
}
