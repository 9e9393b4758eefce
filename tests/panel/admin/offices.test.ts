import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { officeScopes } from '../../../domain/access/scopes.ts';
import { lavraItself } from '../../../domain/audit/actor.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { acrossCompanies, operating, operatingOffice, overseeing } from '../../../operations/in-company.ts';
import { newCompany, startApi, type TestApi } from '../../api/fixture.ts';
import { callUrl } from '../../api/call.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { startPanel } from '../panel-fixture.ts';
import { operatorKey } from './operator.ts';

let offices = 70_000_000;
let panel: Awaited<ReturnType<typeof startPanel>>;
let api: TestApi;
let operator: { id: string; key: string };
let own: Company;
let other: Company;
/** A key that is bound to `own`. */
let bound: { id: string; key: string };
beforeAll(async () => {
  panel = await startPanel({ isAdministered: true });
  api = await startApi({ databaseUrl: panel.database });
  operator = await operatorKey(panel.orm);
  own = (await newCompany(panel.orm)).company;
  other = (await newCompany(panel.orm)).company;
  bound = await operatorKey(panel.orm, { companies: [own.id] });
});
afterAll(async () => {
  await api.close();
  await panel.close();
});

type Answer = { id: string; [field: string]: unknown };
async function ask(method: string, path: string, body?: unknown, { key = operator.key, once = '' } = {}) {
  const headers: Record<string, string> = once ? { 'idempotency-key': once } : {};
  const options = { key, headers, ...(body === undefined ? {} : { body }) };
  const answer = await callUrl(`${panel.url}/admin/v1${path}`, method, options);
  return { ...answer, body: answer.body as Answer };
}

async function created(): Promise<string> {
  const { body, text, status } = await ask('POST', '/offices', { taxId: cnpjOf((offices += 1)), name: 'Contábil Sol' });
  if (status !== 201) throw new Error(text);
  return body.id;
}

test('an office is created once, found, suspended and resumed, and each is written down', async () => {
  const form = { taxId: cnpjOf((offices += 1)), name: 'Contábil Açaí', email: 'contato@acai.example' };
  const made = await ask('POST', '/offices', form, { once: 'office-1' });
  expect(made).toMatchObject({ status: 201, body: { ...form, isSuspended: false } });
  const again = await ask('POST', '/offices', form, { once: 'office-1' });
  expect([again.status, again.body.id, again.headers.get('idempotent-replayed')]).toEqual([200, made.body.id, 'true']);
  expect(await ask('POST', '/offices', form)).toMatchObject({ status: 422, body: { code: 'duplicate_document' } });
  const wrong = await ask('POST', '/offices', { ...form, taxId: '11222333000182' });
  expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: 'taxId' }] } });
  const { body: found } = await ask('GET', '/offices?search=acai');
  expect(found).toMatchObject({ data: [{ id: made.body.id, isSuspended: false, companies: 0 }], meta: { total: 1 } });
  const base = `/offices/${made.body.id}`;
  for (let at = 0; at < 2; at += 1)
    expect((await ask('POST', `${base}/suspend`)).body).toMatchObject({ isSuspended: true });
  for (let at = 0; at < 2; at += 1)
    expect((await ask('POST', `${base}/resume`)).body).toMatchObject({ isSuspended: false });
  const entries = await acrossCompanies(panel.orm).execute<{ action: string; actor_id: string }[]>(
    `select action, actor_id from audit_entry where office_id = ? order by at, id`,
    [made.body.id],
  );
  expect(entries.map(({ action }) => action)).toEqual(['OFFICE_CREATED', 'OFFICE_SUSPENDED', 'OFFICE_RESUMED']);
  expect(new Set(entries.map(({ actor_id: id }) => id))).toEqual(new Set([operator.id]));
  for (const id of [randomUUID(), 'nada']) expect((await ask('GET', `/offices/${id}`)).status).toBe(404);
});

test('an office’s key is shown once, works at /v1 until the office is suspended, and is revoked', async () => {
  const id = await created();
  const form = { name: 'Sistema', scopes: [...officeScopes] };
  const made = await ask('POST', `/offices/${id}/keys`, form, { once: 'key' });
  expect(made).toMatchObject({ status: 201, body: { key: expect.stringMatching(/^ok_/), scopes: officeScopes } });
  const again = await ask('POST', `/offices/${id}/keys`, form, { once: 'key' });
  expect([again.status, again.body.id, 'key' in again.body]).toEqual([200, made.body.id, false]);
  const key = made.body['key'] as string;
  const reads = async () => (await api.call('GET', '/v1/accounting/companies', { key })).status;
  expect(await reads()).toBe(200);
  await ask('POST', `/offices/${id}/suspend`);
  expect(await reads()).toBe(403);
  await ask('POST', `/offices/${id}/resume`);
  const foreign = await newOffice(panel.orm);
  expect((await ask('DELETE', `/offices/${id}/keys/${foreign.keyId}`)).status).toBe(404);
  expect((await ask('DELETE', `/offices/${id}/keys/${made.body.id}`)).body['revokedAt']).toEqual(expect.any(String));
  expect(await reads()).toBe(401);
  expect((await ask('GET', `/offices/${id}/keys`)).body['data']).toMatchObject([{ id: made.body.id }]);
});

