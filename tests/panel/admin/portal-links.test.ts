import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { acrossCompanies, inCompany, operating } from '../../../operations/in-company.ts';
import { revokeOperatorKey } from '../../../operations/provisioning.ts';
import { callUrl } from '../../api/call.ts';
import { newCompany } from '../../api/fixture.ts';
import { byLogin, patientOrm } from '../../support/servers/parts.ts';
import { panelUrl, startPanel } from '../panel-fixture.ts';
import { operatorKey } from './operator.ts';

const erp = 'https://erp.example.com';
const reader = { personName: 'Maria Souza', role: 'READER' };
let panel: Awaited<ReturnType<typeof startPanel>>;
let own: Company;
let other: Company;
beforeAll(async () => {
  panel = await startPanel({ isAdministered: true, portalOrigins: [erp] });
  [own, other] = [(await newCompany(panel.orm)).company, (await newCompany(panel.orm)).company];
});
beforeEach(() => sql('delete from sign_in_bucket'));
afterAll(() => panel.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  panel.orm.em.fork().execute<Row[]>(text, values);

const asked = (key: string, body: object = reader, company = own.id) =>
  callUrl(`${panel.url}/admin/v1/companies/${company}/portal-links`, 'POST', { key, body });

/** The path in the panel that a portal link leads to. */
async function link(key: string, body: object = reader): Promise<string> {
  const answer = await asked(key, body);
  expect(answer).toMatchObject({ status: 201, body: { sessionHours: 8, expiresAt: expect.any(String) } });
  return String(answer.body['url']).slice(panelUrl.length);
}

async function visitor(key: string, body: object = reader) {
  const browser = panel.browser();
  const entered = await browser.post(await link(key, body));
  expect([entered.status, entered.location]).toEqual([303, `/e/${own.taxId}/notas`]);
  return browser;
}

test('an operator’s key opens one company’s panel for a user of its program, once, in the role that it says', async () => {
  const { key } = await operatorKey(panel.orm, { scopes: ['portal-links:write'], companies: [own.id] });
  const path = await link(key, { ...reader, returnTo: `${erp}/fiscal`, theme: 'DARK' });
  const browser = panel.browser();
  expect((await browser.post(path)).status).toBe(303);
  expect((await panel.browser().post(path)).status).toBe(404);
  const notes = await browser.get(`/e/${own.taxId}/notas`);
  expect([notes.status, notes.text.includes(`href="${erp}/fiscal"`), notes.text.includes('data-theme="dark"')]).toEqual(
    [200, true, true],
  );
  for (const page of [`/e/${own.taxId}/notas/nova`, `/e/${own.taxId}/chaves`, `/e/${other.taxId}/notas`, '/o/empresas'])
    expect([page, (await browser.get(page)).status]).toEqual([page, 404]);
  const issuer = await visitor(key, { ...reader, role: 'ISSUER' });
  expect((await issuer.get(`/e/${own.taxId}/notas/nova`)).status).toBe(200);
  expect((await issuer.get(`/e/${own.taxId}/ajustes`)).status).toBe(404);
  expect((await asked(key, { ...reader, role: 'ADMIN' })).status).toBe(400);
  for (const address of [{ returnTo: 'https://evil.example/' }, { frameOrigin: 'https://evil.example' }])
    expect((await asked(key, { ...reader, ...address })).status).toBe(400);
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ['is revoked', (id) => revokeOperatorKey(acrossCompanies(panel.orm), id)],
  ['expires', (id) => sql('update operator_key set expires_at = now() where id = ?', [id])],
  ['loses the scope', (id) => sql(`update operator_key set scopes = '{companies:read}' where id = ?`, [id])],
  ['does not reach the company any more', (id) => sql(`update operator_key set companies = '{}' where id = ?`, [id])],
])('its session ends when the key %s, and what is unopened opens no more', async (_when, end) => {
  const { id, key } = await operatorKey(panel.orm, { companies: [own.id] });
  const browser = await visitor(key);
  const unspent = await link(key);
  const notes = `/e/${own.taxId}/notas`;
  expect((await browser.get(notes)).status).toBe(200);
  await end(id);
  const over = await browser.get(notes);
  expect([over.status, over.text.includes('Abra o painel de novo')]).toEqual([401, true]);
  expect((await panel.browser().get(unspent)).status).toBe(404);
  expect((await panel.browser().post(unspent)).status).toBe(404);
});

test('the company’s log says which operator’s key it was, and for whom', async () => {
  const { id, key } = await operatorKey(panel.orm, { name: 'Casa de software' });
  const browser = await visitor(key, { personName: 'João Lima', role: 'ISSUER' });
  const entries = await sql(
    `select action, actor_kind, actor_name, company_id from audit_entry where actor_id = ? order by at, id`,
    [id],
  );
  const told = { actor_kind: 'OPERATOR_KEY', company_id: own.id };
  expect(entries).toEqual([
    { action: 'PORTAL_LINK_CREATED', actor_name: 'Casa de software', ...told },
    { action: 'PORTAL_OPENED', actor_name: 'Casa de software, por João Lima', ...told },
  ]);
  const [row] = await sql(
    'select operator_key_id, api_key_id from portal_link where operator_key_id = ? and opened_at is not null',
    [id],
  );
  expect(row).toEqual({ operator_key_id: id, api_key_id: null });
  expect(JSON.stringify(await sql('select * from portal_link'))).not.toContain(browser.cookie!.split('p.')[1]);
});

test('the database lets nobody but the operator’s role name an operator’s key, and that role no other key than its own', async () => {
  const [mine, foreign] = [await operatorKey(panel.orm), await operatorKey(panel.orm)];
  const insert = (keyId: string, company = own.id) =>
    `insert into portal_link (id, company_id, operator_key_id, role, person_name, theme, token_hash, created_at, expires_at)
     values (gen_random_uuid(), '${company}', '${keyId}', 'ISSUER', 'X', 'SYSTEM', gen_random_uuid()::text, now(), now())`;
  const walled = /row-level security/;
  const apiOrm = await patientOrm(byLogin(panel.database, 'api'));
  const asApi = (before: string) =>
    inCompany(apiOrm, own.id, async (em) => {
      await em.execute(before);
      await em.execute(insert(mine.id));
    });
  await expect(asApi('select 1')).rejects.toThrow(walled);
  await expect(asApi(`select set_config('lavra.operator_key', '${mine.id}', true)`)).rejects.toThrow(walled);
  await apiOrm.close();
  const operator = { keyId: mine.id, actor: { kind: 'OPERATOR_KEY', id: mine.id, name: 'x', office: null } } as const;
  const asOperator = (companies: string[] | null, company: string, statement: string) =>
    operating(panel.own, { ...operator, companies }, company, (em) => em.execute(statement));
  await expect(asOperator(null, own.id, insert(foreign.id))).rejects.toThrow(walled);
  await expect(asOperator([own.id], other.id, insert(mine.id, other.id))).rejects.toThrow(walled);
  await asOperator([own.id], own.id, insert(mine.id));
  const both = insert(mine.id)
    .replace('operator_key_id,', 'operator_key_id, api_key_id,')
    .replace(`'${mine.id}',`, `'${mine.id}', (select id from api_key limit 1),`);
  await expect(asOperator(null, own.id, both)).rejects.toThrow(/portal_link_key_check/);
});
