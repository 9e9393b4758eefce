import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ApiKey } from '../../../../domain/access/api-key.entity.ts';
import { Company } from '../../../../domain/companies/company.entity.ts';
import { OfficeLink } from '../../../../domain/offices/office-link.entity.ts';
import { ExportLink } from '../../../../domain/received/export-link.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { setSuspended } from '../../../../operations/provisioning.ts';
import { inFolder, readByPython, readByYauzl, testByUnzip } from '../../../adapters/archives/foreign-readers.ts';
import { linkOf, newOffice } from '../../../support/office.ts';
import { receive } from '../../../support/received-files.ts';
import { newCompany, startApi, type TestApi } from '../../fixture.ts';

const path = '/v1/accounting/received-documents/export';
const month = { year: 2026, month: 10 };
const october = `${path}?year=2026&month=10`;

let api: TestApi;
let accountant: Awaited<ReturnType<typeof newOffice>>;
beforeAll(async () => {
  api = await startApi();
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
  await receive(api.orm, idle, { schemaType: 'RES_NFE' });
  const { status, headers, names } = await download(october);
  expect({ status, ...Object.fromEntries(headers) }).toMatchObject({
    status: 200,
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename=${accountant.office.taxId}-2026-10.zip`,
    'x-document-count': '3',
    'x-pending-summaries': '1',
    'x-company-count': '2',
    'cache-control': 'no-store',
  });
  expect(names).toEqual([
    `${cafe.taxId} - Café S-A/notas/${service.accessKey}-nsu${service.nsu}.xml`,
    `${padaria.taxId} - Padaria/notas/${note.accessKey}-nsu${note.nsu}.xml`,
    `${padaria.taxId} - Padaria/eventos/${event.accessKey}-nsu${event.nsu}.xml`,
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
  const { names, headers } = await download(`${october}&companyIds=${one.id},${two.id.toUpperCase()},${one.id}`);
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
  ['?year=2026', 'month'],
  ['?year=2026&month=13', 'month'],
  ['?year=9999&month=1', 'month'],
  ['?year=2026&month=10&companyIds=', 'companyIds'],
  ['?year=2026&month=10&companyIds=abc', 'companyIds[0]'],
  [`?year=2026&month=10&companyIds=${randomUUID()},`, 'companyIds[1]'],
  [`?year=2026&month=10&companyIds=${tooMany}`, 'companyIds'],
  ['?year=2026&month=10&notes=false&events=false', 'notes'],
  ['?year=2026&month=10&day=1', 'day'],
])('%s is refused, and says what of it', async (query, field) => {
  const { status, body } = await api.call('GET', `${path}${query}`, { key: accountant.key });
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

test('a link gives the same archive without a key, as often as needed', async () => {
  const company = await linked('Padaria');
  await linked('Sem notas');
  const note = await receive(api.orm, company);
  const { status, body } = await api.call('POST', `${path}/link`, { key: accountant.key, body: month });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      fileName: `${accountant.office.taxId}-2026-10.zip`,
      documentCount: 1,
      companyCount: 1,
      pendingSummaries: 0,
    },
  });
  const url = new URL(String(body.url));
  expect([url.origin, url.pathname]).toEqual([api.url, '/v1/received-documents/export/download']);
  for (let time = 0; time < 2; time += 1) {
    const answer = await fetch(url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': `attachment; filename=${accountant.office.taxId}-2026-10.zip`,
      'x-company-count': '1',
    });
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toContain(
      `${company.taxId} - Padaria/notas/${note.accessKey}`,
    );
  }
});

test.each<[string, (company: string) => Promise<unknown>]>([
  ['the key is revoked', () => changed(ApiKey, { id: accountant.keyId }, { revokedAt: new Date() })],
  ['the key loses the scope', () => changed(ApiKey, { id: accountant.keyId }, { scopes: ['documents:read'] })],
  ['the office is suspended', () => setSuspended(api.orm, accountant.office.id, true)],
  ['a company of it leaves', (company) => changed(OfficeLink, { company }, { status: 'ENDED' })],
  ['a company of it is deactivated', (company) => changed(Company, { id: company }, { isActive: false })],
])('it stops at once when %s', async (_why, change) => {
  const [one, two] = [await linked('Um'), await linked('Dois')];
  await receive(api.orm, one);
  const url = await link();
  expect((await fetch(url)).status).toBe(200);
  await change(two.id);
  const answer = await fetch(url);
  expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ code: 'link_revoked' })]);
});

test('a link of chosen companies lives on when another one leaves, and one that has expired is unknown', async () => {
  const [one, two] = [await linked('Um'), await linked('Dois')];
  for (const company of [one, two]) await receive(api.orm, company);
  const url = await link({ companyIds: [one.id] });
  await changed(OfficeLink, { company: two.id }, { status: 'ENDED' });
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('x-document-count')]).toEqual([200, '1']);
  await changed(ExportLink, { office: accountant.office.id }, { expiresAt: new Date(Date.now() - 1) });
  expect((await fetch(url)).status).toBe(401);
});

test.each([
  [{ ...month, companyIds: [] }, 'companyIds'],
  [{ ...month, companyIds: ['x'] }, 'companyIds[0]'],
  [{ ...month, companyIds: 'x' }, 'companyIds'],
  [{ ...month, summaries: true }, 'summaries'],
  [{ year: 2026 }, 'month'],
])('a link of %j is refused', async (body, field) => {
  const answer = await api.call('POST', `${path}/link`, { key: accountant.key, body });
  expect({ status: answer.status, ...answer.body }).toMatchObject({
    status: 400,
    code: 'validation_error',
    issues: [{ path: field }],
  });
});

type Linked = Pick<Company, 'id' | 'taxId' | 'environment'>;

async function linked(
  name: string,
  office = accountant.office,
  status: OfficeLink['status'] = 'ACTIVE',
): Promise<Linked> {
  const { company } = await newCompany(api.orm);
  await changed(Company, { id: company.id }, { name });
  await linkOf(api.orm, office, company, { status });
  return company;
}

function changed<Entity extends object>(
  entity: Parameters<ReturnType<typeof acrossCompanies>['nativeUpdate']>[0] & (new () => Entity),
  where: object,
  changes: object,
): Promise<number> {
  return acrossCompanies(api.orm).nativeUpdate(entity, where, changes);
}

async function link(choice: { companyIds?: string[] } = {}): Promise<string> {
  const { body } = await api.call('POST', `${path}/link`, { key: accountant.key, body: { ...month, ...choice } });
  return String(body.url);
}

/** The archive as three foreign readers find it, in the order of its files. */
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
