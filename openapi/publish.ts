import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/**
 * Splits the bundle: fields that only Lavra reads (`x-…`) are moved into `internals.json` beside it, and the rest is published. The bundle is that of
 * `/v1`, or the file in the argument, whose second argument names the other file.
 */

const operationSchema = z.looseObject({
  operationId: z.string(),
  'x-body-limit': z.number().optional(),
  'x-handled-by': z.string().optional(),
  'x-installation': z.boolean().optional(),
  'x-issues': z.boolean().optional(),
});
const bundleSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) });
const saidSchema = z.object({ pattern: z.string(), 'x-says': z.string() });

const [file = fileURLToPath(new URL('generated/openapi.json', import.meta.url)), beside = 'internals.json'] =
  process.argv.slice(2);
const bundle = bundleSchema.parse(JSON.parse(await readFile(file, 'utf8')));
const internals = {
  operations: Object.fromEntries(
    Object.values(bundle.paths)
      .flatMap((operations) => Object.values(operations))
      .map((operation) => [operation.operationId, extensionsOf(operation)] as const)
      .filter(([, extensions]) => Object.values(extensions).some((value) => value !== undefined)),
  ),
  sentences: sentencesOf(bundle),
};
await writeFile(join(dirname(file), beside), `${JSON.stringify(internals, null, 2)}\n`);
await writeFile(
  file,
  JSON.stringify(bundle, (key, value: unknown) => (isInternal(key) ? undefined : value), 2),
);

function extensionsOf(operation: z.infer<typeof operationSchema>) {
  const { 'x-body-limit': bodyLimitBytes, 'x-handled-by': handledBy, 'x-issues': issues } = operation;
  return { bodyLimitBytes, handledBy, issues, ofInstallation: operation['x-installation'] };
}

/** The Portuguese sentence for each pattern. The validator reports only the pattern, so a pattern can have only one sentence. */
function sentencesOf(root: unknown): Record<string, string> {
  const sentences = new Map<string, string>();
  for (const { pattern, 'x-says': sentence } of saidIn(root)) {
    const other = sentences.get(pattern);
    if (other !== undefined && other !== sentence)
      throw new Error(`two sentences for ${pattern}: ${other}; ${sentence}`);
    sentences.set(pattern, sentence);
  }
  return Object.fromEntries(sentences);
}

function saidIn(node: unknown): z.infer<typeof saidSchema>[] {
  if (typeof node !== 'object' || node === null) return [];
  const said = 'x-says' in node ? [saidSchema.parse(node)] : [];
  return [...said, ...Object.values(node).flatMap(saidIn)];
}

function isInternal(key: string): boolean {
  return key.startsWith('x-');
}
