import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { readByYauzl, testByUnzip } from '../../adapters/archives/foreign-readers.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { receivedNote } from '../../support/rows/received.ts';
import { type KeptDocument, receive } from '../../support/rows/received-files.ts';
import { companyForm } from '../company-form.ts';
import { lavra, lavraJson } from '../lavra.ts';

let orm: Orm;
let settings: Record<string, string>;
let company: Company;
let note: KeptDocument;
let folder: string;
beforeAll(async () => {
  settings = { DATABASE_URL: await testDatabase() };
  orm = await patientOrm(settings.DATABASE_URL ?? '');
  company = await createCompany(acrossCompanies(orm), companyForm);
  note = await receive(orm, company);
  await receive(orm, company, { schemaType: 'RES_NFE' });
  await receive(orm, company, { schemaType: 'PROC_EVENTO' });
});
afterAll(() => orm.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-received-'));
});
afterEach(() => rm(folder, { recursive: true }));

const october = ['received', 'export', '--company', companyForm.taxId, '--year', '2026', '--month', '10'];

test('list shows what the API lists, with its filters and its refusals', async () => {
  const list = ['received', 'list', '--company', companyForm.taxId];
  const { out } = await lavra([...list, '--schema-type', 'PROC_NFE'], settings);
  expect(out).toContain(note.accessKey);
  expect(out).toContain('Página 1 de 1, 1 no total.');
  const { answer } = await lavraJson([...list, '--pending', '--from', '2026-10-01', '--to', '2026-10-31'], settings);
  expect(answer).toMatchObject({ total: 2, page: 1, pageSize: 20 });
  const nobody = await lavraJson([...list, '--issuer', '11222333000181'], settings);
  expect(nobody).toMatchObject({ code: 0, answer: { total: 0, documents: [] } });
  const refused = await lavraJson([...list, '--from', '2026-10-31', '--to', '2026-10-01'], settings);
  expect(refused).toMatchObject({ code: 1, error: { error: { code: 'validation_error' } } });
});

test('list shows the day of emission in Brasília, by which it filters, and its help the defaults in Portuguese', async () => {
  const late = new Date('2026-09-06T00:30:00Z');
  const { accessKey } = await receivedNote(
    orm,
    company,
    { accessKey: note.accessKey },
    { eventCode: '110110', emissionDate: late },
  );
  const { out } = await lavra(['received', 'list', '--company', companyForm.taxId, '--to', '2026-09-05'], settings);
  expect(out.split('\n').find((line) => line.includes(accessKey) && line.includes('2026-09-0'))).toContain(
    '2026-09-05',
  );
  expect((await lavra(['received', 'list', '--help'], settings)).out).not.toContain('default');
});

test('export writes a month to a file that only its owner reads, and says what it lacks', async () => {
  const path = join(folder, 'outubro.zip');
  const { code, out } = await lavra([...october, '--no-events', '--out', path], settings);
  expect(code).toBe(0);
  expect(out).toContain(`1 arquivo em ${path} (0,0 MB), do ambiente de homologação.`);
  expect(out).toContain('De 1 NF-e do mês só há o resumo');
  await testByUnzip(path);
  const { found } = await readByYauzl(path);
  expect(found.map(({ name }) => name)).toEqual([`notas/${note.accessKey}-nsu${note.nsu}.xml`]);
  expect([(await stat(path)).mode & 0o777, await readdir(folder)]).toEqual([0o600, ['outubro.zip']]);
});

test('for scripts it answers what it wrote; summaries go in where they are asked for', async () => {
  const path = join(folder, 'tudo.zip');
  const { code, answer } = await lavraJson([...october, '--summaries', '--out', path], settings);
  const { size } = await stat(path);
  expect({ code, answer }).toEqual({
    code: 0,
    answer: { path, environment: 'HOMOLOGATION', documentCount: 3, pendingSummaries: 1, byteCount: size },
  });
});

test('export of an office has a folder for each company of its portfolio', async () => {
  const { office } = await newOffice(orm);
  await linkOf(orm, office, company);
  const path = join(folder, 'carteira.zip');
  const asked = ['received', 'export', '--office', office.taxId, '--year', '2026', '--month', '10', '--out', path];
  const { out } = await lavra([...asked, '--no-events'], settings);
  expect(out).toContain(`1 arquivo em ${path} (0,0 MB), de 1 empresa.`);
  const { found } = await readByYauzl(path);
  expect(found.map(({ name }) => name)).toEqual([
    `${company.taxId} - ${company.name}/notas/${note.accessKey}-nsu${note.nsu}.xml`,
  ]);
  const { answer } = await lavraJson(asked, settings);
  expect(answer).toMatchObject({ environment: null, documentCount: 2, companyCount: 1, pendingSummaries: 1 });
  for (const wrong of [[...asked, '--company', company.taxId], asked.toSpliced(2, 2)]) {
    const refused = await lavraJson(wrong, settings);
    expect(refused).toMatchObject({ code: 1, error: { error: { code: 'invalid_input' } } });
  }
});

test.each([
  [['--month', '13'], 1, 'invalid_input'],
  [['--month', '9'], 1, 'no_documents'],
  [['--year', '9999'], 1, 'no_documents'],
  [['--company', '00000000000000'], 1, 'company_not_found'],
  [['--day', '1'], 2, 'usage'],
])('%j is refused and leaves no file', async (args, code, error) => {
  const refused = await lavraJson([...october, '--out', join(folder, 'x.zip'), ...args], settings);
  expect(refused).toMatchObject({ code, error: { error: { code: error } } });
  expect(await readdir(folder)).toEqual([]);
});

test('a place that cannot be written to is named', async () => {
  const inside = await lavraJson([...october, '--out', join(folder, 'nowhere', 'x.zip')], settings);
  expect(inside).toMatchObject({ code: 1, error: { error: { code: 'unwritable_file' } } });
  await mkdir(join(folder, 'taken.zip'));
  const onto = await lavraJson([...october, '--out', join(folder, 'taken.zip')], settings);
  expect(onto).toMatchObject({ code: 1, error: { error: { code: 'unwritable_file' } } });
  expect(await readdir(folder)).toEqual(['taken.zip']);
});

test('what breaks off leaves an earlier file as it was', async () => {
  const path = join(folder, 'outubro.zip');
  await writeFile(path, 'earlier');
  const { id } = await receive(orm, company, { nsu: 1 });
  await acrossCompanies(orm).execute('delete from received_file where received_document_id = ?', [id]);
  const { code } = await lavra([...october, '--out', path], settings);
  expect(code).toBe(70);
  expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['earlier', ['outubro.zip']]);
});
