import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** What was proven, by name: the digest of its files, and the day. */
type Proofs = Record<string, { of: string; on: string }>;

/**
 * Proofs that take minutes and depend on nothing but files, as rows of a file of the repository. A proof of the same bytes is not repeated;
 * if one of its files changes, the proof runs again. `LAVRA_PROVE=1` repeats all proofs and writes their rows.
 *
 * @param path of the file with the rows, from the root of the repository
 */
export function proofsIn(path: string) {
  const file = join(root, path);
  const read = (): Proofs => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Proofs) : {});
  const asksForAll = Boolean(process.env['LAVRA_PROVE']);
  return {
    /** The day (yyyy-mm-dd) on which these files, as they are, were proven; null if there is no such proof, or if `LAVRA_PROVE` is set. */
    dayOf(name: string, files: readonly string[]): string | null {
      const proof = read()[name];
      return proof?.of === digestOf(files) && !asksForAll ? proof.on : null;
    },
    /** Writes the row of a proof, if `LAVRA_PROVE` is set. */
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
