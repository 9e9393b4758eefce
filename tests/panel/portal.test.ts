import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CompanyScope } from '../../domain/access/scopes.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createKey } from '../../operations/provisioning.ts';
import { newCompany, startApi, type TestApi } from '../api/fixture.ts';
import { panelUrl, startPanel } from './panel-fixture.ts';

const erp = 'https://erp.example.com';
let panel: Awaited<ReturnType<typeof startPanel>>;
let api: TestApi;
let own: Awaited<ReturnType<typeof newCompany>>;
let other: Awaited<ReturnType<typeof newCompany>>;

beforeAll(async () => {
  panel = await startPanel({ portalOrigins: [erp] });
  api = await startApi({ databaseUrl: panel.database, portal: { panelUrl, portalOrigins: [erp] } });
  [own, other] = [await newCompany(panel.orm), await newCompany(panel.orm)];
});
beforeEach(() => sql('delete from sign_in_bucket'));
afterAll(async () => {
  await api.close();
  await panel.close();
});

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  panel.orm.em.fork().execute<Row[]>(text, values);
const reader = { personName: 'Maria <b>Souza</b>', role: 'READER' };

async function asked(body: object, key = own.key) {
  return api.call('POST', '/v1/portal-links', { key, body });
}

/** The path in the panel that a portal link leads to. */
async function link(body: object = reader, key = own.key): Promise<string> {
  const answer = await asked(body, key);
  expect(answer.status).toBe(201);
  const url = String(answer.body.url);
  expect(url.startsWith(`${panelUrl}/portal/`)).toBe(true);
  return url.slice(panelUrl.length);
}

async function visitor(body: object = reader, key = own.key) {
  const browser = panel.browser();
  const entered = await browser.post(await link(body, key));
  expect([entered.status, entered.location]).toEqual([303, `/e/${own.company.taxId}/notas`]);
  return { browser, cookie: entered.cookie! };
}

function keyWith(scopes: CompanyScope[]) {
  const of = { company: own.company, name: 'ERP Fiscal', scopes, ratePerSecond: 1_000, rateBurst: 1_000 };
  return createKey(acrossCompanies(panel.orm), of);
}

