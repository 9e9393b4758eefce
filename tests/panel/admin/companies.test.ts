import { afterAll, beforeAll, expect, test } from 'vitest';
import { AuditEntry } from '../../../domain/audit/audit-entry.entity.ts';
import { Certificate } from '../../../domain/companies/certificate.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { callUrl } from '../../api/call.ts';
import { openReceiver, type Receiver } from '../../api/receiver.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { startPanel } from '../panel-fixture.ts';
import { certificateMaker, companyForm, operatorKey, password } from './operator.ts';

const certificates = certificateMaker();
let companies = 30_000_000;
let panel: Awaited<ReturnType<typeof startPanel>>;
let receiver: Receiver;
let operator: { id: string; key: string };
beforeAll(async () => {
  panel = await startPanel({ isAdministered: true, trust: certificates.trust });
  receiver = await openReceiver();
  operator = await operatorKey(panel.orm);
});
afterAll(async () => {
  receiver.close();
  await panel.close();
});

type Answer = { id: string; [field: string]: unknown };
async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const options = { key: operator.key, headers, ...(body === undefined ? {} : { body }) };
  const answer = await callUrl(`${panel.url}/admin/v1${path}`, method, options);
  return { ...answer, body: answer.body as Answer };
}

async function newCompany(changes: Record<string, unknown> = {}) {
  const taxId = cnpjOf((companies += 1));
  const { status, body, text } = await ask('POST', '/companies', companyForm(taxId, changes));
  if (status !== 201) throw new Error(text);
  return { id: body.id, taxId };
}

const once = (key: string) => ({ 'idempotency-key': key });

test('a company is created, read, searched and changed by one form, whose groups are merged', async () => {
  const name = 'Confeitaria Açaí do Norte Ltda';
  const { id, taxId } = await newCompany({
    name,
    series: { '55': { series: 2, nextNumber: 40 } },
    nfse: { series: 1 },
  });
  const { body: read } = await ask('GET', `/companies/${id}`);
  expect(read).toMatchObject({ id, taxId, name, environment: 'HOMOLOGATION', isActive: true, isConfigured: true });
  const punctuated = `${taxId.slice(0, 2)}.${taxId.slice(2, 5)}.${taxId.slice(5, 8)}`;
  for (const search of ['acai', encodeURIComponent('AÇAÍ do'), encodeURIComponent(punctuated)]) {
    const { body } = await ask('GET', `/companies?search=${search}`);
    expect(body).toMatchObject({ data: [{ id, state: 'SP', isConfigured: true }], meta: { total: 1 } });
  }
  const changes = { environment: 'PRODUCTION', address: { number: '99' }, taxDefaults: { icmsRate: '12.00' } };
  const { body: changed } = await ask('PATCH', `/companies/${id}`, changes);
  expect(changed).toMatchObject({ environment: 'PRODUCTION', address: { number: '99', city: 'São Paulo' } });
  expect(changed['taxDefaults']).toMatchObject({ cfop: '5102', icmsRate: '12.00' });
  const { body: series } = await ask('GET', `/companies/${id}/series`);
  expect(series['data']).toContainEqual({
    documentType: 'NFE',
    environment: 'HOMOLOGATION',
    series: 2,
    nextNumber: 40,
    isUsed: false,
  });
  expect(series['data']).toContainEqual({
    documentType: 'NFE',
    environment: 'PRODUCTION',
    series: 2,
    nextNumber: 1,
    isUsed: true,
  });
});

test('pages are of companies by name', async () => {
  const first = await ask('GET', '/companies?pageSize=1');
  const second = await ask('GET', '/companies?pageSize=1&page=2');
  expect(first.body['meta']).toMatchObject({ page: 1, pageSize: 1 });
  expect(first.body['data']).not.toEqual(second.body['data']);
});