test('an office’s endpoint is registered once, gets another secret, and is removed', async () => {
  const base = `/offices/${await created()}/webhooks`;
  const form = { url: 'https://contabil.example.com/lavra', events: ['link.updated'] };
  const made = await ask('POST', base, form, { once: 'hook' });
  expect(made).toMatchObject({
    status: 201,
    body: { secret: expect.stringMatching(/^whsec_/), events: ['LINK_UPDATED'] },
  });
  const again = await ask('POST', base, form, { once: 'hook' });
  expect([again.status, again.body.id, 'secret' in again.body]).toEqual([200, made.body.id, false]);
  const rotated = await ask('POST', `${base}/${made.body.id}/rotate-secret`);
  expect(rotated.body['secret']).not.toBe(made.body['secret']);
  expect((await ask('DELETE', `${base}/${made.body.id}`)).body).toEqual({ success: true });
  expect((await ask('GET', base)).body['data']).toEqual([]);
});

test('a link is asked for, accepted, changed and ended, each once, by a key of the company alone, too', async () => {
  const officeId = await created();
  const key = bound.key;
  const requested = await ask('POST', `/companies/${own.id}/links`, { officeId }, { key, once: 'ask' });
  expect(requested).toMatchObject({
    status: 201,
    body: { status: 'PENDING', requestedBy: 'OPERATOR', company: { id: own.id }, office: { id: officeId } },
  });
  const again = await ask('POST', `/companies/${own.id}/links`, { officeId }, { key, once: 'ask' });
  expect([again.status, again.body.id]).toEqual([200, requested.body.id]);
  const base = `/companies/${own.id}/links/${officeId}`;
  const accepted = await ask('POST', `${base}/accept`, { issuingAllowed: false }, { key, once: 'yes' });
  expect(accepted.body).toMatchObject({ status: 'ACTIVE', officeIssuingAllowed: false });
  const repeated = await ask('POST', `${base}/accept`, { issuingAllowed: false }, { key, once: 'yes' });
  expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  const twice = await ask('POST', `${base}/accept`, { issuingAllowed: false }, { key });
  expect(twice).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
  expect((await ask('PUT', `${base}/issuing`, { allowed: true }, { key })).body['officeIssuingAllowed']).toBe(true);
  const elsewhere = await ask('POST', `/companies/${own.id}/links`, { officeId: await created() });
  expect(elsewhere).toMatchObject({ status: 409, body: { code: 'company_already_linked' } });
  expect((await ask('POST', `${base}/end`, undefined, { key })).body).toMatchObject({ status: 'ENDED' });
  await ask('POST', `/companies/${own.id}/links`, { officeId }, { key });
  expect((await ask('POST', `${base}/refuse`, undefined, { key })).body).toMatchObject({ status: 'REFUSED' });
  const missing = await ask('POST', `/companies/${own.id}/links`, { officeId: randomUUID() }, { key });
  expect(missing.status).toBe(404);
  for (const id of [randomUUID(), 'nada'])
    expect((await ask('POST', `/companies/${own.id}/links/${id}/end`, undefined, { key })).status).toBe(404);
});

test('links are listed by office, company and status; a key that is bound sees those of its companies, with their offices', async () => {
  const { office } = await newOffice(panel.orm);
  await linkOf(panel.orm, office, own);
  await linkOf(panel.orm, office, other, { status: 'PENDING' });
  const ids = async (query: string, key = operator.key) => {
    const { body } = await ask('GET', `/links?${query}`, undefined, { key });
    return (body['data'] as { company: { id: string } }[]).map(({ company }) => company.id).toSorted();
  };
  expect(await ids(`officeId=${office.id}`)).toEqual([own.id, other.id].toSorted());
  expect(await ids(`officeId=${office.id}&status=PENDING`)).toEqual([other.id]);
  expect(await ids(`officeId=${office.id}`, bound.key)).toEqual([own.id]);
  expect(await ids(`companyId=${other.id}`, bound.key)).toEqual([]);
});

test('the database shows a bound key no office but those of its companies’ links, and has it change none', async () => {
  const { office } = await newOffice(panel.orm);
  const { office: linked } = await newOffice(panel.orm);
  await linkOf(panel.orm, linked, own, { status: 'ENDED' });
  const by = { keyId: bound.id, companies: [own.id], actor: lavraItself };
  const seen = await overseeing(panel.own, by, (em) => em.execute<{ id: string }[]>('select id from office'));
  expect(seen.map(({ id }) => id)).toContain(linked.id);
  expect(seen.map(({ id }) => id)).not.toContain(office.id);
  const sql = (text: string) => (em: { execute: (text: string) => Promise<unknown> }) => em.execute(text);
  const suspend = sql(
    `update office set suspended_at = now(), updated_at = now() where id = '${linked.id}' returning id`,
  );
  expect(await operatingOffice(panel.own, by, linked.id, suspend)).toEqual([]);
  const founding = sql(`insert into office (id, tax_id, name, created_at, updated_at)
    values ('${randomUUID()}', 'X', 'X', now(), now())`);
  await expect(operating(panel.own, by, null, founding)).rejects.toThrow(/row-level security/);
  const keys = sql(`select id from api_key where office_id is not null`);
  expect(await operatingOffice(panel.own, by, linked.id, keys)).toEqual([]);
});
