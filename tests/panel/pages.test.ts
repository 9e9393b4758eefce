import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ActingRole,
  companyRoles,
  officeRoles,
  operatorRoles,
  rolesInCompany,
  rolesInOffice,
  type VisitingRole,
} from '../../domain/accounts/roles.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { administering, inCompany, inPanel, onlyReading } from '../../operations/in-company.ts';
import { type PageName, rightOf } from '../../panel/rights.ts';
import { newCompany, sale, startApi } from '../api/fixture.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { byLogin, patientOrm } from '../support/servers/parts.ts';
import { noteWithCalls } from './note-with-calls.ts';
import { type KeptIds, rowsOf } from './page-rows.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Company = Awaited<ReturnType<typeof newCompany>>;
let panel: Panel;
let api: Awaited<ReturnType<typeof startApi>>;
let own: Company;
let other: Company;
const kept: KeptIds = { draft: '', key: '', certificate: '', client: '', company: '' };
type Person = Awaited<ReturnType<Panel['person']>>;
/** A person of the other company. `people` has one for each role in the own company, in the office linked to it, and in the installation. */
let stranger: Person;
let office: Awaited<ReturnType<typeof newOffice>>['office'];
const people = new Map<ActingRole, Person>();

/** The person of a role. Whether the office issues is set on the link. */
async function ofRole(role: ActingRole): Promise<Person> {
  if (role === 'OFFICE_ISSUING' || role === 'OFFICE_RECEIVING') {
    const isAllowed = role === 'OFFICE_ISSUING';
    await panel.orm.em
      .fork()
      .execute('update office_link set issuing_allowed = ? where office_id = ?', [isAllowed, office.id]);
  }
  return people.get(role)!;
}

/** Roles of people who came by a portal link of the company's own system. */
const portals = { PORTAL_ISSUING: 'ISSUER', PORTAL_LOOKING: 'READER' } as const;
type PortalRole = keyof typeof portals;

/** The membership by which visitors see the company. */
const visitors = {
  OFFICE_ISSUING: 'OFFICE_ADMIN',
  OFFICE_RECEIVING: 'OFFICE_CLERK',
  OFFICE_LOOKING: 'OFFICE_READER',
  SUPPORT_LOOKING: 'OPERATOR',
} as const satisfies Record<Exclude<VisitingRole, PortalRole>, ActingRole>;

const attack = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;

beforeAll(async () => {
  panel = await startPanel();
  api = await startApi({ databaseUrl: panel.database });
  own = await newCompany(panel.orm);
  other = await newCompany(panel.orm);
  stranger = await panel.person(other.company.id);
  ({ office } = await newOffice(panel.orm));
  await linkOf(panel.orm, office, own.company);
  for (const role of companyRoles) people.set(role, await panel.person(own.company.id, role));
  for (const role of officeRoles) people.set(role, await panel.member({ officeId: office.id, role }));
  for (const role of operatorRoles) people.set(role, await panel.member({ role }));
  for (const [visiting, role] of Object.entries(visitors)) people.set(visiting as ActingRole, people.get(role)!);
  for (const [role, asked] of Object.entries(portals)) {
    const body = { personName: 'Maria', role: asked };
    const link = await api.call('POST', '/v1/portal-links', { key: own.key, body });
    const browser = panel.browser();
    await browser.post(new URL(String(link.body.url)).pathname);
    people.set(role as PortalRole, { ...browser, browser, email: '', id: randomUUID() });
  }
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
  kept.draft = (created.body as { id: string }).id;
  kept.key = own.keyRow.id;
  kept.company = own.company.taxId;
  const [row] = await panel.orm.em
    .fork()
    .execute<{ id: string }[]>('select id from certificate where company_id = ?', [own.company.id]);
  kept.certificate = row!.id;
  const record = await api.call('POST', '/v1/clients', { key: own.key, body: { name: 'Loja da Esquina' } });
  kept.client = (record.body as { id: string }).id;
});

afterAll(async () => {
  await api.close();
  await panel.close();
});