test('a link opens the panel of its company for who presses the button: once, whoever looked at it before', async () => {
  const path = await link();
  for (let at = 0; at < 3; at += 1) {
    const page = await panel.browser().get(path);
    expect([page.status, page.cookie]).toEqual([200, null]);
    expect(page.text).toContain('Maria &lt;b&gt;Souza');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
  const browsers = Array.from({ length: 4 }, () => panel.browser());
  const answers = await Promise.all(browsers.map((each) => each.post(path)));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  const [winner] = browsers.filter((_, at) => answers[at]?.status === 303);
  const notes = await winner!.get(`/e/${own.company.taxId}/notas`);
  expect(notes.status).toBe(200);
  expect(notes.text).not.toContain('href="/conta"');
  expect(notes.text).not.toContain('filtros/novo');
  for (const each of [await panel.browser().get(path), await panel.browser().post(path)]) {
    expect([each.status, each.cookie]).toEqual([404, null]);
    expect(each.text).toContain('Abra o painel de novo');
  }
});

test('a link that is two minutes old opens nothing, nor does one that nobody made', async () => {
  const path = await link();
  await sql(`update portal_link set expires_at = now() - interval '1 second' where opened_at is null`);
  const unknown = `/portal/${'A'.repeat(43)}`;
  for (const each of [path, unknown, '/portal/x', "/portal/'--"]) {
    expect([(await panel.browser().get(each)).status, (await panel.browser().post(each)).status]).toEqual([404, 404]);
  }
});

test('a form of another site spends no link, and changes nothing in a visitor’s name', async () => {
  const path = await link();
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect((await panel.browser().post(path, {}, { 'sec-fetch-site': site })).status).toBe(403);
  }
  const { browser } = await visitor({ ...reader, role: 'ISSUER', frameOrigin: erp });
  const sale = `/e/${own.company.taxId}/notas/nova`;
  expect((await browser.post(sale, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await panel.browser().post(path)).status).toBe(303);
});

test('a visitor reaches that company alone, and of it neither people, keys, certificate, settings nor an account', async () => {
  const { browser } = await visitor({ ...reader, role: 'ISSUER' });
  const base = `/e/${own.company.taxId}`;
  const shut = [
    'pessoas',
    'chaves',
    'chaves/nova',
    'certificado',
    'ajustes',
    'webhooks',
    'auditoria',
    'escritorio',
    'filtros/novo?lista=notas',
  ];
  for (const page of shut) expect([page, (await browser.get(`${base}/${page}`)).status]).toEqual([page, 404]);
  for (const page of [
    '/conta',
    '/conta/emails',
    '/conta/codigo-do-celular',
    '/conta/chave-de-acesso',
    '/confirmar',
    '/o/empresas',
  ]) {
    expect([page, (await browser.get(page)).status]).toEqual([page, 404]);
  }
  for (const form of ['/conta/codigos-de-recuperacao', `${base}/filtros/novo`, `${base}/pessoas/convidar`]) {
    expect([form, (await browser.post(form)).status]).toEqual([form, 404]);
  }
  expect((await browser.get(`/e/${other.company.taxId}/notas`)).status).toBe(404);
  for (const page of ['notas', 'notas/nova', 'recebidas', 'a-pagar', 'clientes', 'atencao', 'inutilizacoes']) {
    expect([page, (await browser.get(`${base}/${page}`)).status]).toEqual([page, 200]);
  }
  expect((await browser.get('/')).location).toBe(`${base}/notas`);
});

test('a reader writes nothing, and who issues does what the key may do, no more', async () => {
  const { browser } = await visitor();
  expect((await browser.get(`/e/${own.company.taxId}/notas/nova`)).status).toBe(404);
  expect((await browser.post(`/e/${own.company.taxId}/inutilizacoes`)).status).toBe(404);
  const { key, secret } = await keyWith(['portal-links:write']);
  const refused = await asked({ ...reader, role: 'ISSUER' }, secret);
  expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
  const issuing = await keyWith(['portal-links:write', 'documents:write']);
  const { browser: issuer } = await visitor({ ...reader, role: 'ISSUER' }, issuing.secret);
  const page = `/e/${own.company.taxId}/notas/nova`;
  expect((await issuer.get(page)).status).toBe(200);
  await sql(`update api_key set scopes = '{portal-links:write}' where id = ?`, [issuing.key.id]);
  expect((await issuer.get(page)).text).toContain('Abra o painel de novo');
  expect((await asked({ ...reader, role: 'ADMIN' })).status).toBe(400);
  expect((await asked(reader, (await keyWith(['documents:write'])).secret)).status).toBe(403);
  expect(key.scopes).toEqual(['portal-links:write']);
});

test.each<[string, () => string, () => string]>([
  ['its key is revoked', () => `update api_key set revoked_at = now()`, () => `update api_key set revoked_at = null`],
  ['its key has expired', () => `update api_key set expires_at = now()`, () => `update api_key set expires_at = null`],
  [
    'the company is switched off',
    () => `update company set is_active = false`,
    () => `update company set is_active = true`,
  ],
  ['eight hours are over', () => `update portal_link set session_ends_at = now()`, () => 'select 1'],
  [
    'nobody used it for an hour',
    () => `update portal_link set last_seen_at = now() - interval '61 minutes'`,
    () => 'select 1',
  ],
])('a session ends when %s', async (_when, ends, back) => {
  const { browser } = await visitor();
  const notes = `/e/${own.company.taxId}/notas`;
  expect((await browser.get(notes)).status).toBe(200);
  const unspent = await link();
  await sql(ends());
  const over = await browser.get(notes);
  expect([over.status, over.text.includes('Abra o painel de novo')]).toEqual([401, true]);
  if (ends().includes('api_key')) expect((await panel.browser().post(unspent)).status).toBe(404);
  await sql(back());
});

test('a page is framed by the origin that its link names, and no other; elsewhere nobody frames the panel', async () => {
  const path = await link({ ...reader, frameOrigin: erp, theme: 'DARK' });
  const policyOf = (headers: Headers) =>
    /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1];
  const browser = panel.browser();
  const opened = await browser.get(path);
  expect([policyOf(opened.headers), opened.headers.get('x-frame-options')]).toEqual([erp, null]);
  const entered = await browser.post(path);
  expect(entered.cookie).toMatch(/^__Host-lavra-quadro=/);
  for (const part of ['HttpOnly', 'Secure', 'SameSite=None', 'Partitioned', 'Path=/'])
    expect(entered.cookie).toContain(part);
  const notes = await browser.get(entered.location!);
  expect([notes.status, policyOf(notes.headers), notes.headers.get('x-frame-options')]).toEqual([200, erp, null]);
  expect(notes.text).toContain('data-theme="dark"');
  const { browser: whole, cookie } = await visitor();
  expect(cookie).toMatch(/SameSite=Lax/);
  for (const page of [await whole.get(`/e/${own.company.taxId}/notas`), await panel.browser().get('/entrar')]) {
    expect([policyOf(page.headers), page.headers.get('x-frame-options')]).toEqual(["'none'", 'DENY']);
  }
});

