import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { hashApiKey, newApiKey } from '../../../domain/access/key.ts';
import { operatorScopes } from '../../../domain/access/scopes.ts';
import { lavraItself } from '../../../domain/audit/actor.ts';
import contract from '../../../openapi/generated/admin.json' with { type: 'json' };
import { acrossCompanies, inCompany, operating } from '../../../operations/in-company.ts';
import { revokeOperatorKey } from '../../../operations/provisioning.ts';
import { callUrl } from '../../api/call.ts';
import { newCompany, startApi, type TestApi } from '../../api/fixture.ts';
import { openReceiver, type Receiver } from '../../api/receiver.ts';
import { newOffice } from '../../support/rows/office.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { byLogin, patientOrm } from '../../support/servers/parts.ts';
import { startPanel } from '../panel-fixture.ts';
import { matrix } from './matrix.ts';
import { certificateMaker, companyForm, operatorKey, password } from './operator.ts';

const operations = Object.entries<Record<string, { operationId: string }>>(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ operationId, method: method.toUpperCase(), path })),
);
const ofCompany = operations.filter(({ path }) => path.includes('{companyId}'));

const certificates = certificateMaker();
let companies = 20_000_000;
const logs: Record<string, unknown>[] = [];
let panel: Awaited<ReturnType<typeof startPanel>>;
let api: TestApi;
let receiver: Receiver;
let operator: { id: string; key: string };
let own: string;
let ownTaxId: string;
let other: string;
/** Keys that open nothing, each with the refusal's code. */
let strangers: Record<string, string>;
let secrets: string[];
beforeAll(async () => {
  panel = await startPanel({ isAdministered: true, trust: certificates.trust, logs });
  api = await startApi({ databaseUrl: panel.database });
  receiver = await openReceiver();
  operator = await operatorKey(panel.orm);
  ownTaxId = cnpjOf((companies += 1));
  own = await created(ownTaxId);
  other = await created(cnpjOf((companies += 1)));
  const { key: companyKey } = await newCompany(panel.orm);
  const { key: officeKey } = await newOffice(panel.orm);
  const revoked = await operatorKey(panel.orm);
  await revokeOperatorKey(acrossCompanies(panel.orm), revoked.id);
  const expired = await operatorKey(panel.orm, { expiresAt: new Date(Date.now() - 1000) });
  strangers = {
    companyKey,
    officeKey,
    revoked: revoked.key,
    expired: expired.key,
    unknown: newApiKey('lk'),
    mistyped: `${operator.key}x`,
  };
  secrets = [operator.key, companyKey, officeKey, revoked.key, expired.key, password];
});
afterAll(async () => {
  receiver.close();
  await api.close();
  await panel.close();
});

const call = (method: string, path: string, options: Parameters<typeof callUrl>[2] = {}) =>
  callUrl(`${panel.url}${path}`, method, options);

async function created(taxId: string): Promise<string> {
  const { status, body, text } = await call('POST', '/admin/v1/companies', {
    key: operator.key,
    body: companyForm(taxId),
  });
  if (status !== 201) throw new Error(text);
  return (body as { id: string }).id;
}

test('every operation has its scope, and each scope is one of an operator’s key', () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(matrix).toSorted());
  expect([...new Set(Object.values(matrix).map(([scope]) => scope))].toSorted()).toEqual(
    [...operatorScopes].toSorted(),
  );
});

test.each(operations)('$operationId refuses a key that is bound where it is of the whole installation', async (row) => {
  const { operationId, method, path } = row;
  const { key: bound } = await operatorKey(panel.orm, { companies: [own] });
  const answer = await call(method, addressOf(path, own), { key: bound });
  const isRefused = answer.status === 403 && (answer.body as { code: string }).code === 'insufficient_scope';
  expect([operationId, isRefused]).toEqual([operationId, matrix[operationId]?.[1] === 'INSTALLATION']);
});

test.each(operations)('$operationId opens to no other key', async ({ method, path }) => {
  const address = addressOf(path, own);
  const without = await call(method, address);
  expect([without.status, without.body]).toMatchObject([401, { code: 'missing_api_key' }]);
  expect(without.headers.get('www-authenticate')).toBe('Bearer');
  for (const key of Object.values(strangers)) {
    expect(await call(method, address, { key })).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
  }
});

test.each(operations)('$operationId asks for its scope, and for no other', async ({ operationId, method, path }) => {
  const [wanted] = matrix[operationId]!;
  const { key: less } = await operatorKey(panel.orm, { scopes: operatorScopes.filter((scope) => scope !== wanted) });
  const answer = await call(method, addressOf(path, own), { key: less });
  expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  const { key: enough } = await operatorKey(panel.orm, { scopes: [wanted] });
  const { status } = await call(method, addressOf(path, own), { key: enough });
  expect([401, 403]).not.toContain(status);
});