const ofCompany = Object.entries(rowsOf(kept)).flatMap(([name, row]) => {
  const { audience } = rightOf(name as PageName);
  return typeof audience === 'object' ? [{ name, row, audience }] : [];
});
const pages = ofCompany.flatMap(({ row, ...of }) => ('get' in row ? [{ ...of, row }] : []));
const forms = ofCompany.flatMap(({ row, ...of }) => ('post' in row ? [{ ...of, row }] : []));

/** All roles at the place of a page, by those that may open it. */
function rolesOf(audience: readonly ActingRole[]): readonly ActingRole[] {
  const own = [
    { of: operatorRoles, roles: operatorRoles },
    { of: officeRoles, roles: rolesInOffice },
  ].find(({ of }) => of.some((role) => audience.includes(role)));
  return own?.roles ?? rolesInCompany;
}

/** The tax id in the paths of such a page. */
function ownTaxId(audience: readonly ActingRole[]): string {
  return rolesOf(audience) === rolesInOffice ? office.taxId : own.company.taxId;
}

const withoutId = ({ text }: { text: string }): string => text.replace(/<code>.*<\/code>/, '');

test.each(pages)(
  '$name: nobody without a session, nobody of another company, the roles of its own that may',
  async ({ row, audience }) => {
    const address = row.get(ownTaxId(audience));
    expect((await panel.browser().get(address)).location).toMatch(/^\/entrar\?para=/);
    const refused = await stranger.get(address);
    expect(refused.status).toBe(404);
    expect(withoutId(await stranger.get(row.get('99999999999999')))).toBe(withoutId(refused));
    for (const role of rolesOf(audience)) {
      const person = await ofRole(role);
      const { status } = await person.get(address);
      expect([role, status]).toEqual([role, audience.includes(role) ? (row.status ?? 200) : 404]);
      await accessEnds(person, true);
      expect((await person.get(address)).text).toMatch(/Não há nada aqui|A visita acabou/);
      await accessEnds(person, false);
    }
  },
);

test.each(forms)(
  '$name: no form from elsewhere, none of nobody, of another company, or of a role that may not',
  async ({ row, audience }) => {
    const address = row.post(ownTaxId(audience));
    const nobody = await panel.browser().post(address);
    expect([nobody.status, nobody.location]).toEqual([303, '/entrar']);
    expect((await stranger.post(address)).status).toBe(404);
    for (const role of rolesOf(audience)) {
      const person = await ofRole(role);
      for (const site of ['cross-site', 'same-site', 'none']) {
        expect((await person.post(address, {}, { 'sec-fetch-site': site })).status).toBe(403);
      }
      if (!audience.includes(role)) expect([role, (await person.post(address)).status]).toEqual([role, 404]);
    }
  },
);

/** Ends, or restores, what gives her access: a membership, or the session of a portal link. */
async function accessEnds({ id }: Person, isOver: boolean): Promise<void> {
  const em = panel.orm.em.fork();
  await em.execute(`update membership set ended_at = ${isOver ? 'now()' : 'null'} where person_id = ?`, [id]);
  // The column has milliseconds: the present one may be rounded up, and the next request come before it.
  await em.execute(`update portal_link set session_ends_at = now() + ?::interval`, [isOver ? '-1 ms' : '8 hours']);
}

test('a note of another company is not shown below one’s own address', async () => {
  for (const path of ['', '/pdf', '/xml']) {
    expect((await stranger.get(`/e/${other.company.taxId}/notas/${kept.draft}${path}`)).status).toBe(404);
  }
  expect((await stranger.get(`/e/${other.company.taxId}/notas/x'--`)).status).toBe(404);
});

