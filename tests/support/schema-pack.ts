import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { readPack, type Pack } from '../../adapters/schemas/pack.ts';

/** The newest schema pack: the first of `LAVRA_SCHEMAS`, else of those that the set-up of the tests put into the cache. */
export function schemaPack(): Pack {
  const [named] = (process.env['LAVRA_SCHEMAS'] ?? '').split(delimiter);
  if (named) return readPack(named);
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'lavra', 'schemas');
  const packs = readdirSync(cache, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^PL_/.test(entry.name))
    .map(({ name }) => readPack(join(cache, name)))
    .sort((a, b) => b.validFrom.localeCompare(a.validFrom));
  const [newest] = packs;
  if (!newest) throw new Error(`No schema pack in ${cache}`);
  return newest;
}
