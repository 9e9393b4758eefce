import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyRoles } from '../../domain/accounts/roles.ts';
import { acrossCompanies, inCompany, inPanel } from '../../operations/in-company.ts';
import { rightOf, type rights } from '../../panel/rights.ts';
import { newCompany, sale, startApi } from '../api/fixture.ts';
import { authorizedXml, sampleKey } from '../domain/pages/danfe/authorized-xml.ts';
import { authorizedSale } from '../support/rows/authorized-sale.ts';
import { recipient as client } from '../support/samples/notes.ts';
import { byLogin, patientOrm } from '../support/servers/parts.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Company = Awaited<ReturnType<typeof newCompany>>;
let panel: Panel;
let api: Awaited<ReturnType<typeof startApi>>;
let own: Company;
let other: Company;
let draft: string;

const attack = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;

beforeAll(async () => {
  panel = await startPanel();
  api = await startApi({ databaseUrl: panel.database });
  own = await newCompany(panel.orm);
  other = await newCompany(panel.orm);
  const created = await api.call('POST', '/v1/fiscal-documents', {
    key: own.key,
    body: sale({
      externalId: `ped ${attack}`.slice(0, 60),
      client: { ...(sale()['client'] as object), name: `Loja ${attack}`.slice(0, 60) },
      items: [
        { code: 'P', description: attack, ncm: '19012090', cfop: '5102', unit: 'UN', quantity: 1, unitValue: '5.00' },
      ],
    }),
  });
  draft = (created.body as { id: string }).id;
});

afterAll(async () => {
  await api.close();
  await panel.close();
});

/** Every page that is opened by an address, for the company of a CNPJ. */
const pages: Record<keyof typeof rights, ((taxId: string) => string) | { post: string }> = {
  signIn: () => '/entrar',
  password: () => '/senha/desconhecido',
  signOut: { post: '/sair' },
  home: () => '/',
  account: () => '/conta',
  passkeySignIn: { post: '/entrar/chave' },
  secondFactor: () => '/segundo-fator',
  passkeySecondFactor: { post: '/segundo-fator/chave' },
  confirm: () => '/confirmar',
  passkeyConfirm: { post: '/confirmar/chave' },
  addPasskey: () => '/conta/chave-de-acesso',
  removePasskey: { post: `/conta/chaves-de-acesso/${randomUUID()}/remover` },
  setTotp: () => '/conta/codigo-do-celular',
  removeTotp: { post: '/conta/codigo-do-celular/desligar' },
  recoveryCodes: { post: '/conta/codigos-de-recuperacao' },
  endSession: { post: `/conta/sessoes/${randomUUID()}/encerrar` },
  notes: (taxId) => `/e/${taxId}/notas`,
  note: (taxId) => `/e/${taxId}/notas/${draft}`,
  noteFile: (taxId) => `/e/${taxId}/notas/${draft}/xml`,
};

const ofCompany = Object.entries(pages).flatMap(([name, page]) =>
  typeof page === 'function' && typeof rightOf(name as keyof typeof rights).audience === 'object'
    ? [[name, page] as const]
    : [],
);

test.each(ofCompany)(
  '%s: nobody without a session, nobody of another company, every role of its own',
  async (name, page) => {
    expect((await panel.browser().get(page(own.company.taxId))).location).toMatch(/^\/entrar\?para=/);
    const stranger = await panel.person(other.company.id);
    const refused = await stranger.get(page(own.company.taxId));
    expect(refused.status).toBe(404);
    const nowhere = await stranger.get(page('99999999999999'));
    expect(nowhere.text.replace(/<code>.*<\/code>/, '')).toBe(refused.text.replace(/<code>.*<\/code>/, ''));
    for (const role of companyRoles) {
      const person = await panel.person(own.company.id, role);
      const expected = name === 'noteFile' ? 404 : 200; // a draft has no file
      expect([role, (await person.get(page(own.company.taxId))).status]).toEqual([role, expected]);
      await panel.orm.em.fork().execute('update membership set ended_at = now() where person_id = ?', [person.id]);
      expect((await person.get(page(own.company.taxId))).text).toContain('Não há nada aqui');
    }
  },
);

test('a note of another company is not shown below one’s own address', async () => {
  const stranger = await panel.person(other.company.id);
  for (const path of ['', '/pdf', '/xml']) {
    expect((await stranger.get(`/e/${other.company.taxId}/notas/${draft}${path}`)).status).toBe(404);
  }
  expect((await stranger.get(`/e/${other.company.taxId}/notas/x'--`)).status).toBe(404);
});

