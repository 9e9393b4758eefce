import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const root = 'enviNFe_v4.00.xsd';
const description = z.object({ validFrom: z.string() });

/**
 * The folder whose schemas apply at an instant: of the packs (folders with a `pack.json`) in or directly below the given
 * folders, the one that came into force last, or the earliest when none is in force yet; without any pack, the first folder
 * with the official files.
 *
 * @throws when no folder holds the schema of the authorization lot.
 */
export function packIn(folders: readonly string[], at: Date): string {
  const usable = folders.flatMap(withPacksInside).filter(holdsNfe);
  const newestFirst = usable
    .map((folder) => ({ folder, validFrom: validFrom(folder) }))
    .sort((a, b) => b.validFrom.localeCompare(a.validFrom));
  const inForce = newestFirst.find((pack) => pack.validFrom <= at.toISOString());
  const chosen = (inForce ?? newestFirst.at(-1))?.folder;
  if (chosen === undefined) {
    throw new Error(
      `no official schemas (${root}) in ${folders.join(', ') || 'any folder'}: ` +
        'give a folder with --schemas or LAVRA_SCHEMAS, or run `npm start` once, which fetches them',
    );
  }
  return chosen;
}

function withPacksInside(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  const packs = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((inside) => existsSync(join(inside, 'pack.json')));
  return [...packs, folder];
}

function holdsNfe(folder: string): boolean {
  return readdirSync(folder, { recursive: true }).some((path) => String(path).endsWith(root));
}

function validFrom(folder: string): string {
  const file = join(folder, 'pack.json');
  return existsSync(file) ? description.parse(JSON.parse(readFileSync(file, 'utf8'))).validFrom : '';
}
