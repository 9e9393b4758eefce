import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Company } from '../../../../domain/companies/company.entity.ts';
import { OfficeLink } from '../../../../domain/offices/office-link.entity.ts';
import type { Office } from '../../../../domain/offices/office.entity.ts';
import { ExportLink } from '../../../../domain/received/export-link.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { inFolder, readByPython, readByYauzl, testByUnzip } from '../../../adapters/archives/foreign-readers.ts';
import { linkOf, newOffice } from '../../../support/rows/office.ts';
import { manifest, receive } from '../../../support/rows/received-files.ts';
import { until } from '../../../support/checks/until.ts';
import { newCompany, startApi, type TestApi } from '../../fixture.ts';
import { linkedCompany } from './linked-company.ts';

const path = '/v1/accounting/received-documents/export';
const month = { year: 2026, month: 10 };
const october = `${path}?year=2026&month=10`;

let api: TestApi;
let accountant: Awaited<ReturnType<typeof newOffice>>;
/** A company whose month is larger than the buffers of a connection. */
let large: Company;
beforeAll(async () => {
  api = await startApi();
  large = (await newCompany(api.orm)).company;
  const content = randomBytes(1_000_000);
  for (let nsu = 1; nsu <= 40; nsu += 1) await receive(api.orm, large, { nsu, content });
});
afterAll(() => api.close());
beforeEach(async () => {
  accountant = await newOffice(api.orm);
});