test('of an authorized note there are page and XML, and its story says where the time went', async () => {
  const id = await noteWithCalls(panel.orm, own.company);
  const person = await panel.person(own.company.id, 'COMPANY_READER');
  const base = `/e/${own.company.taxId}/notas/${id}`;
  const note = (await person.get(base)).text;
  expect(note).toMatch(/<b>Autorizada<\/b>/);
  expect(note).toContain('protocolo 135260000000001');
  expect(note).toContain('Por que estes impostos');
  expect(note).toContain('Enviada à SEFAZ <code>100</code>');
  expect(note).toContain('Sem resposta. Antes de repetir, o Lavra pergunta pela chave');
  expect(note).toMatch(/Rascunho guardado[\s\S]*3 h 0 min depois[\s\S]*Pedido recebido/);
  expect(note).toMatch(/Do pedido ao desfecho: <b>4,5 s<\/b>[\s\S]*autoridade\s+1,5 s, espera 2,0 s/);
  const xml = await person.get(`${base}/xml`);
  expect([xml.status, xml.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(xml.headers.get('content-disposition')).toMatch(/^attachment; filename="\d{44}-procNFe\.xml"$/);
  const pdf = await person.get(`${base}/pdf`);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(pdf.text.startsWith('%PDF-')).toBe(true);
});

test('what an ERP sends is text on every page, and nothing of it runs', async () => {
  const person = await panel.person(own.company.id);
  const list = await person.get(`/e/${own.company.taxId}/notas`);
  const note = await person.get(`/e/${own.company.taxId}/notas/${kept.draft}`);
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
  for (const [list, words] of [
    ['notas', 'Rascunho</span>'],
    ['recebidas', 'role="search"'],
  ] as const) {
    for (const from of ['2026-13-99', '0000-01-01']) {
      const { status, text } = await person.get(`/e/${own.company.taxId}/${list}?de=${from}&ate=2026-02-30`);
      expect([list, from, status, text.includes(words)]).toEqual([list, from, 200, true]);
    }
  }
  const { status, text } = await at('de=2026-12-31&ate=2026-01-01');
  expect([status, text.includes('role="alert"')]).toEqual([400, true]);
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

test('health is shown to who watches', async () => {
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
  await expect(apiOrm.em.fork().execute(`select * from admit_session('', '', '')`)).rejects.toThrow(denied);
  await expect(apiOrm.em.fork().execute(`set role lavra_panel`)).rejects.toThrow(/permission denied to set role/);
  await apiOrm.close();
  for (const sql of [
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

test('keys and settings are the panel’s to change, of the company that it acts for and of no other, and never a reader’s', async () => {
  const actor = lavraItself;
  const mine = { id: own.company.id, actor };
  const count = (table: string) =>
    administering(panel.own, mine, (em) => em.execute(`select distinct company_id as id from ${table}`));
  expect(await count('api_key')).toEqual([{ id: own.company.id }]);
  expect(await count('certificate')).toEqual([{ id: own.company.id }]);
  expect(await inPanel(panel.own, (em) => em.execute('select id from api_key'))).toEqual([]);
  const keyFor = (company: string) =>
    `insert into api_key (id, company_id, name, hash, hint, scopes, rate_per_second, rate_burst, created_at)
     values (gen_random_uuid(), '${company}', 'x', md5(random()::text), 'x', '{}', 1, 1, now())`;
  await administering(panel.own, mine, (em) => em.execute(keyFor(own.company.id)));
  await expect(administering(panel.own, mine, (em) => em.execute(keyFor(other.company.id)))).rejects.toThrow(
    /violates row-level security/,
  );
  const renamed = (id: string) => `update company set trade_name = 'Outra' where id = '${id}' returning id`;
  expect(await administering(panel.own, mine, (em) => em.execute(renamed(other.company.id)))).toEqual([]);
  await expect(
    onlyReading(() => administering(panel.own, mine, (em) => em.execute(renamed(own.company.id)))),
  ).rejects.toThrow(/read-only transaction/);
  const apiOrm = await patientOrm(byLogin(panel.database, 'api'));
  for (const sql of ['select id from api_key', 'select sealed from certificate', renamed(own.company.id)]) {
    await expect(inCompany(apiOrm, own.company.id, (em) => em.execute(sql))).rejects.toThrow(/permission denied/);
  }
  await apiOrm.close();
});
