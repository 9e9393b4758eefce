import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const manifest = z.object({
  id: z.string(),
  source: z.string(),
  validFrom: z.iso.date(),
  validUntil: z.iso.date().optional(),
  families: z.array(z.string()),
});

/** A folder of official schemas: one folder per family (`nfe`, `nfse`) beside `pack.json`. Days are in Brasília time, both included. */
export type Pack = z.infer<typeof manifest> & { folder: string };

/** Reads what a pack says of itself in its `pack.json`. */
export function readPack(folder: string): Pack {
  return { ...manifest.parse(JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8'))), folder };
}
