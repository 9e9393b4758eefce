import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { notAPack, type Pack, readPacks } from '../../adapters/schemas/packs.ts';
import type { Env } from '../../config/env.ts';
import { CommandRefused } from '../command-refused.ts';
import type { PackSource, SourceEntry } from './source.ts';

/** Much more than the authority publishes: PL_010f v1.04 with its events has 92 schemas of 1 MB. */
const mostFiles = 2000;
const mostMegabytes = 64;
const bytesPerMegabyte = 1024 * 1024;

/** The limits of a source, for the messages. */
export const sourceBounds = `${mostFiles.toLocaleString('pt-BR')} arquivos e ${mostMegabytes} MB de esquemas`;

/**
 * Copies the schemas beside the root schema from a source into an existing folder.
 *
 * @throws {CommandRefused} `invalid_schema_pack`
 */
export async function gatherSchemas(source: PackSource, root: string, to: string): Promise<void> {
  const schemas = await readable(boundedSchemas(source));
  const [found, another] = schemas.filter(({ name }) => name === root);
  if (!found) throw refusal(`falta ${root}, o esquema principal da família`);
  if (another) throw refusal(`há mais de um ${root}; informe a pasta do que deve valer`);
  for (const schema of schemas.filter(({ folder }) => folder === found.folder)) {
    await readable(copy(schema, join(to, schema.name)));
  }
}

async function boundedSchemas(source: PackSource): Promise<SourceEntry[]> {
  const schemas: SourceEntry[] = [];
  let [files, bytes] = [0, 0];
  for await (const entry of source.entries()) {
    files += 1;
    if (files > mostFiles) throw tooMuch();
    if (!entry.ordinary) throw refusal(`${entry.name} é um link simbólico ou um arquivo especial`);
    if (!entry.name.endsWith('.xsd')) continue;
    bytes += entry.bytes;
    if (bytes > mostMegabytes * bytesPerMegabyte) throw tooMuch();
    schemas.push(entry);
  }
  return schemas;
}

async function copy(schema: SourceEntry, to: string): Promise<void> {
  await pipeline(await schema.read(), createWriteStream(to, { flags: 'wx' }));
}

/** The result of reading a source; turns errors of reading into `invalid_schema_pack`. */
async function readable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof CommandRefused || !(cause instanceof Error)) throw cause;
    throw refusal(`não se pode ler tudo (${cause.message})`, { cause });
  }
}

function tooMuch(): CommandRefused {
  return refusal(`passa de ${sourceBounds}`);
}

function refusal(reason: string, options?: ErrorOptions): CommandRefused {
  return new CommandRefused('invalid_schema_pack', `A origem não serve de pacote de esquemas: ${reason}.`, options);
}

/** The packs that `LAVRA_SCHEMAS` names. @throws {CommandRefused} `invalid_schema_pack` */
export function installedPacks({ schemas }: Pick<Env, 'schemas'>): Pack[] {
  return readPacks(schemas, (folder, cause) => new CommandRefused('invalid_schema_pack', notAPack(folder), { cause }));
}
