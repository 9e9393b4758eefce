import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLawTables } from '../../../config/rates.ts';
import { checkLawTables } from '../../../operations/doctor/law.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-rates-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function findingsAt(instant: string, tables: unknown = {}) {
  const ratesFile = join(folder, 'rates.json');
  await writeFile(ratesFile, JSON.stringify(tables));
  return checkLawTables(() => readLawTables({ ratesFile }), new Date(instant));
}

test.each([
  ['2026-11-16T12:00Z', 'OK', '2027-01-01'],
  ['2026-11-17T12:00Z', 'WARNING', 'em 45 dia(s)'],
  ['2027-01-01T12:00Z', 'FAILURE', 'hoje falta a alíquota da CBS'],
])('seen on %s the CBS of 2027 is %s', async (instant, status, words) => {
  expect(await findingsAt(instant)).toEqual([
    expect.objectContaining({ check: 'rates', status, message: expect.stringContaining(words) }),
  ]);
});

test('a file that stops the processes fails, and an old table of approximate taxes is reported', async () => {
  expect(await findingsAt('2026-01-01T12:00Z', { ibsCbs: {} })).toMatchObject([
    { status: 'FAILURE', mend: expect.stringContaining('lavra rates check') },
  ]);
  const approximateTaxes = { source: 'IBPT 26.1', from: '2026-01-01', until: '2026-06-30' };
  expect(await findingsAt('2026-07-01T12:00Z', { approximateTaxes })).toMatchObject([
    { status: 'OK' },
    { status: 'WARNING', message: expect.stringContaining('IBPT 26.1') },
  ]);
});