test('every fault of a form is reported at once, by the contract or by the form’s own rules', async () => {
  const unknown = await ask('POST', '/companies', { ...companyForm('x'), taxRegimes: 'NORMAL' });
  expect(unknown).toMatchObject({ status: 400, body: { code: 'validation_error' } });
  expect(unknown.text).toContain('você quis dizer taxRegime?');
  const wrong = await ask('POST', '/companies', companyForm('11222333000182', { cnae: '12', phone: '1' }));
  expect(wrong.status).toBe(400);
  const paths = (wrong.body['issues'] as { path: string }[]).map(({ path }) => path);
  expect(paths.toSorted()).toEqual(['cnae', 'phone', 'taxId']);
  const twice = await callUrl(`${panel.url}/admin/v1/companies`, 'POST', {
    key: operator.key,
    body: '{"taxId":"1","taxId":"2"}',
  });
  expect(twice).toMatchObject({ status: 400, body: { code: 'validation_error' } });
});

test('a CNPJ has one company', async () => {
  const { taxId } = await newCompany();
  const again = await ask('POST', '/companies', companyForm(taxId));
  expect(again).toMatchObject({ status: 422, body: { code: 'duplicate_document' } });
});

test('a creation that is repeated with its key answers with the first company, also where both come at once', async () => {
  const form = companyForm(cnpjOf((companies += 1)));
  const answers = await Promise.all([1, 2, 3].map(() => ask('POST', '/companies', form, once('customer-1'))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  const replay = await ask('POST', '/companies', { ...form }, once('customer-1'));
  expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  const other = await ask('POST', '/companies', { ...form, name: 'Outra Ltda' }, once('customer-1'));
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_mismatch' } });
  const malformed = await ask('POST', '/companies', form, once('a b'));
  expect(malformed).toMatchObject({ status: 400, body: { code: 'invalid_idempotency_key' } });
  const elsewhere = await operatorKey(panel.orm);
  const foreign = await callUrl(`${panel.url}/admin/v1/companies`, 'POST', {
    ...{ key: elsewhere.key, headers: once('customer-1') },
    body: companyForm(cnpjOf((companies += 1))),
  });
  expect(foreign.status).toBe(201);
});

test('a creation that was refused leaves its key free', async () => {
  const taxId = cnpjOf((companies += 1));
  const refused = await ask('POST', '/companies', companyForm(taxId, { cnae: '1' }), once('customer-2'));
  expect(refused.status).toBe(400);
  expect(await ask('POST', '/companies', companyForm(taxId), once('customer-2'))).toMatchObject({ status: 201 });
});

test('a certificate goes in and never comes out; it signs, and is named in the audit by its fingerprint', async () => {
  const { id, taxId } = await newCompany();
  const file = { pfx: certificates.fileFor(taxId), password };
  const added = await ask('POST', `/companies/${id}/certificates`, file, once('a1'));
  expect(added).toMatchObject({ status: 201, body: { taxId, isUsed: true } });
  const again = await ask('POST', `/companies/${id}/certificates`, file, once('a1'));
  expect(again).toMatchObject({ status: 200, body: { id: added.body.id } });
  const listed = await ask('GET', `/companies/${id}/certificates`);
  expect(listed.body['data']).toHaveLength(1);
  const company = await ask('GET', `/companies/${id}`);
  const told = [added, again, listed, company].map(({ text }) => text).join();
  expect(told).not.toMatch(/PRIVATE|sealed|pfx|segredo|BEGIN/);
  const kept = await acrossCompanies(panel.orm).findOneOrFail(Certificate, { id: added.body.id });
  expect(JSON.stringify(kept.sealed)).not.toContain('PRIVATE');
  const entry = await acrossCompanies(panel.orm).findOneOrFail(AuditEntry, {
    action: 'CERTIFICATE_ADDED',
    subject: added.body.id,
  });
  expect(entry).toMatchObject({ actorKind: 'OPERATOR_KEY', actorId: operator.id, actorName: 'teste', company: id });
});

test('a file that is refused says why, beside its field', async () => {
  const { id, taxId } = await newCompany();
  const file = certificates.fileFor(taxId);
  const cases = [
    [{ pfx: file, password: 'xyzzy' }, 'password'],
    [{ pfx: 'AAAA', password }, 'pfx'],
    [{ pfx: certificates.fileFor(cnpjOf(1)), password }, 'pfx'],
  ] as const;
  for (const [body, path] of cases) {
    const answer = await ask('POST', `/companies/${id}/certificates`, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_error', issues: [{ path }] } });
    expect(answer.text).not.toContain('xyzzy');
  }
});

test('a key is shown once: repeated, its creation tells of it without itself', async () => {
  const { id } = await newCompany();
  const form = { name: 'ERP', scopes: ['documents:write', 'documents:write'] };
  const made = await ask('POST', `/companies/${id}/keys`, form, once('erp'));
  expect(made).toMatchObject({
    status: 201,
    body: { key: expect.stringMatching(/^ck_/), scopes: ['documents:write'] },
  });
  const again = await ask('POST', `/companies/${id}/keys`, form, once('erp'));
  expect(again).toMatchObject({ status: 200, body: { id: made.body.id } });
  expect(again.body).not.toHaveProperty('key');
  const revoked = await ask('DELETE', `/companies/${id}/keys/${made.body.id}`);
  expect(revoked.body['revokedAt']).toEqual(expect.any(String));
  expect((await ask('DELETE', `/companies/${id}/keys/${made.body.id}`)).body).toEqual(revoked.body);
  const late = await ask('POST', `/companies/${id}/keys`, { ...form, expiresAt: '2020-01-01T00:00:00Z' });
  expect(late).toMatchObject({ status: 400, body: { issues: [{ path: 'expiresAt' }] } });
});

test('a webhook is registered once, with its secret in that answer alone', async () => {
  const { id } = await newCompany();
  const form = { url: receiver.url, events: ['document.authorized'] };
  const made = await ask('POST', `/companies/${id}/webhooks`, form, once('hook'));
  expect(made).toMatchObject({
    status: 201,
    body: { secret: expect.stringMatching(/^whsec_/), events: ['DOCUMENT_AUTHORIZED'] },
  });
  const again = await ask('POST', `/companies/${id}/webhooks`, form, once('hook'));
  expect(again).toMatchObject({ status: 200, body: { id: made.body.id } });
  expect(again.body).not.toHaveProperty('secret');
  expect((await ask('GET', `/companies/${id}/webhooks`)).body['data']).toHaveLength(1);
  await ask('DELETE', `/companies/${id}/webhooks/${made.body.id}`);
  const gone = await ask('POST', `/companies/${id}/webhooks`, form, once('hook'));
  expect(gone).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('codes are set and taken away, and never shown', async () => {
  const { id } = await newCompany();
  const token = 'A1B2C3D4E5F60718293A';
  const set = await ask('PUT', `/companies/${id}/csc/PRODUCTION`, { id: '000007', token });
  expect([set.status, set.body]).toEqual([200, { id: '7', environment: 'PRODUCTION' }]);
  expect((await ask('DELETE', `/companies/${id}/csc/HOMOLOGATION`)).status).toBe(404);
  expect((await ask('DELETE', `/companies/${id}/csc/PRODUCTION`)).status).toBe(200);
  const nobody = await ask('PUT', `/companies/${id}/csrt/HOMOLOGATION`, { id: '01', code: token });
  expect(nobody).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
  const responsible = { cnpj: '11222333000181', contact: 'Ana', email: 'ana@casa.example', phone: '1133334444' };
  await ask('PATCH', `/companies/${id}`, { technicalResponsible: responsible });
  expect((await ask('PUT', `/companies/${id}/csrt/HOMOLOGATION`, { id: '01', code: token })).status).toBe(200);
  const { text, body } = await ask('PATCH', `/companies/${id}`, { technicalResponsible: { contact: 'Bia' } });
  expect(body['technicalResponsible']).toEqual({ ...responsible, contact: 'Bia' });
  expect(text).not.toMatch(/csrt|sealed|A1B2C3/);
  const wrong = await ask('PUT', `/companies/${id}/csc/STAGING`, { id: '1', token });
  expect(wrong.status).toBe(400);
});

test('a series, a quota and a logo are set by themselves, and leave the rest of the company as it is', async () => {
  const { id } = await newCompany();
  const before = (await ask('GET', `/companies/${id}`)).body;
  const series = await ask('PUT', `/companies/${id}/series/NFCE`, { series: 5, nextNumber: 100 });
  expect(series.body).toMatchObject({ documentType: 'NFCE', series: 5, nextNumber: 100, isUsed: true });
  const kept = await ask('PUT', `/companies/${id}/series/NFCE`, { series: 5 });
  expect(kept.body['nextNumber']).toBe(100);
  expect((await ask('GET', `/companies/${id}/quota`)).body).toMatchObject({ monthlyQuota: null, left: null });
  const quota = await ask('PUT', `/companies/${id}/quota`, { monthlyQuota: 30 });
  expect(quota.body).toMatchObject({ monthlyQuota: 30, authorized: 0, underWay: 0, left: 30 });
  const logo = await ask('PUT', `/companies/${id}/logo`, { image: 'data:image/png;base64,iVBORw0KGgo=' });
  expect(logo.body['hasLogo']).toBe(true);
  expect(logo.text).not.toContain('iVBORw0KGgo');
  const foreign = await ask('PUT', `/companies/${id}/logo`, { image: 'data:image/gif;base64,AAAA' });
  expect(foreign).toMatchObject({ status: 400, body: { issues: [{ path: 'image' }] } });
  await ask('DELETE', `/companies/${id}/logo`);
  await ask('PUT', `/companies/${id}/quota`, { monthlyQuota: null });
  const after = (await ask('GET', `/companies/${id}`)).body;
  const changed = { monthlyQuota: null, updatedAt: after['updatedAt'] };
  expect({ ...before, ...changed }).toMatchObject(after);
});

test('readiness tells what is missing, until nothing is', async () => {
  const { id, taxId } = await newCompany({ receitaRegime: 'OTHER' });
  const codes = async (type: string) => {
    const { body } = await ask('GET', `/companies/${id}/readiness`);
    return (body[type] as { issues: { code: string }[] }).issues.map(({ code }) => code);
  };
  expect(await codes('nfe')).toEqual(['certificate_missing']);
  await ask('POST', `/companies/${id}/certificates`, { pfx: certificates.fileFor(taxId), password });
  const { body } = await ask('GET', `/companies/${id}/readiness`);
  expect(body['nfe']).toEqual({ ready: true, issues: [], warnings: [] });
  expect(body['certificate']).toMatchObject({ present: true, expiresAt: expect.any(String) });
  expect(await codes('nfce')).toEqual(['invalid_state']);
  expect(await codes('nfse')).toContain('nfse_not_configured');
});

test('what is not there, and what is no JSON, is reported as at /v1', async () => {
  expect(await ask('GET', '/nada')).toMatchObject({
    status: 404,
    body: { code: 'not_found', requestId: expect.any(String), help: '/ajuda/erros/not_found' },
  });
  const wrongMethod = await ask('DELETE', '/companies');
  expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  const typed = await ask('POST', '/companies', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' });
  expect(typed).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  const slow = await operatorKey(panel.orm, { ratePerSecond: 1, rateBurst: 1 });
  const path = `${panel.url}/admin/v1/companies`;
  await callUrl(path, 'GET', { key: slow.key });
  const limited = await callUrl(path, 'GET', { key: slow.key });
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);
  const described = await callUrl(`${panel.url}/admin/v1/openapi.json`, 'GET', {});
  expect(described.body).toMatchObject({ info: { title: 'Lavra administration' } });
  expect((await fetch(`${panel.url}/administrar`, { redirect: 'manual' })).status).toBe(303);
});
