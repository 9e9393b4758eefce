import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLawTables } from '../../../config/rates.ts';
import { lavra, lavraJson } from '../lavra.ts';

const nobody = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/nothing', TEMPORAL_ADDRESS: '127.0.0.1:1' };

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-rates-'));
  file = join(folder, 'rates.json');
});
afterEach(() => rm(folder, { recursive: true }));

const withFile = () => ({ ...nobody, LAVRA_RATES: file });
const given = (tables: unknown) => writeFile(file, JSON.stringify(tables));

test('what is in force on a day is shown for every state, with its law and its end', async () => {
  const { code, answer } = await lavraJson(['rates', 'show', '--on', '2026-03-31'], nobody);
  expect(code).toBe(0);
  expect(answer).toMatchObject({ on: '2026-03-31', file: null, approximateTaxes: null });
  const { icms, fcp } = answer as { icms: { state: string }[]; fcp: { state: string }[] };
  expect([icms.length, fcp.length]).toEqual([27, 27]);
  expect(icms.find(({ state }) => state === 'AL')).toMatchObject({ rate: '19', until: '2026-03-31', table: 'LAVRA' });
  expect(fcp.find(({ state }) => state === 'RJ')).toMatchObject({ rate: { general: '2', acceptedUpTo: '4' } });
});

test('a state is shown with all of its periods, and the CBS that nobody has published as such', async () => {
  const { out } = await lavra(['rates', 'show', '--state', 'al', '--on', '2026-12-01'], nobody);
  expect(out).toMatch(/AL +20,5% +2026-04-01 +- +alta +Lavra +Lei 9\.776\/2025/);
  expect(out).toMatch(/AL +19% +2025-01-01 +2026-03-31/);
  expect(out).toMatch(/2027-01-01 +2028-12-31 +0,05% +0,05% +não publicada/);
});

test('the day of the table of classes is shown, with the place where its next is found', async () => {
  const { out } = await lavra(['rates', 'show', '--state', 'al'], nobody);
  expect(out).toContain('(cClassTrib): tabela oficial de 2026-10-08');
  const { answer } = await lavraJson(['rates', 'show', '--state', 'al'], nobody);
  expect(answer).toMatchObject({
    cClassTrib: { day: '2026-10-08', next: expect.stringContaining('/Cff/ClassificacaoTributaria') as string },
  });
});

test('a change that was put off gets its new day, and the other day stays', async () => {
  const put = ['rates', 'add', 'day', 'RETURNS_NAME_ITEMS', '--production', '2027-02-01', '--law', 'Informe 1/2026'];
  expect(await lavra(put, withFile())).toMatchObject({ code: 0 });
  const { changes } = readLawTables({ ratesFile: file }).calendar;
  expect(changes.RETURNS_NAME_ITEMS).toMatchObject({ homologation: '2026-10-26', production: '2027-02-01' });
  const { out } = await lavra(['rates', 'show'], withFile());
  expect(out).toMatch(/RETURNS_NAME_ITEMS +2026-10-26 +2027-02-01 +alta +arquivo +Informe 1\/2026/);
  expect(out).toMatch(/TAX_GROUP_OF_THE_REFORM +2026-07-01 +sem data +alta +Lavra/);
});

test.each([
  [['NO_SUCH_CHANGE', '--production', '2027-02-01'], /Não há a mudança "NO_SUCH_CHANGE"/],
  [['RETURNS_NAME_ITEMS'], /Diga --production, --homologation ou ambos/],
])('a day that names nothing is refused: %j', async (said, message) => {
  const { code, err } = await lavra(['rates', 'add', 'day', ...said, '--law', 'x'], withFile());
  expect([code === 0, err]).toEqual([false, expect.stringMatching(message)]);
});

test('a rate is added to a file that is made, keeps what the state had, and is what the processes read', async () => {
  const added = [
    'rates',
    'add',
    'icms',
    '--state',
    'BA',
    '--rate',
    '21.5',
    '--from',
    '2027-01-01',
    '--law',
    'Lei 1/2026',
  ];
  const { code, out } = await lavra(added, withFile());
  expect([code, out]).toEqual([0, expect.stringContaining('Reinicie API e workers')]);
  const { icmsInternal } = readLawTables({ ratesFile: file });
  expect(icmsInternal.states.get('BA')?.map(({ from, rate }) => [from, rate])).toEqual([
    ['2024-02-07', '20.5'],
    ['2027-01-01', '21.5'],
  ]);
  expect(icmsInternal.states.get('AL')?.at(-1)?.rate).toBe('20.5');
  const { answer } = await lavraJson(['rates', 'show', '--state', 'BA'], withFile());
  expect((answer as { icms: unknown[] }).icms.at(-1)).toMatchObject({ law: 'Lei 1/2026', table: 'LAVRA_RATES' });
});

