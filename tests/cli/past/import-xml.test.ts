import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openZip } from '../../../adapters/archives/open-zip.ts';
import { zipOf } from '../../../adapters/archives/zip.ts';
import type { PastReport } from '../../../cli/past/import-past.ts';
import type { Orm } from '../../../config/orm.ts';
import { startService } from '../../../local/services/service.ts';
import { localSettings } from '../../../local/settings.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import type { PastSource } from '../../../operations/past/examine.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { each } from '../../adapters/archives/members.ts';
import { until } from '../../support/checks/until.ts';
import { pastCancellation, pastInutilization, pastIssuer, pastNote } from '../../support/samples/past-files.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { companyForm } from '../company-form.ts';
import { lavra, lavraJson } from '../lavra.ts';

let orm: Orm;
let settings: Record<string, string>;
let folder: string;
beforeAll(async () => {
  settings = { DATABASE_URL: await testDatabase() };
  orm = await patientOrm(settings['DATABASE_URL'] ?? '');
  await createCompany(acrossCompanies(orm), { ...companyForm, taxId: pastIssuer });
});
beforeEach(async () => {
  await acrossCompanies(orm).execute('truncate past_note, past_note_event, past_inutilization, past_file');
  folder = await mkdtemp(join(tmpdir(), 'lavra-past-'));
});
afterAll(() => orm.close());

const ofCompany = ['--company', pastIssuer];

