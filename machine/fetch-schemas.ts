import { cp } from 'node:fs/promises';
import { resolve } from 'node:path';
import { message } from './command.ts';
import { schemaPack } from './schema-pack.ts';
import { machineSettings } from './settings.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** `node machine/fetch-schemas.ts <folder>`: puts the schema pack in force into a folder, as the image's build does. */
async function main(folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new Error('uso: node machine/fetch-schemas.ts <pasta>');
  const pack = await schemaPack(machineSettings(), print);
  await cp(pack, resolve(folder), { recursive: true });
  print(`Esquemas XSD: ${pack} copiado para ${folder}`);
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${message(error)}\n`);
  process.exitCode = 1;
});