test('a period of the same day is replaced, and other tables of the file stay', async () => {
  const add = (rate: string) =>
    lavra(['rates', 'add', 'icms', '--state', 'BA', '--rate', rate, '--from', '2027-01-01', '--law', 'x'], withFile());
  await add('21');
  await lavra(
    [
      'rates',
      'add',
      'fcp',
      '--state',
      'SC',
      '--accepted',
      '1,2',
      '--general',
      '1',
      '--from',
      '2027-01-01',
      '--law',
      'y',
    ],
    withFile(),
  );
  await add('22');
  const { icmsInternal, fcp } = readLawTables({ ratesFile: file });
  expect(icmsInternal.states.get('BA')?.map(({ rate }) => rate)).toEqual(['20.5', '22']);
  expect(fcp.states.get('SC')?.at(-1)).toMatchObject({ accepted: ['1', '2'], general: { rate: '1', internal: 'ALL' } });
});

test('the CBS alone completes the period that lacks it', async () => {
  const { code } = await lavra(['rates', 'add', 'ibs-cbs', '--cbs', '8.7', '--law', 'Resolução 1/2026'], withFile());
  expect(code).toBe(0);
  const [, next] = readLawTables({ ratesFile: file }).ibsCbs.periods;
  expect([next?.from, next?.until, next?.state.toFixed(), next?.cbs?.toFixed()]).toEqual([
    ...['2027-01-01', '2028-12-31', '0.05', '8.7'],
  ]);
});

test('a CBS is tried on a sale before it is written, and shown when it is', async () => {
  const args = ['rates', 'add', 'ibs-cbs', '--cbs', '8.7', '--law', 'Resolução 1/2026'];
  const tried = await lavra([...args, '--preview'], withFile());
  expect(tried).toMatchObject({ code: 0, out: expect.stringMatching(/antes: +recusada.*\n.*Nada foi gravado/s) });
  await expect(readFile(file, 'utf8')).rejects.toThrow(/ENOENT/);
  const { out } = await lavra(args, withFile());
  expect(out).toContain('Uma venda de 100.00 em 2027-01-01');
  // 100.00 ÷ 1.088; without both taxes, 100.00 × 1.088.
  expect(out).toContain('base 91.91, IBS 0.10, CBS 8.00, total da nota 100.00 (108.80 se o preço é sem IBS e CBS)');
  const { answer } = await lavraJson([...args.slice(0, 4), '9', '--law', 'x', '--from', '2027-01-01'], withFile());
  expect(answer).toMatchObject({ sample: { on: '2027-01-01', before: { cbs: '8.00' }, after: { cbs: '8.25' } } });
});

test('what would not pass is not written', async () => {
  await given({ difal: { source: 'x', periods: [{ from: '2026-01-01', insideBase: ['BA'] }] } });
  const before = await readFile(file, 'utf8');
  const added = [
    'rates',
    'add',
    'icms',
    '--state',
    'BA',
    '--rate',
    '21,5',
    '--from',
    '2027-01-01',
    '--law',
    'Lei 1/2026',
  ];
  const { code, error } = await lavraJson(added, withFile());
  expect([code, error]).toEqual([
    1,
    {
      error: {
        code: 'invalid_input',
        message: expect.stringMatching(/Nada foi gravado: icmsInternal\.states\.BA.*porcentagem/),
      },
    },
  ]);
  expect(await readFile(file, 'utf8')).toBe(before);
});

test('a file is checked, and every fault is reported with its place', async () => {
  await given({
    icmsInternal: { source: 'x', states: { BA: [{ from: '2026-01-01', rate: '20,5', law: 'x' }], XX: [] } },
    ibsCbs: { periods: [] },
  });
  const { code, answer } = await lavraJson(['rates', 'check'], withFile());
  expect(code).toBe(1);
  const { valid, issues } = answer as { valid: boolean; issues: { path: string }[] };
  expect(valid).toBe(false);
  expect(issues.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'icmsInternal.states.BA[0].rate',
      'icmsInternal.states',
      'ibsCbs.source',
      'ibsCbs.periods',
    ]),
  );
  const shown = await lavraJson(['rates', 'show'], withFile());
  expect(shown.error).toMatchObject({
    error: { code: 'invalid_settings', message: expect.stringContaining('rates check') },
  });
});

test('a file in order passes, and the one of LAVRA_RATES is meant where none is named', async () => {
  await given({});
  expect(await lavraJson(['rates', 'check', file], nobody)).toMatchObject({ code: 0, answer: { valid: true } });
  expect((await lavraJson(['rates', 'check'], nobody)).error).toMatchObject({ error: { code: 'invalid_settings' } });
  expect((await lavraJson(['rates', 'check', join(folder, 'none.json')], nobody)).error).toMatchObject({
    error: { code: 'unreadable_file' },
  });
});

test('every command explains itself with examples', async () => {
  for (const command of ['show', 'add']) {
    const { code, out } = await lavra(['rates', command, '--help'], nobody);
    expect([code, out]).toEqual([0, expect.stringContaining(`lavra rates ${command}`)]);
  }
});
