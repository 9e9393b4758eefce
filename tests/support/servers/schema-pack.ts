import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Parts } from '../../../activities/parts.ts';
import { type Pack, readPack } from '../../../adapters/schemas/packs.ts';
import { createValidator, createValidators, type Validator } from '../../../adapters/schemas/validator.ts';
import type { SchemaFamily } from '../../../domain/document-types.ts';
import { nfelib, nodeSpedNfe, packFolder } from '../../../machine/schema-pack.ts';
import { machineSettings } from '../../../machine/settings.ts';

/** The newest schema pack: the first of `LAVRA_SCHEMAS`, otherwise the one that the test set-up put into the cache. */
export function schemaPack(): Pack {
  const [named] = (process.env['LAVRA_SCHEMAS'] ?? '').split(delimiter);
  const settings = machineSettings();
  const folders = [named, ...[nfelib, nodeSpedNfe].map(({ schemas }) => packFolder(schemas, settings))];
  const found = folders.find((folder) => folder && existsSync(folder));
  if (!found) throw new Error(`No schema pack in ${settings.cache}`);
  return readPack(found);
}

const validators = new Map<string, Validator>();

/** The validator of a family of that pack, shared by all test files of this process: compiling the schemas of notes takes a fifth of a second. */
export function officialValidator(family: SchemaFamily): Validator {
  const folder = join(schemaPack().folder, family);
  const validator = validators.get(folder) ?? createValidator(folder);
  validators.set(folder, validator);
  return validator;
}

const validatorsOf = new Map<string, Parts['validatorOn']>();

/** Validators by the packs of a setting, as installations find them. */
export function validatorsBy(setting: string): Parts['validatorOn'] {
  const validatorOn = validatorsOf.get(setting) ?? createValidators(setting.split(delimiter).map(readPack));
  validatorsOf.set(setting, validatorOn);
  return validatorOn;
}
