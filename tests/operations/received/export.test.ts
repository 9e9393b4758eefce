import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { schemaTypes } from '../../../domain/received/kinds.ts';
import { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { ReceivedFile } from '../../../domain/received/received-file.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { type ExportKinds, usualKinds } from '../../../operations/received/export-month.ts';
import { exportFileName, openExport } from '../../../operations/received/export.ts';
import { readByPython, readByYauzl, sha256, testByUnzip } from '../../adapters/archives/foreign-readers.ts';
import { companyForm } from '../../cli/company-form.ts';
import { damage } from '../../support/faults/damage.ts';
import { keepFile, receive } from '../../support/rows/received-files.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';

const october = { year: 2026, month: 10 };
const everything: ExportKinds = { notes: true, events: true, summaries: true };
let url: string;
let orm: Orm;
let company: Company;
let neighbour: Company;
let folder: string;
beforeAll(async () => {
  url = await testDatabase();
  orm = await patientOrm(url);
  company = await createCompany(acrossCompanies(orm), companyForm);
  neighbour = await createCompany(acrossCompanies(orm), { ...companyForm, taxId: '11444777000161' });
  folder = await mkdtemp(join(tmpdir(), 'lavra-export-'));
});
afterAll(() => Promise.all([orm.close(), rm(folder, { recursive: true })]));
beforeEach(async () => {
  const em = acrossCompanies(orm);
  await em.nativeDelete(ReceivedFile, {});
  await em.nativeDelete(ReceivedDocument, {});
});

test('each document is in the folder of its kind, under its key and NSU, as three foreign readers find it', async () => {
  const kept = await Promise.all(schemaTypes.map((schemaType) => receive(orm, company, { schemaType })));
  const { documentCount, pendingSummaries, companyCount, content } = await open(everything);
  expect({ documentCount, pendingSummaries, companyCount }).toEqual({
    documentCount: 6,
    pendingSummaries: 1,
    companyCount: 1,
  });
  const path = join(folder, 'whole.zip');
  await pipeline(content, createWriteStream(path));
  const folders = ['resumos', 'notas', 'eventos', 'eventos', 'notas', 'eventos'];
  const wanted = kept.map(({ accessKey, nsu, content: xml }, at) => ({
    name: `${folders[at]}/${accessKey}-nsu${nsu}.xml`,
    sha256: sha256(xml),
  }));
  await testByUnzip(path);
  for (const { count, found } of [await readByPython(path), await readByYauzl(path)]) {
    expect(count).toBe(6);
    expect(byName(found.map(({ name, sha256 }) => ({ name, sha256 })))).toEqual(byName(wanted));
  }
});

test.each([
  [{ notes: true, events: false, summaries: false }, ['notas']],
  [{ notes: false, events: true, summaries: false }, ['eventos']],
  [{ notes: false, events: false, summaries: true }, ['resumos']],
  [usualKinds, ['eventos', 'notas']],
])('of %j only those go in', async (kinds, folders) => {
  for (const schemaType of schemaTypes) await receive(orm, company, { schemaType });
  const names = await namesIn(kinds);
  expect([...new Set(names.map((name) => name.split('/')[0]))].toSorted()).toEqual(folders);
});

// Brasília had daylight saving time until 2019 (Decreto 9.772): in November 2018 it began on the 4th.
test.each([
  ['2026-10-01T00:00:00-03:00', '2026-10-31T23:59:59.999-03:00', 2026, 10],
  ['2018-11-01T00:00:00-03:00', '2018-11-30T23:59:59.999-02:00', 2018, 11],
  ['2018-12-01T00:00:00-02:00', '2018-12-31T23:59:59.999-02:00', 2018, 12],
  ['2019-02-01T00:00:00-02:00', '2019-02-28T23:59:59.999-03:00', 2019, 2],
])('a month goes from %s to %s', async (first, last, year, month) => {
  const [start, end] = [new Date(first).getTime(), new Date(last).getTime()];
  const edges = [start - 1000, start, end - 999, end, end + 1];
  const kept = [];
  for (const at of edges) kept.push(await receive(orm, company, { emissionDate: new Date(at) }));
  const inside = kept.slice(1, 4).map(({ accessKey, nsu }) => `notas/${accessKey}-nsu${nsu}.xml`);
  expect(await namesIn(usualKinds, { year, month })).toEqual(inside.toSorted());
});

test('an event belongs to the month in which it happened', async () => {
  const { accessKey } = await receive(orm, company, { emissionDate: new Date('2026-09-30T12:00:00Z') });
  const { nsu } = await receive(orm, company, { accessKey, schemaType: 'PROC_EVENTO' });
  expect(await namesIn(everything)).toEqual([`eventos/${accessKey}-nsu${nsu}.xml`]);
});

test('what is another company’s, of the other environment or no received document is not in it', async () => {
  const { accessKey, nsu } = await receive(orm, company);
  await receive(orm, neighbour, { accessKey, nsu });
  await receive(orm, company, {
    environment: company.environment === 'PRODUCTION' ? 'HOMOLOGATION' : 'PRODUCTION',
    nsu,
  });
  const own = await receive(orm, company);
  await acrossCompanies(orm).nativeDelete(ReceivedDocument, { id: own.id }); // its file stays, as that of the company's own NFS-e does
  expect(await namesIn(everything)).toEqual([`notas/${accessKey}-nsu${nsu}.xml`]);
});

test('the same NSU of both sources, and a thousand documents, have names of their own', async () => {
  const { nsu } = await receive(orm, company, { nsu: 7 });
  await receive(orm, company, { nsu, schemaType: 'NFSE' });
  const more = Array.from({ length: 1_000 }, (_, at) => receive(orm, company, { nsu: 1_000 + at }));
  await Promise.all(more);
  const names = await namesIn(everything);
  expect(names.length).toBe(1_002);
  expect(new Set(names).size).toBe(1_002);
});

test('what goes in is fixed when it begins: nothing enters, vanishes or changes its name', async () => {
  const summary = await receive(orm, company, { schemaType: 'RES_NFE', nsu: 10 });
  const note = await receive(orm, company, { nsu: 20 });
  const { content } = await open(everything);
  await complete(summary.id, 30);
  await receive(orm, company, { nsu: 40 });
  await acrossCompanies(orm).nativeUpdate(
    ReceivedDocument,
    { id: note.id },
    { emissionDate: new Date('2027-01-01T12:00:00Z') },
  );
  const path = join(folder, 'fixed.zip');
  await pipeline(content, createWriteStream(path));
  const { found } = await readByYauzl(path);
  expect(byName(found.map(({ name, sha256 }) => ({ name, sha256 })))).toEqual([
    { name: `notas/${note.accessKey}-nsu20.xml`, sha256: sha256(note.content) },
    { name: `resumos/${summary.accessKey}-nsu10.xml`, sha256: sha256(summary.content) },
  ]);
});

test('a complete note takes the place of its summary', async () => {
  const { id, accessKey } = await receive(orm, company, { schemaType: 'RES_NFE', nsu: 10 });
  const counted = await open(everything);
  counted.content.destroy();
  expect(counted.pendingSummaries).toBe(1);
  await complete(id, 30);
  const { pendingSummaries, content } = await open(everything);
  expect([pendingSummaries, await namesOf(content)]).toEqual([0, [`notas/${accessKey}-nsu30.xml`]]);
});

test('files larger than a page come through, and one that is no plain gzip as its content', async () => {
  const kept = [];
  for (let nsu = 1; nsu <= 5; nsu += 1) {
    kept.push(await receive(orm, company, { nsu, content: randomBytes(1_500_000) }));
  }
  const odd = await receive(orm, company, { nsu: 6, content: '<a/><b/>' });
  const gzip = Buffer.concat([gzipSync('<a/>'), gzipSync('<b/>')]);
  const oddly = { content: gzip, crc32: null, size: null };
  await damage(orm, 'received_file', (em) => em.nativeUpdate(ReceivedFile, { receivedDocument: odd.id }, oddly));
  const path = join(folder, 'large.zip');
  await pipeline((await open(usualKinds)).content, createWriteStream(path));
  const { found } = await readByYauzl(path);
  expect(found.map((file) => file.sha256)).toEqual([...kept, odd].map(({ content }) => sha256(content)));
});

test('where a file cannot be read the archive fails, and does not end as if it were whole', async () => {
  await receive(orm, company, { nsu: 1 });
  const { id } = await receive(orm, company, { nsu: 2 });
  await acrossCompanies(orm).nativeDelete(ReceivedFile, { receivedDocument: id });
  await expect((await open(usualKinds)).content.toArray()).rejects.toThrow('NSU 2');
});

test('a month without anything to export is no archive, also where it has summaries alone', async () => {
  await expect(open(everything)).rejects.toMatchObject({ code: 'no_documents' });
  await receive(orm, company, { schemaType: 'RES_NFE' });
  await expect(open(usualKinds)).rejects.toMatchObject({
    code: 'no_documents',
    message: expect.stringContaining('resumos de NF-e cujo XML completo ainda não chegou (1)'),
  });
  expect((await namesIn(everything)).length).toBe(1);
});

test('while nobody reads no connection is held, and none afterwards', async () => {
  for (let nsu = 1; nsu <= 12; nsu += 1) await receive(orm, company, { nsu, content: randomBytes(1_000_000) });
  const narrow = await patientOrm(url, { pool: 1 });
  const { content } = await openExport(narrow, [{ company, folder: '' }], october, usualKinds);
  await once(content, 'readable');
  for (let time = 0; time < 3; time += 1) expect(await acrossCompanies(narrow).count(ReceivedDocument, {})).toBe(12);
  content.destroy();
  await once(content, 'close');
  expect(await acrossCompanies(narrow).count(ReceivedDocument, {})).toBe(12);
  await narrow.close();
});

test('several companies have a folder each; the counts are of all, and who has nothing is not counted', async () => {
  const [ours, theirs] = [await receive(orm, company, { nsu: 1 }), await receive(orm, neighbour, { nsu: 1 })];
  const parts = [
    { company, folder: 'A/' },
    { company: neighbour, folder: 'B/' },
    { company: { id: company.id, environment: 'PRODUCTION' as const }, folder: 'C/' },
  ];
  const { content, documentCount, companyCount } = await openExport(orm, parts, october, usualKinds);
  expect([documentCount, companyCount]).toEqual([2, 2]);
  expect(await namesOf(content)).toEqual([
    `A/notas/${ours.accessKey}-nsu1.xml`,
    `B/notas/${theirs.accessKey}-nsu1.xml`,
  ]);
});

test('the file is named by company and month', () => {
  expect(exportFileName('11222333000181', { year: 2026, month: 3 })).toBe('11222333000181-2026-03.zip');
});

const open = (kinds: ExportKinds, month = october) => openExport(orm, [{ company, folder: '' }], month, kinds);

async function namesIn(kinds: ExportKinds, month = october): Promise<string[]> {
  return namesOf((await open(kinds, month)).content);
}

async function namesOf(content: Awaited<ReturnType<typeof open>>['content']): Promise<string[]> {
  const path = join(folder, 'names.zip');
  await pipeline(content, createWriteStream(path));
  return (await readByYauzl(path)).found.map(({ name }) => name).toSorted();
}

/** Stores the complete XML as the distribution does: the row stays, with the NSU of the newer version. */
async function complete(id: string, nsu: number): Promise<void> {
  const em = acrossCompanies(orm);
  const row = await em.findOneOrFail(ReceivedDocument, { id });
  await keepFile(orm, row, nsu);
  Object.assign(row, { nsu: BigInt(nsu), schemaType: 'PROC_NFE', hasFullXml: true });
  await em.flush();
}

function byName<Named extends { name: string }>(files: Named[]): Named[] {
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
