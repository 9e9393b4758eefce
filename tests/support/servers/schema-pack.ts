import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { type Pack, readPack } from '../../../adapters/schemas/packs.ts';
import { nfelib, nodeSpedNfe, packFolder } from '../../../machine/schema-pack.ts';
import { machineSettings } from '../../../machine/settings.ts';

/** The newest schema pack: the first of `LAVRA_SCHEMAS`, else what the set-up of the tests put into the cache. */
export function schemaPack(): Pack {
  const [named] = (process.env['LAVRA_SCHEMAS'] ?? '').split(delimiter);
  const settings = machineSettings();
  const folders = [named, ...[nfelib, nodeSpedNfe].map(({ schemas }) => packFolder(schemas, settings))];
  const found = folders.find((folder) => folder && existsSync(folder));
  if (!found) throw new Error(`No schema pack in ${settings.cache}`);
  return readPack(found);
}
