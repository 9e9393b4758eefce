import { readFile, writeFile } from 'node:fs/promises';
import { contractNames, type ReleasedContract } from './changes.ts';

/** `node openapi/keep-release.ts <version> <date> [<bundle>]`: stores the names in a release's contract, for the page of changes. */
const [version, date, file = new URL('generated/openapi.json', import.meta.url)] = process.argv.slice(2);
if (!version || !/^\d{4}-\d{2}-\d{2}$/.test(date ?? ''))
  throw new Error('say the version and its date, as in 0.3.0 2026-12-01');
const names = contractNames(JSON.parse(await readFile(file, 'utf8')) as object);
const kept: ReleasedContract = { version, date: date!, ...names };
await writeFile(new URL(`released/${version}.json`, import.meta.url), `${JSON.stringify(kept)}\n`);
