import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** What was proven, by its name: of which bytes, and when. */
type Proofs = Record<string, { of: string; on: string }>;

/**
 * Proofs that take minutes and whose outcome follows from files alone, as rows of a file of the repository: what was proven of the same bytes
 * is not proven again, and whatever changes one of them proves it anew, here or by `LAVRA_PROVE=1`, which writes the row.
 *
 * @param path of the file that has the rows, from the root of the repository
 */
export function proofsIn(path: string) {
  const file = join(root, path);
  const read = (): Proofs => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Proofs) : {});
  const asksForAll = Boolean(process.env['LAVRA_PROVE']);
  return {
    /** The day of a proof about these files as they are, as yyyy-mm-dd; null where there is none, or where all are asked for anew. */
    dayOf(name: string, files: readonly string[]): string | null {
      const proof = read()[name];
      return proof?.of === digestOf(files) && !asksForAll ? proof.on : null;
    },
    /** Writes a proof down where proofs are asked for. */
    keep(name: string, files: readonly string[]): void {
      if (!asksForAll) return;
      const on = new Date().toISOString().slice(0, 10);
      const rows = Object.entries({ ...read(), [name]: { of: digestOf(files), on } });
      const sorted = Object.fromEntries(rows.toSorted(([a], [b]) => a.localeCompare(b)));
      writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
    },
  };
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of files) hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}
