import { readdirSync, readFileSync } from 'node:fs';
import type { ReleasedContract } from './changes.ts';

const folder = new URL('released/', import.meta.url);

/** What the contract of each release named, the newest first; `keep-release.ts` keeps it. */
export function released(): ReleasedContract[] {
  return readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as ReleasedContract)
    .toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0));
}