test.each(ofCompany)(
  '$operationId finds no company that the key does not reach, or that is not there',
  async ({ method, path }) => {
    const { key: bound } = await operatorKey(panel.orm, { companies: [own] });
    for (const id of [other, randomUUID(), 'nada', `${own}x`]) {
      const answer = await call(method, addressOf(path, id), { key: bound });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  },
);

test('a key that is bound lists its companies alone, and creates none', async () => {
  const { key } = await operatorKey(panel.orm, { companies: [own] });
  const { body } = await call('GET', '/admin/v1/companies', { key });
  expect(body).toMatchObject({ data: [{ id: own }], meta: { total: 1 } });
  const refused = await call('POST', '/admin/v1/companies', { key, body: companyForm(cnpjOf((companies += 1))) });
  expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
});

/** Operations in an order in which each finds what it is about; the answer to one may name what the next is about. */
const right: { operationId: string; status: number; path?: () => Promise<string>; body?: () => unknown }[] = [
  { operationId: 'listCompanies', status: 200 },
  { operationId: 'createCompany', status: 201, body: () => companyForm(cnpjOf((companies += 1))) },
  { operationId: 'getCompany', status: 200 },
  {
    operationId: 'updateCompany',
    status: 200,
    body: () => ({ tradeName: 'São José', technicalResponsible: responsible }),
  },
  { operationId: 'addCertificate', status: 201, body: () => ({ pfx: certificates.fileFor(ownTaxId), password }) },
  { operationId: 'listCertificates', status: 200 },
  { operationId: 'removeCertificate', status: 200, path: async () => `certificates/${await first('certificates')}` },
  { operationId: 'setCsc', status: 200, body: () => ({ id: '000001', token: 'A1B2C3D4E5F60718293A' }) },
  { operationId: 'removeCsc', status: 200 },
  { operationId: 'setCsrt', status: 200, body: () => ({ id: '1', code: 'G8063VRTNDMO886SFNK5' }) },
  { operationId: 'removeCsrt', status: 200 },
  { operationId: 'setSeries', status: 200, body: () => ({ series: 3, nextNumber: 77 }) },
  { operationId: 'listSeries', status: 200 },
  { operationId: 'setLogo', status: 200, body: () => ({ image: 'data:image/png;base64,iVBORw0KGgo=' }) },
  { operationId: 'removeLogo', status: 200 },
  { operationId: 'setQuota', status: 200, body: () => ({ monthlyQuota: 10 }) },
  { operationId: 'getQuota', status: 200 },
  { operationId: 'createCompanyKey', status: 201, body: () => ({ name: 'ERP', scopes: ['documents:write'] }) },
  { operationId: 'listCompanyKeys', status: 200 },
  { operationId: 'revokeCompanyKey', status: 200, path: async () => `keys/${await first('keys')}` },
  { operationId: 'createCompanyWebhook', status: 201, body: () => ({ url: receiver.url }) },
  { operationId: 'listCompanyWebhooks', status: 200 },
  {
    operationId: 'updateCompanyWebhook',
    status: 200,
    path: async () => `webhooks/${await first('webhooks')}`,
    body: () => ({ description: 'ERP' }),
  },
  {
    operationId: 'rotateCompanyWebhookSecret',
    status: 200,
    path: async () => `webhooks/${await first('webhooks')}/rotate-secret`,
  },
  { operationId: 'deleteCompanyWebhook', status: 200, path: async () => `webhooks/${await first('webhooks')}` },
  { operationId: 'createCompanyPortalLink', status: 201, body: () => ({ personName: 'Maria', role: 'READER' }) },
  { operationId: 'getCompanyReadiness', status: 200 },
  { operationId: 'deactivateCompany', status: 200 },
  { operationId: 'activateCompany', status: 200 },
];

const responsible = { cnpj: '11.222.333/0001-81', contact: 'Ana', email: 'ana@casa.example', phone: '1133334444' };

async function first(what: string): Promise<string> {
  const { body } = await call('GET', `/admin/v1/companies/${own}/${what}`, { key: operator.key });
  return (body as { data: { id: string }[] }).data[0]!.id;
}

test.each(right)('$operationId does its work for the right key, which is bound to the company', async (row) => {
  const { method, path } = operations.find(({ operationId }) => operationId === row.operationId)!;
  const { key } = row.operationId === 'createCompany' ? operator : await operatorKey(panel.orm, { companies: [own] });
  const address = row.path ? `/admin/v1/companies/${own}/${await row.path()}` : addressOf(path, own);
  const { status, text, headers } = await call(method, address, { key, ...(row.body && { body: row.body() }) });
  expect({ status, text }).toMatchObject({ status: row.status });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(Number(headers.get('ratelimit-remaining'))).toBeGreaterThan(0);
});

test('a company that is switched off admits neither key nor person until it is switched on; saying it twice is saying it once', async () => {
  const taxId = cnpjOf((companies += 1));
  const id = await created(taxId);
  const base = `/admin/v1/companies/${id}`;
  const made = await call('POST', `${base}/keys`, {
    key: operator.key,
    body: { name: 'ERP', scopes: ['documents:write'] },
  });
  const { key } = made.body as { key: string };
  const person = await panel.person(id);
  const seen = async () => [
    (await api.call('GET', '/v1/fiscal-documents', { key })).status,
    (await person.get(`/e/${taxId}/notas`)).status,
  ];
  const become = async (word: string) => {
    const { status, body } = await call('POST', `${base}/${word}`, { key: operator.key });
    return [status, (body as { isActive: boolean }).isActive];
  };
  expect(await seen()).toEqual([200, 200]);
  for (let at = 0; at < 2; at += 1) expect(await become('deactivate')).toEqual([200, false]);
  expect(await seen()).toEqual([401, 404]);
  expect(await call('GET', base, { key: operator.key })).toMatchObject({ status: 200, body: { isActive: false } });
  expect((await call('PATCH', base, { key: operator.key, body: { tradeName: 'Fechada' } })).status).toBe(200);
  for (let at = 0; at < 2; at += 1) expect(await become('activate')).toEqual([200, true]);
  expect(await seen()).toEqual([200, 200]);
  const entries = await acrossCompanies(panel.orm).execute(
    `select action, actor_kind from audit_entry where company_id = ? and action like 'COMPANY_%ACTIVATED' order by at, id`,
    [id],
  );
  const actor_kind = 'OPERATOR_KEY';
  expect(entries).toEqual([
    { action: 'COMPANY_DEACTIVATED', actor_kind },
    { action: 'COMPANY_ACTIVATED', actor_kind },
  ]);
});

test('what is another company’s is not found below one’s own', async () => {
  const foreign = await call('POST', `/admin/v1/companies/${other}/keys`, {
    key: operator.key,
    body: { name: 'ERP', scopes: ['documents:write'] },
  });
  const { id } = foreign.body as { id: string };
  const answer = await call('DELETE', `/admin/v1/companies/${own}/keys/${id}`, { key: operator.key });
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('an operator’s key opens nothing of /v1, for its process either', async () => {
  const answer = await api.call('GET', '/v1/fiscal-documents', { key: operator.key });
  expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
  const apiOrm = await patientOrm(byLogin(panel.database, 'api'));
  const hash = hashApiKey(operator.key);
  const run = (orm: Orm, sql: string) => orm.em.fork().execute(sql);
  expect(await run(apiOrm, `select * from admit('${hash}', null)`)).toEqual([]);
  await expect(run(apiOrm, `select * from admit_admin('${hash}', null)`)).rejects.toThrow(/permission denied/);
  await expect(run(apiOrm, 'set role lavra_operator')).rejects.toThrow(/permission denied to set role/);
  await expect(inCompany(apiOrm, own, (em) => em.execute('select * from operator_key'))).rejects.toThrow(
    /permission denied/,
  );
  await apiOrm.close();
});

test('the role behind it sees the company that it acts for, lists those of its key, and reads no key of operators', async () => {
  const bound = { keyId: operator.id, companies: [own], actor: lavraItself };
  const ids = (company: string | null, companies: string[] | null, sql: string) =>
    operating(panel.own, { ...bound, companies }, company, (em) => em.execute<{ id: string }[]>(sql));
  expect(await ids(null, [own], 'select id from company')).toEqual([{ id: own }]);
  expect(await ids(other, [own], 'select id from company')).toEqual([{ id: own }]);
  expect(await ids(other, [own], 'select id from api_key')).toEqual([]);
  expect(await ids(other, null, 'select distinct company_id as id from api_key')).toEqual([{ id: other }]);
  for (const sql of [
    'select id from operator_key',
    `update company set tax_id = 'X'`,
    'select password_hash from panel_person',
    'delete from api_key',
  ])
    await expect(ids(own, null, sql)).rejects.toThrow(/permission denied/);
  expect(await ids(own, null, `update company set is_active = false where id = '${other}' returning id`)).toEqual([]);
  const founding = `insert into company (id, tax_id, name, environment, created_at, updated_at)
    values ('${randomUUID()}', 'X', 'X', 'PRODUCTION', now(), now())`;
  await expect(ids(own, [own], founding)).rejects.toThrow(/row-level security/);
});

test('no secret stands in the log, nor in what is written down of who did what', async () => {
  const entries = await acrossCompanies(panel.orm).execute<{ actor_kind: string }[]>('select * from audit_entry');
  expect(entries.filter(({ actor_kind }) => actor_kind === 'OPERATOR_KEY').length).toBeGreaterThan(15);
  const told = JSON.stringify([entries, logs]);
  for (const secret of secrets) expect(told).not.toContain(secret);
  expect(told).not.toMatch(/A1B2C3D4E5F60718293A|G8063VRTNDMO886SFNK5|whsec_|iVBORw0KGgo|ck_[0-9A-Za-z]{20}/);
  const lines = logs.filter(({ operation }) => operation === 'addCertificate');
  expect(lines).toContainEqual(expect.objectContaining({ companyId: own, keyId: expect.any(String), status: 201 }));
});

function addressOf(path: string, companyId: string): string {
  return path
    .replace('{companyId}', companyId)
    .replace('{environment}', 'HOMOLOGATION')
    .replace('{documentType}', 'NFE')
    .replace('{reference}', randomUUID())
    .replaceAll(/\{\w+\}/g, () => randomUUID());
}