async function put(files: PastSource[]): Promise<void> {
  for (const { name, content } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

async function zipped(files: PastSource[]): Promise<Buffer> {
  const modifiedAt = new Date('2026-11-02T03:00:00Z');
  return buffer(zipOf(each(files.map((file) => ({ ...file, modifiedAt })))));
}

async function imported(path: string, ...args: string[]): Promise<{ code: number; report: PastReport }> {
  const { code, answer, error } = await lavraJson(['import', 'xml', path, ...ofCompany, ...args], settings);
  expect(error).toBeNull();
  return { code, report: answer as PastReport };
}

test('monthly ZIPs of XML beside ZIPs of DANFEs are taken as they lie, and what is refused is in a CSV', async () => {
  const notes = [1, 2, 3].map((number) => pastNote({ number }));
  const [one, two, three] = notes.map(({ file, accessKey }) => ({ ...file, name: `${accessKey}-nfe.xml` }));
  const cancelled = pastCancellation(notes[1]?.accessKey ?? '');
  const danfe = { name: 'DANFEs/1.pdf', content: Buffer.from('%PDF-1.4') };
  const bare = { name: 'enviadas/9.xml', content: Buffer.from('<NFe xmlns="http://www.portalfiscal.inf.br/nfe"/>') };
  await put([
    { name: '202610/xmls.zip', content: await zipped([one!, two!, bare]) },
    { name: '202610/danfes.zip', content: await zipped([danfe]) },
    { name: '202611/xmls.zip', content: await zipped([three!, cancelled, pastInutilization(4, 6)]) },
    { name: '202612/xmls.zip', content: (await zipped([three!])).subarray(0, 400) },
    { name: 'leia.txt', content: Buffer.from('backup') },
  ]);
  const errors = join(folder, 'recusados.csv');
  const { code, report } = await imported(folder, '--errors', errors);
  expect(code).toBe(4);
  expect(report).toMatchObject({ stored: { NFE: 3, EVENT: 1, INUTILIZATION: 1 }, known: 0, refused: 2 });
  expect(report.refusedByCode).toEqual({ not_registered: 1, damaged_zip: 1 });
  const csv = await readFile(errors, 'utf8');
  expect(csv).toContain('202610/xmls.zip/enviadas/9.xml;not_registered;"A nota não traz o protocolo de autorização');
  expect(csv).toContain('202612/xmls.zip;damaged_zip;');

  const again = await imported(folder);
  expect(again.report).toMatchObject({ stored: { NFE: 0, EVENT: 0, INUTILIZATION: 0 }, known: 5, refused: 2 });
  const series = `select next_number as next from number_series where environment = 'PRODUCTION' and model = '55' and series = 1`;
  expect(await acrossCompanies(orm).execute(series)).toEqual([{ next: 7 }]);
});

test('a ZIP whose folders are separated by backslashes, as some programs of Windows write them, is taken', async () => {
  const { file } = pastNote({ number: 4 });
  const zip = await zipped([{ ...file, name: 'XML/2026/nota.xml' }]);
  const written = Buffer.from(zip.toString('latin1').replaceAll('XML/2026/', 'XML\\2026\\'), 'latin1');
  await put([{ name: 'outubro.zip', content: written }]);
  expect((await imported(folder)).report).toMatchObject({ files: 1, refused: 0, stored: { NFE: 1 } });
});

test('what was imported is listed, shown and given back byte for byte', async () => {
  const { accessKey, file } = pastNote({ number: 5 });
  const cancelled = pastCancellation(accessKey);
  await put([file, cancelled]);
  expect((await imported(join(folder, file.name))).report.stored).toMatchObject({ NFE: 1 });
  expect((await imported(folder)).report).toMatchObject({ stored: { EVENT: 1, NFE: 0 }, known: 1 });

  const filters = [
    '--environment',
    'PRODUCTION',
    '--from',
    '2026-11-21',
    '--to',
    '2026-11-21',
    '--status',
    'CANCELLED',
  ];
  const list = await lavraJson(['past', 'list', ...ofCompany, ...filters], settings);
  expect(list.answer).toMatchObject({
    total: 1,
    notes: [{ accessKey, number: '5', status: 'CANCELLED', totalValue: '100.00' }],
  });
  expect((await lavra(['past', 'list', ...ofCompany, '--environment', 'PRODUCTION'], settings)).out).toContain(
    accessKey,
  );
  const shown = await lavraJson(['past', 'show', accessKey, ...ofCompany], settings);
  expect(shown.answer).toMatchObject({ accessKey, events: [{ code: '110111', sequence: 1 }] });
  const out = join(folder, 'saida.xml');
  expect((await lavraJson(['past', 'xml', accessKey, ...ofCompany, '--out', out], settings)).code).toBe(0);
  expect((await readFile(out)).equals(file.content)).toBe(true);
  const event = await lavraJson(['past', 'xml', accessKey, ...ofCompany, '--event', '110111-1'], settings);
  expect(event.answer).toMatchObject({ xml: cancelled.content.toString() });
  expect((await lavraJson(['past', 'xml', '9'.repeat(44), ...ofCompany], settings)).error).toMatchObject({
    error: { code: 'document_not_found' },
  });
});

test('a month goes into a ZIP, which imports as it was', async () => {
  const { accessKey, file } = pastNote({ number: 5 });
  const [cancelled, range] = [pastCancellation(accessKey), pastInutilization(6, 9)];
  await put([file, cancelled, range]);
  await imported(folder);
  const out = join(folder, 'novembro.zip');
  const month = ['--environment', 'PRODUCTION', '--year', '2026', '--month', '11', '--out', out];
  const exported = await lavraJson(['past', 'export', ...ofCompany, ...month], settings);
  expect(exported.answer).toMatchObject({ path: out, fileCount: 3 });
  const zip = await openZip(out);
  const names: string[] = [];
  for await (const { name } of zip.files()) names.push(name);
  zip.close();
  expect(names).toEqual([
    `nfe/${accessKey}-procNFe.xml`,
    `eventos/${accessKey}-110111-1-procEventoNFe.xml`,
    'inutilizacoes/55-1-6-9-procInutNFe.xml',
  ]);
  expect((await imported(out)).report).toMatchObject({ known: 3, refused: 0 });
  await acrossCompanies(orm).execute('truncate past_note, past_note_event, past_inutilization, past_file');
  expect((await imported(out)).report.stored).toMatchObject({ NFE: 1, EVENT: 1, INUTILIZATION: 1 });
});

test('a dry run writes nothing, and a path that is not there is refused', async () => {
  await put([pastNote({ number: 5 }).file]);
  const { code, report } = await imported(folder, '--dry-run');
  expect([code, report.stored.NFE, report.dryRun]).toEqual([0, 1, true]);
  expect(await counted('past_note')).toBe(0);
  const missing = await lavraJson(['import', 'xml', join(folder, 'nada'), ...ofCompany], settings);
  expect(missing.error).toMatchObject({ error: { code: 'unreadable_file' } });
});

test('two imports at once take turns', async () => {
  await put(Array.from({ length: 40 }, (_, at) => pastNote({ number: at + 1, series: 4 }).file));
  const inTurn = () =>
    until('its turn comes', async () => {
      const { answer, error } = await lavraJson(['import', 'xml', folder, ...ofCompany], settings);
      // On a busy machine the other import may take longer than this one waits: so this is repeated.
      return error === null && (answer as PastReport);
    });
  const both = await Promise.all([inTurn(), inTurn()]);
  const counts = both.map(({ stored, known }) => `${stored.NFE}/${known}`);
  expect(counts.toSorted()).toEqual(['0/40', '40/0']);
});

test('an import that is killed goes on with the same command: nothing twice, nothing lost', async () => {
  const notes = Array.from({ length: 900 }, (_, at) => pastNote({ number: at + 1, series: 3 }));
  await put(notes.map(({ file }) => file));
  let done = 0;
  for (const commits of [1, 2]) {
    // The batch after the next commit waits for the lock, and the process is killed there.
    const number = await killedAfter(done + commits * 200);
    expect(number).toBeGreaterThan(done);
    expect(number).toBeLessThan(900);
    done = number;
  }
  await acrossCompanies(orm).execute('drop trigger gate on past_note');
  const { report } = await imported(folder);
  expect(report).toMatchObject({ files: 900, known: done, stored: { NFE: 900 - done }, refused: 0 });
  const [row] = await acrossCompanies(orm).execute<{ keys: number; files: number }[]>(
    `select count(distinct access_key)::int as keys, (select count(*)::int from past_file) as files from past_note`,
  );
  expect(row).toEqual({ keys: 900, files: 900 });
  await rm(folder, { recursive: true });
});

/** A trigger by which inserts wait for a lock once so many notes are stored. */
const gate = (count: number): string => `
  create or replace function gate() returns trigger language plpgsql as $$ begin
    if (select count(*) from past_note) >= ${count} then perform pg_advisory_xact_lock(4711); end if;
    return null;
  end $$;
  create or replace trigger gate before insert on past_note for each statement execute function gate()`;

/** Starts the command, and kills it while it stores the batch after so many notes. @returns how many it had committed */
async function killedAfter(count: number): Promise<number> {
  await acrossCompanies(orm).execute(gate(count));
  await acrossCompanies(orm).transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(4711)');
    const started = start();
    await until('the import waits', async () => (await locks(false)) > 0);
    process.kill(started.pid, 'SIGKILL');
    expect(await started.exited).toBe('SIGKILL');
  });
  await until('the database has noticed', async () => (await locks(true)) === 0);
  return counted('past_note');
}

async function locks(granted: boolean): Promise<number> {
  const query = `select 1 from pg_locks join pg_database d on d.oid = database
    where locktype = 'advisory' and granted = ? and datname = current_database()`;
  return (await acrossCompanies(orm).execute(query, [granted])).length;
}

function start() {
  const root = resolve(import.meta.dirname, '../../..');
  return startService({
    name: 'lavra import xml',
    program: process.execPath,
    args: [join(root, 'cli/main.ts'), 'import', 'xml', folder, ...ofCompany],
    env: { ...localSettings().inherited, ...settings },
    cwd: root,
  });
}

async function counted(table: string): Promise<number> {
  const [row] = await acrossCompanies(orm).execute<{ n: number }[]>(`select count(*)::int as n from ${table}`);
  return row?.n ?? 0;
}
