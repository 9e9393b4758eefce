import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { installSchemas } from '../../adapters/schemas/install.ts';
import { createValidator } from '../../adapters/schemas/validator.ts';
import { isSchemaFamily, rootSchemaOf, type SchemaFamily } from '../../domain/document-types.ts';
import { exists } from '../../machine/files.ts';
import { machineSettings } from '../../machine/settings.ts';
import { CommandRefused } from '../command-refused.ts';
import { gatherSchemas } from './packs.ts';
import { openPackSource } from './source.ts';

/** `to` is the folder that contains packs; by default the user's cache. */
type PackOrder = { id: string; validFrom: string; family: string; to?: string };

/**
 * Stores an official ZIP, or a folder unpacked from one, as a pack. The pack appears complete or not at all.
 *
 * @throws {CommandRefused} `invalid_schema_pack` or `unreadable_file`
 */
export async function addPack(
  from: string,
  { id, validFrom, family, to }: PackOrder,
): Promise<{ folder: string; files: number }> {
  const root = rootSchemaOf[check({ id, validFrom, family })];
  const packs = resolve(to ?? join(machineSettings().cache, 'schemas'));
  const folder = join(packs, id);
  if (await exists(folder)) throw new CommandRefused('invalid_schema_pack', `Já existe um pacote em ${folder}.`);
  await mkdir(packs, { recursive: true });
  const staging = await mkdtemp(join(packs, '.adding-'));
  try {
    const source = join(staging, 'source');
    await mkdir(source);
    await gather(resolve(from), root, source);
    const families = [{ name: family, folders: ['.'], overlays: [], sha256: {} }];
    await installSchemas(source, join(staging, 'pack'), {
      id,
      source: `lavra schemas add ${from}`,
      validFrom,
      families,
    });
    const files = await readdir(join(staging, 'pack', family));
    proveUsable(join(staging, 'pack', family), root);
    await rename(join(staging, 'pack'), folder);
    return { folder, files: files.length };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function gather(from: string, root: string, to: string): Promise<void> {
  const source = await openPackSource(from);
  try {
    await gatherSchemas(source, root, to);
  } finally {
    source.close();
  }
}

/** The family, after checking everything that was typed. */
function check({ id, validFrom, family }: PackOrder): SchemaFamily {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/.test(id))
    throw new CommandRefused('invalid_input', `--id "${id}" não serve de nome de pasta.`);
  if (!z.iso.date().safeParse(validFrom).success) {
    throw new CommandRefused('invalid_input', `--valid-from deve ser uma data como 2027-01-31; veio "${validFrom}".`);
  }
  if (!isSchemaFamily(family)) throw new CommandRefused('invalid_input', '--family deve ser nfe ou nfse.');
  return family;
}

function proveUsable(folder: string, root: string): void {
  try {
    createValidator(folder).compile(root);
  } catch (cause) {
    throw new CommandRefused(
      'invalid_schema_pack',
      `O esquema ${root} do pacote não compila: falta algum arquivo dele.`,
      {
        cause,
      },
    );
  }
}