test('of an authorized note there are page and XML, and its story says where the time went', async () => {
  const id = await authorizedNote();
  const person = await panel.person(own.company.id, 'COMPANY_READER');
  const base = `/e/${own.company.taxId}/notas/${id}`;
  const note = (await person.get(base)).text;
  expect(note).toMatch(/<b>Autorizada<\/b>/);
  expect(note).toContain('protocolo 135260000000001');
  expect(note).toContain('Por que estes impostos');
  expect(note).toContain('Enviada à SEFAZ <code>100</code>');
  expect(note).toContain('Sem resposta. Antes de repetir, o Lavra pergunta pela chave');
  expect(note).toMatch(/Do pedido ao desfecho:[\s\S]*autoridade\s+1,5 s, espera 2,0 s/);
  const xml = await person.get(`${base}/xml`);
  expect([xml.status, xml.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(xml.headers.get('content-disposition')).toMatch(/^attachment; filename="\d{44}-procNFe\.xml"$/);
  const pdf = await person.get(`${base}/pdf`);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(pdf.text.startsWith('%PDF-')).toBe(true);
});

/** A note as the authority left it after one call without an answer. */
async function authorizedNote(): Promise<string> {
  const em = acrossCompanies(panel.orm);
  const on = new Date('2026-11-27T15:00:00Z');
  const { company } = own;
  const line = { code: 'P', description: 'Pão', ncm: '19012090', cfop: '5102', quantity: '1', unitValue: '5.00' };
  const payload = { type: 'NFE', operationNature: 'Venda', items: [line] } as const;
  const { id } = authorizedSale(em, { company, payload: { ...payload, items: [line] }, client, on, number: 7 });
  await em.flush();
  const key = sampleKey();
  await em.execute('update document set access_key = ?, created_at = ? where id = ?', [key, on, id]);
  await em.execute(
    `insert into emission (document_id, attempt, company_id, series, number, subject, access_key, signed_xml, digest_value, proc_xml, created_at)
     values (?, 1, ?, 1, 7, ?, ?, '<NFe/>', 'digest', ?, ?)`,
    [id, company.id, key, key, authorizedXml(), on],
  );
  const call = (start: string, end: string, cStat: string | null) =>
    em.execute(
      `insert into authority_call (id, company_id, tax_id_root, environment, service, subject, started_at, ended_at, c_stat, answer)
       values (gen_random_uuid(), ?, '11222333', 'HOMOLOGATION', 'NfeAutorizacao', ?, ?, ?, ?, null)`,
      [company.id, key, start, end, cStat],
    );
  await call('2026-11-27T15:00:01Z', '2026-11-27T15:00:02Z', null);
  await call('2026-11-27T15:00:04Z', '2026-11-27T15:00:04.5Z', '100');
  return id;
}

test('what an ERP sends is text on every page, and nothing of it runs', async () => {
  const person = await panel.person(own.company.id);
  const list = await person.get(`/e/${own.company.taxId}/notas`);
  const note = await person.get(`/e/${own.company.taxId}/notas/${draft}`);
  const found = await person.get(`/e/${own.company.taxId}/notas?busca=${encodeURIComponent(attack)}`);
  for (const { text, headers } of [list, note, found]) {
    expect(text).not.toMatch(/<script(?! type="module" src="\/arquivos\/)|<img|onerror=alert\(1\)>/);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
        "require-trusted-types-for 'script'; trusted-types lavra; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/ style=| on\w+="/);
  }
  expect(note.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('filters are in the address; those that make no sense are not applied', async () => {
  const person = await panel.person(own.company.id);
  const at = (query: string) => person.get(`/e/${own.company.taxId}/notas?${query}`);
  expect((await at('situacao=DRAFT')).text).toContain('Rascunho</span>');
  expect((await at('situacao=REJECTED')).text).toContain('Nada com estes filtros');
  expect((await at('ambiente=producao')).text).toContain('Nenhuma nota ainda');
  expect((await at('situacao=NADA&tipo=X&pagina=-1&de=ontem&busca[]=a')).status).toBe(200);
  const backwards = await at('de=2026-12-31&ate=2026-01-01');
  expect(backwards.status).toBe(400);
  expect(backwards.text).toContain('role="alert"');
});

test('the list counts and shows every status by a word', async () => {
  const person = await panel.person(own.company.id);
  const { text } = await person.get(`/e/${own.company.taxId}/notas`);
  for (const word of ['Todas', 'Autorizadas', 'Em emissão', 'Rejeitadas', 'Rascunhos', 'Canceladas']) {
    expect(text).toContain(word);
  }
  expect(text).toMatch(/Rascunhos <b>1<\/b>/);
});

test('a page that is not there says so', async () => {
  const person = await panel.person(own.company.id);
  expect((await person.get('/nada')).status).toBe(404);
});

test('health is told to who watches', async () => {
  expect(JSON.parse((await panel.browser().get('/health')).text)).toMatchObject({
    status: 'ok',
    version: '0.0.0-test',
  });
  expect(JSON.parse((await panel.browser().get('/health/ready')).text)).toEqual({ status: 'ok', database: 'up' });
});

test('the panel’s login sees people and acts for a company; the API’s sees nobody', async () => {
  const apiOrm = await patientOrm(byLogin(panel.database, 'api'));
  const denied = /permission denied/;
  for (const table of ['panel_person', 'membership', 'panel_session', 'person_token', 'sign_in_bucket']) {
    const read = inCompany(apiOrm, own.company.id, (em) => em.execute(`select * from ${table}`));
    await expect(read).rejects.toThrow(denied);
  }
  await expect(apiOrm.em.fork().execute(`select * from admit_session('', '')`)).rejects.toThrow(denied);
  await expect(apiOrm.em.fork().execute(`set role lavra_panel`)).rejects.toThrow(/permission denied to set role/);
  await apiOrm.close();
  for (const sql of [
    'select * from api_key',
    `insert into membership select * from membership`,
    `update panel_person set status = 'ACTIVE'`,
    `update panel_person set email = 'x'`,
    'delete from person_token',
    'select * from sign_in_bucket',
  ]) {
    await expect(inPanel(panel.own, (em) => em.execute(sql))).rejects.toThrow(denied);
  }
  const seen = await inCompany(panel.own, other.company.id, (em) => em.execute('select id from document'));
  expect(seen).toEqual([]);
});