test('each company has a folder of its own; who has no notes has none, and the counts are of all', async () => {
  const [padaria, cafe, idle] = [await linked('Padaria'), await linked('Café S/A'), await linked('Sem notas')];
  const note = await receive(api.orm, padaria);
  const event = await receive(api.orm, padaria, { schemaType: 'PROC_EVENTO' });
  const service = await receive(api.orm, cafe, { schemaType: 'NFSE' });
  const said = await manifest(api.orm, padaria, note);
  const summary = await receive(api.orm, idle, { schemaType: 'RES_NFE' });
  await manifest(api.orm, idle, summary, { occurredAt: new Date('2026-11-01T03:00:00Z') });
  const { status, headers, names } = await download(october);
  expect({ status, ...Object.fromEntries(headers) }).toMatchObject({
    status: 200,
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename=${accountant.office.taxId}-2026-10.zip`,
    'x-document-count': '4',
    'x-pending-summaries': '1',
    'x-company-count': '2',
    'cache-control': 'no-store',
  });
  expect(names).toEqual([
    `${cafe.taxId} - Café S-A/notas/${service.accessKey}-nsu${service.nsu}.xml`,
    `${padaria.taxId} - Padaria/notas/${note.accessKey}-nsu${note.nsu}.xml`,
    `${padaria.taxId} - Padaria/eventos/${event.accessKey}-nsu${event.nsu}.xml`,
    `${padaria.taxId} - Padaria/${said.name}`,
  ]);
  const head = await api.call('HEAD', october, { key: accountant.key });
  expect([head.status, head.headers.get('x-company-count'), head.text]).toEqual([200, '2', '']);
  const all = await download(`${october}&summaries=true&notes=false&events=false`);
  expect(all.names.map((name) => name.split('/').slice(0, 2))).toEqual([[`${idle.taxId} - Sem notas`, 'resumos']]);
});

test('files are the bytes that each company received, also where NSUs are alike and pages hold several companies', async () => {
  const companies = [];
  for (let at = 0; at < 5; at += 1) companies.push(await linked(`Loja ${at}`));
  const wanted = [];
  for (const [at, company] of companies.entries()) {
    for (let nsu = 1; nsu <= 70; nsu += 1) {
      const { content, accessKey } = await receive(api.orm, company, { nsu, content: `<doc>${at} ${nsu}</doc>` });
      wanted.push({ name: `${company.taxId} - Loja ${at}/notas/${accessKey}-nsu${nsu}.xml`, sha256: digest(content) });
    }
  }
  const { found } = await download(october);
  expect(found).toEqual(wanted);
});

test('names that some system refuses, and two companies of one name, become folders that every reader takes', async () => {
  const names = {
    'A/B\\C:D': 'A-B-C-D',
    '..': 'sem nome',
    CON: '_CON',
    'Pão 😀': 'Pão 😀',
    'PADARIA.': 'PADARIA',
    Padaria: 'Padaria',
    'padaria ': 'padaria',
    'cafe\u0301': 'café',
    '"<x>|?*': '--x----',
    [emoji.repeat(60)]: emoji.repeat(59),
  };
  const wanted = [];
  for (const [name, shown] of [...Object.entries(names), ['Padaria', 'Padaria']]) {
    const company = await linked(name ?? '');
    await receive(api.orm, company);
    wanted.push(`${company.taxId} - ${shown}`);
  }
  const { headers, names: found } = await download(october);
  expect(headers.get('x-company-count')).toBe(String(wanted.length));
  expect(found.map((name) => name.split('/')[0]).toSorted()).toEqual(wanted.toSorted());
});
const emoji = '😀';

test('the list chooses companies, each once, and only those go in', async () => {
  const [one, two, three] = [await linked('Um'), await linked('Dois'), await linked('Três')];
  for (const company of [one, two, three]) await receive(api.orm, company);
  const { names, headers } = await download(`${october}&companyIds=${one.id},%20${two.id.toUpperCase()}%20,${one.id},`);
  expect(headers.get('x-company-count')).toBe('2');
  expect(names.map((name) => name.split('/')[0])).toEqual([`${two.taxId} - Dois`, `${one.taxId} - Um`]);
});

test('a company outside the portfolio refuses the whole list by the id that was sent, whoever it is', async () => {
  const own = await linked('Própria');
  await receive(api.orm, own);
  const other = await newOffice(api.orm);
  const foreign = await linked('Segredo', other.office);
  const pending = await linked('Pendente', accountant.office, 'PENDING');
  const ended = await linked('Encerrada', accountant.office, 'ENDED');
  const inactive = await linked('Inativa');
  await acrossCompanies(api.orm).nativeUpdate(Company, { id: inactive.id }, { isActive: false });
  const unlinked = (await newCompany(api.orm)).company;
  for (const id of [foreign.id, pending.id, ended.id, inactive.id, unlinked.id, randomUUID()]) {
    const get = await api.call('GET', `${october}&companyIds=${own.id},${id}`, { key: accountant.key });
    const post = await api.call('POST', `${path}/link`, {
      key: accountant.key,
      body: { ...month, companyIds: [own.id, id] },
    });
    for (const { status, body } of [get, post]) {
      expect([status, body.code]).toEqual([403, 'company_not_in_portfolio']);
      expect(body.message).toBe(
        `A empresa ${id} não está na carteira do escritório. Veja as que estão em GET /v1/accounting/companies.`,
      );
    }
  }
  const { names } = await download(october);
  expect(names.length).toBe(1);
});

const tooMany = Array.from({ length: 201 }, () => randomUUID()).join(',');

test.each([
  ['no month', 'year=2026', 'month'],
  ['a thirteenth month', 'year=2026&month=13', 'month'],
  ['an empty list', 'year=2026&month=10&companyIds=', 'companyIds'],
  ['what is no id', 'year=2026&month=10&companyIds=abc', 'companyIds[0]'],
  ['a list of commas', 'year=2026&month=10&companyIds=, ,', 'companyIds'],
  ['201 companies', `year=2026&month=10&companyIds=${tooMany}`, 'companyIds'],
  ['no kind of document', 'year=2026&month=10&notes=false&events=false', 'notes'],
  ['what is unknown', 'year=2026&month=10&day=1', 'day'],
])('%s is refused, and named', async (_what, query, field) => {
  const { status, body } = await api.call('GET', `${path}?${query}`, { key: accountant.key });
  expect({ status, ...body }).toMatchObject({ status: 400, code: 'validation_error', issues: [{ path: field }] });
});

test('200 companies of a list are taken, repeated as they may be, and 201 of a portfolio are not', async () => {
  const { company } = await newCompany(api.orm);
  const em = acrossCompanies(api.orm);
  await em.execute(
    `insert into company (id, tax_id, name, environment, is_active, created_at, updated_at)
     select uuidv7(), lpad((90000000000000 + i)::text, 14, '0'), 'Empresa ' || i, 'PRODUCTION', true, now(), now()
     from generate_series(1, 201) i`,
  );
  await em.execute(
    `insert into office_link (id, office_id, company_id, status, issuing_allowed, requested_by, requested_at, created_at, updated_at)
     select uuidv7(), ?, id, 'ACTIVE', false, 'OFFICE', now(), now(), now() from company where tax_id like '90000000000%'`,
    [accountant.office.id],
  );
  const ids = (
    await em.execute<{ id: string }[]>(`select id from company where tax_id like '90000000000%' order by tax_id`)
  ).map(({ id }) => id);
  await receive(api.orm, { id: ids[199] ?? '', environment: 'PRODUCTION' });
  for (const [method, of, body] of [
    ['GET', october, undefined],
    ['POST', `${path}/link`, month],
  ] as const) {
    const whole = await api.call(method, of, { key: accountant.key, ...(body ? { body } : {}) });
    expect([whole.status, whole.body.code]).toEqual([400, 'portfolio_too_large']);
  }
  const list = ids.slice(0, 200);
  const { headers, names } = await download(`${october}&companyIds=${[...list, ...list.slice(0, 50)].join(',')}`);
  expect([headers.get('x-company-count'), names.length]).toEqual(['1', 1]);
  expect(company.id).not.toBe(ids[0]);
});

test('a month or a portfolio without anything is no_documents, for the archive as for the link', async () => {
  const answers = [
    await api.call('GET', october, { key: accountant.key }),
    await api.call('POST', `${path}/link`, { key: accountant.key, body: month }),
  ];
  await linked('Vazia');
  answers.push(await api.call('GET', october, { key: accountant.key }));
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'no_documents']));
  expect(await acrossCompanies(api.orm).count(ExportLink, { office: accountant.office.id })).toBe(0);
});

test('each company is exported in its present environment', async () => {
  const company = await linked('Mudou');
  await receive(api.orm, company, { environment: 'PRODUCTION' });
  expect((await api.call('GET', october, { key: accountant.key })).status).toBe(404);
  await acrossCompanies(api.orm).nativeUpdate(Company, { id: company.id }, { environment: 'PRODUCTION' });
  expect((await download(october)).names.length).toBe(1);
});

test('of an office four downloads begin at once, none holds a connection, and its companies’ own are not counted', async () => {
  const other = await linked('Outra');
  await linkOf(api.orm, accountant.office, large);
  const own = await receive(api.orm, other);
  const answers = await Promise.all(Array.from({ length: 6 }, () => begin()));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(await refused?.json()).toMatchObject({ code: 'rate_limited' });
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  await until('no connection is in use', async () => (await busyConnections()) === 0);
  const ofOne = `/v1/accounting/companies/${other.id}/received-documents/export?year=2026&month=10`;
  const mounted = await api.call('GET', ofOne, { key: accountant.key });
  expect(mounted.text).toContain(own.accessKey);
  for (const { body, bodyUsed } of answers) if (!bodyUsed) await body?.cancel();
  await until('places are free again', async () => {
    const next = await begin();
    await next.body?.cancel();
    return next.status === 200;
  });
  await acrossCompanies(api.orm).nativeUpdate(OfficeLink, { company: large.id }, { status: 'ENDED' });
});

test('an archive is cut when a company of it leaves while it is being sent', async () => {
  await linkOf(api.orm, accountant.office, large);
  const answer = await begin();
  expect([answer.status, answer.headers.get('x-document-count')]).toEqual([200, '40']);
  await acrossCompanies(api.orm).nativeUpdate(OfficeLink, { company: large.id }, { status: 'ENDED' });
  await expect(answer.arrayBuffer()).rejects.toThrow();
});

function begin(): Promise<Response> {
  return fetch(`${api.url}${october}`, { headers: { authorization: `Bearer ${accountant.key}` } });
}

/** Connections to the database that are executing something. */
async function busyConnections(): Promise<number> {
  const [row] = await acrossCompanies(api.orm).execute<{ busy: number }[]>(
    `select count(*)::int as busy from pg_stat_activity
     where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
  );
  return row?.busy ?? Number.NaN;
}

const linked = (name: string, office: Pick<Office, 'id'> = accountant.office, status?: OfficeLink['status']) =>
  linkedCompany(api.orm, office, name, status);

/** The archive as read by three independent programs, in the order of its files. */
async function download(of: string) {
  const answer = await fetch(`${api.url}${of}`, { headers: { authorization: `Bearer ${accountant.key}` } });
  const zip = Buffer.from(await answer.arrayBuffer());
  const found = await inFolder(async (folder) => {
    const file = join(folder, 'carteira.zip');
    await writeFile(file, zip);
    await testByUnzip(file);
    const [python, yauzl] = [await readByPython(file), await readByYauzl(file)];
    expect(yauzl.found.map(({ sha256 }) => sha256)).toEqual(python.found.map(({ sha256 }) => sha256));
    return python.found.map(({ name, sha256 }) => ({ name, sha256 }));
  });
  return { status: answer.status, headers: answer.headers, names: found.map(({ name }) => name), found };
}

function digest(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
