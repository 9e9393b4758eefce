import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { installSchemas } from '../../adapters/schemas/install.ts';
import { createValidator } from '../../adapters/schemas/validator.ts';
import { command } from '../../machine/command.ts';
import { exists, program } from '../../machine/files.ts';
import { machineSettings } from '../../machine/settings.ts';
import { Refused } from '../refused.ts';

/** `to` is the folder that holds packs; by default the user's cache. */
type PackWanted = { id: string; validFrom: string; family: string; to?: string };

/**
 * Stores an official zip, or a folder unpacked from one, as a pack. The pack appears whole or not at all.
 *
 * @throws {Refused} `invalid_schema_pack` or `unreadable_file`
 */
export async function addPack(
  from: string,
  { id, validFrom, family, to }: PackWanted,
): Promise<{ folder: string; files: number }> {
  check({ id, validFrom, family });
  const packs = resolve(to ?? join(machineSettings().cache, 'schemas'));
  const folder = join(packs, id);
  if (await exists(folder)) throw new Refused('invalid_schema_pack', `Já existe um pacote em ${folder}.`);
  await mkdir(packs, { recursive: true });
  const staging = await mkdtemp(join(packs, '.adding-'));
  try {
    const source = await unpacked(resolve(from), join(staging, 'source'));
    const families = [{ name: family, folders: ['.'], overlays: [], sha256: {} }];
    await installSchemas(source, join(staging, 'pack'), {
      id,
      source: `lavra schemas add ${from}`,
      validFrom,
      families,
    });
    const files = await readdir(join(staging, 'pack', family));
    proveUsable(join(staging, 'pack', family), files);
    await rename(join(staging, 'pack'), folder);
    return { folder, files: files.length };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function check({ id, validFrom, family }: PackWanted): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/.test(id))
    throw new Refused('invalid_input', `--id "${id}" não serve de nome de pasta.`);
  if (!/^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(validFrom)) {
    throw new Refused('invalid_input', `--valid-from deve ser uma data como 2027-01-31; veio "${validFrom}".`);
  }
  if (family !== 'nfe' && family !== 'nfse') throw new Refused('invalid_input', '--family deve ser nfe ou nfse.');
}

/** The folder that has the schemas: `from`, or a folder below it or in its zip. */
async function unpacked(from: string, to: string): Promise<string> {
  const source = await stat(from).catch((cause: unknown) => {
    throw new Refused('unreadable_file', `Não foi possível ler ${from}.`, { cause });
  });
  const root = source.isDirectory() ? from : await unzip(from, to);
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  const schema = entries.find((entry) => entry.isFile() && entry.name.endsWith('.xsd'));
  if (!schema) throw new Refused('invalid_schema_pack', `Não há arquivos .xsd em ${from}.`);
  return schema.parentPath;
}

async function unzip(file: string, to: string): Promise<string> {
  const { searchPath, inherited: env } = machineSettings();
  const python = await program(['python3', 'python'], searchPath);
  const unzipper = await program(['unzip'], searchPath);
  const [tool, args] = unzipper ? [unzipper, ['-q', file, '-d', to]] : [python, ['-m', 'zipfile', '-e', file, to]];
  if (!tool)
    throw new Refused('unreadable_file', `Descompacte ${file} e informe a pasta: não há unzip nem python3 aqui.`);
  await command(tool, args, { env, timeoutMs: 60_000 }).catch((cause: unknown) => {
    throw new Refused('unreadable_file', `${file} não é um zip que se possa abrir.`, { cause });
  });
  return to;
}

function proveUsable(folder: string, files: string[]): void {
  const root = files.find((file) => /^(nfe|NFSe|DPS)_v[0-9.]+\.xsd$/.test(file));
  if (root === undefined) return;
  try {
    createValidator(folder).compile(root);
  } catch (cause) {
    throw new Refused('invalid_schema_pack', `O esquema ${root} do pacote não compila: falta algum arquivo dele.`, {
      cause,
    });
  }
}
