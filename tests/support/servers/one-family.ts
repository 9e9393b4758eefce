import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SchemaFamily } from '../../../domain/document-types.ts';
import { type Installation, openInstallation } from './installation.ts';
import { schemas } from './parts.ts';

/** Opens an installation that has the schemas of one family only. */
export async function openWithSchemasOf(family: SchemaFamily): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), `lavra-${family}-only-`));
  await cp(join(schemas, family), join(folder, family), { recursive: true });
  const { validFrom } = JSON.parse(await readFile(join(schemas, 'pack.json'), 'utf8')) as { validFrom: string };
  const pack = { id: `${family} alone`, source: 'a test', validFrom, families: [family] };
  await writeFile(join(folder, 'pack.json'), JSON.stringify(pack));
  const installation = await openInstallation({ LAVRA_SCHEMAS: folder });
  return {
    ...installation,
    async close() {
      await installation.close();
      await rm(folder, { recursive: true });
    },
  };
}
