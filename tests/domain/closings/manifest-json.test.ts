import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { manifestJson } from '../../../domain/closings/manifest-json.ts';
import { type ManifestDocument, manifestJsonSchema, manifestSchema } from '../../../domain/closings/manifest.ts';
import { closingTotals } from '../../../domain/closings/totals.ts';
import { file, inutilization, inZip, head, randomMonth, series, textOf } from './manifests.ts';
import { randomFacts } from './documents.ts';

const published = JSON.parse(await readFile('docs/manifesto.schema.json', 'utf8')) as object;
const isValid = new Ajv2020({ validateFormats: false, allErrors: true }).compile(published);

test('docs/manifesto.schema.json is what manifests are written by: run "npm run openapi"', () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(manifestJsonSchema())));
});

/** Parses the text by our schema, and validates it against the published one. */
function read(text: string): unknown {
  const json: unknown = JSON.parse(text);
  isValid(json);
  expect(isValid.errors ?? []).toEqual([]);
  // Our schema drops fields that it does not name, so equality shows that it names all of them.
  expect(manifestSchema.parse(json)).toEqual(json);
  return json;
}

test('a manifest of any month is valid and says what went into it', async () => {
  await fc.assert(
    fc.asyncProperty(randomMonth, async (documents) => {
      expect(read(await textOf(documents))).toMatchObject({
        ...{ version: 1, ...head, documents },
        ...{ numbering: [series], inutilizations: [inutilization], files: [file] },
      });
    }),
    { numRuns: 60 },
  );
});

test('a manifest of an empty month, of cancelled documents alone, and of services alone is valid, too', async () => {
  expect(read(await textOf([], []))).toMatchObject({ documents: [], numbering: [], totals: { byCfop: [] } });
  const [facts] = fc.sample(randomFacts, { numRuns: 1, seed: 3 });
  const cancelled = inZip({ ...facts!, status: 'CANCELLED', taxes: {}, goods: [], services: [] });
  expect(read(await textOf([cancelled]))).toMatchObject({
    totals: { authorized: { count: 0 }, cancelled: { count: 1 } },
  });
  const isService = fc.sample(
    randomFacts.filter(({ type, status }) => type === 'NFSE' && status === 'AUTHORIZED'),
    3,
  );
  expect(read(await textOf(isService.map(inZip)))).toMatchObject({ totals: { byCst: [], authorized: { count: 3 } } });
});

test.each(['version', 'asOf', 'totals', 'numbering', 'files'])('a manifest without %s is none', async (field) => {
  const json = JSON.parse(await textOf([])) as Record<string, unknown>;
  delete json[field];
  expect(isValid(json)).toBe(false);
  expect(manifestSchema.safeParse(json).success).toBe(false);
});

test('documents are asked for as the manifest is read, one at a time', async () => {
  const [facts] = fc.sample(randomFacts, { numRuns: 1, seed: 3 });
  let asked = 0;
  async function* endless(): AsyncGenerator<ManifestDocument> {
    for (;;) {
      asked += 1;
      yield inZip({ ...facts!, number: asked });
    }
  }
  const parts = { totals: closingTotals(head).totals(), numbering: [], inutilizations: [], files: [] };
  let written = 0;
  for await (const text of manifestJson(head, { ...parts, documents: endless() })) {
    if (text.includes('"documentId"')) written += 1;
    expect(asked).toBe(written);
    if (written === 1000) break;
  }
});
