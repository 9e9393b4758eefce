import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The file that a pack of a family cannot lack. */
const roots = { nfe: 'enviNFe_v4.00.xsd', nfse: 'NFSe_v1.01.xsd' } as const;
export type Family = keyof typeof roots;

const description = z.object({ validFrom: z.string() });

/**
 * The folder whose schemas of a family apply at an instant: of the packs (folders with a `pack.json`) in or directly below the
 * given folders, the one that came into force last, or the earliest when none is in force yet; without any pack, the first folder
 * with the official files. Undefined when no folder holds the family.
 */
export function packOf(family: Family, folders: readonly string[], at: Date): string | undefined {
  const usable = folders.flatMap(withPacksInside).filter((folder) => holds(folder, roots[family]));
  const newestFirst = usable
    .map((folder) => ({ folder, validFrom: validFrom(folder) }))
    .sort((a, b) => b.validFrom.localeCompare(a.validFrom));
  const inForce = newestFirst.find((pack) => pack.validFrom <= at.toISOString());
  return (inForce ?? newestFirst.at(-1))?.folder;
}

/**
 * The pack of layout 4.00, which the simulator cannot do without.
 *
 * @throws when no folder holds the schema of the authorization lot.
 */
export function packIn(folders: readonly string[], at: Date): string {
  const chosen = packOf('nfe', folders, at);
  if (chosen === undefined) {
    throw new Error(
      `no official schemas (${roots.nfe}) in ${folders.join(', ') || 'any folder'}: ` +
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

function holds(folder: string, root: string): boolean {
  return readdirSync(folder, { recursive: true }).some((path) => String(path).endsWith(root));
}

function validFrom(folder: string): string {
  const file = join(folder, 'pack.json');
  return existsSync(file) ? description.parse(JSON.parse(readFileSync(file, 'utf8'))).validFrom : '';
}