test('what is kept for a frame is worth nothing in a window', async () => {
  const { browser } = await visitor({ ...reader, frameOrigin: erp });
  const inWindow = await fetch(`${panel.url}/e/${own.company.taxId}/notas`, {
    redirect: 'manual',
    headers: { cookie: browser.cookie!, 'sec-fetch-dest': 'document' },
  });
  expect(inWindow.headers.get('location')).toMatch(/^\/entrar/);
  const inFrame = await fetch(`${panel.url}/e/${own.company.taxId}/notas`, {
    headers: { cookie: browser.cookie!, 'sec-fetch-dest': 'iframe' },
  });
  expect(inFrame.status).toBe(200);
});

test.each([
  'https://evil.example/',
  'https://erp.example.com.evil.example/',
  'https://erp.example.com@evil.example/',
  'http://erp.example.com/',
  'https://erp.example.com:8443/',
  'javascript:alert(1)//https://erp.example.com',
  '//erp.example.com/',
])('neither back nor into a frame by an origin that the operator does not list: %s', async (address) => {
  expect((await asked({ ...reader, returnTo: address })).status).toBe(400);
  expect((await asked({ ...reader, frameOrigin: address })).status).toBe(400);
});

test('where the panel has no TLS, nothing is framed', async () => {
  const plain = await startApi({
    databaseUrl: panel.database,
    portal: { panelUrl: 'http://painel.example.com', portalOrigins: [erp] },
  });
  const { status, body } = await plain.call('POST', '/v1/portal-links', {
    key: own.key,
    body: { ...reader, frameOrigin: erp },
  });
  expect([status, body.message]).toEqual([400, expect.stringContaining('https')]);
  await plain.close();
});

test('the way back is a link of the page, and who leaves is told so', async () => {
  const { browser } = await visitor({ ...reader, returnTo: `${erp}/fiscal?a=1&b=2` });
  const notes = (await browser.get(`/e/${own.company.taxId}/notas`)).text;
  expect(notes).toContain(`href="${erp}/fiscal?a=1&amp;b=2"`);
  const left = await browser.post('/sair');
  expect([left.status, left.text.includes('Você saiu do painel')]).toEqual([200, true]);
  expect((await browser.get(`/e/${own.company.taxId}/notas`)).status).not.toBe(200);
});

test('the company’s log names the key and its user, and the database its owner', async () => {
  const { key, secret } = await keyWith(['portal-links:write', 'documents:write']);
  const { browser } = await visitor({ personName: 'João Lima', role: 'ISSUER' }, secret);
  const token = browser.cookie!.split('=')[1]!;
  const entries = await sql<{ action: string; name: string; id: string; company: string }>(
    `select action, actor_name as name, actor_id as id, company_id as company from audit_entry where actor_id = ? order by at`,
    [key.id],
  );
  const told = { id: key.id, company: own.company.id };
  expect(entries).toEqual([
    { action: 'PORTAL_LINK_CREATED', name: 'ERP Fiscal', ...told },
    { action: 'PORTAL_OPENED', name: 'ERP Fiscal, por João Lima', ...told },
  ]);
  const rows = JSON.stringify(await sql('select * from portal_link'));
  expect(rows).not.toContain(token.replace('p.', ''));
});
