import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { manifestJsonSchema } from '../domain/closings/manifest.ts';

/** Writes the JSON Schema of a closing's manifest into the documentation. */
const file = fileURLToPath(new URL('../docs/manifesto.schema.json', import.meta.url));
await writeFile(file, `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`);
