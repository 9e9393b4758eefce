import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLawTables } from '../../config/rates.ts';
import shipped from '../../domain/taxation/rates/icms-internal.json' with { type: 'json' };
import { shippedLawTables } from '../../domain/taxation/law-tables.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-rates-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(content: unknown): Promise<string> {
  const path = join(folder, 'rates.json');
  await writeFile(path, JSON.stringify(content));
  return path;
}

test('without a file the shipped tables are in force', () => {
  expect(readLawTables({ ratesFile: undefined })).toBe(shippedLawTables);
});

test("an operator's table stands in place of the shipped one, and the others stay", async () => {
  const icmsInternal = { source: 'x', states: { SP: [{ from: '2026-01-01', rate: '19', law: 'Lei 1/2026' }] } };
  const rates = readLawTables({ ratesFile: await file({ icmsInternal }) });
  const inForce = (state: string) => rates.icmsInternal.states.get(state)?.at(-1)?.rate;
  expect([inForce('SP'), inForce('RJ')]).toEqual(['19', shipped.states.RJ.at(-1)?.rate]);
  expect(rates.ibsCbs).toBe(shippedLawTables.ibsCbs);
});

test('a table with a fault stops the process, naming it', async () => {
  const icmsInternal = { source: 'x', states: { SP: [{ from: '2026-01-01', rate: 'dezoito', law: 'Lei 1/2026' }] } };
  const ratesFile = await file({ icmsInternal });
  expect(() => readLawTables({ ratesFile })).toThrow(/icmsInternal.*SP/s);
});
