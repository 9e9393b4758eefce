import { afterAll, beforeAll, expect, test } from 'vitest';
import { PortfolioPart } from '../../domain/accounts/person.entity.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { Closing } from '../../domain/closings/closing.entity.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { nobody } from '../../domain/companies/ownership.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { acrossCompanies, inPortfolio, operating, overseeing } from '../../operations/in-company.ts';
import { amongPeople, type PeopleOwner } from '../../operations/accounts/people-owner.ts';
import { findPortfolio } from '../../operations/offices/portfolio.ts';
import { setSuspended } from '../../operations/provisioning.ts';
import { newCompany } from '../api/fixture.ts';
import { monthDocument, newClosing } from '../support/rows/closing.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Made = Awaited<ReturnType<typeof newCompany>>['company'];
let panel: Panel;
let office: Office;
/** Two companies of the portfolio, of which the clerk has the first, and one outside it. */
let hers: Made;
let others: Made;
let foreign: Made;
let admin: Awaited<ReturnType<Panel['member']>>;
let clerk: Awaited<ReturnType<Panel['member']>>;
let operator: Awaited<ReturnType<Panel['member']>>;

const sql = <Row>(text: string, values: unknown[] = []) => panel.orm.em.fork().execute<Row[]>(text, values);
const notesOf = ({ taxId }: Made) => `/e/${taxId}/notas`;

/** A sale as its form is sent. */
const kiosk = {
  operationNature: 'Venda de mercadoria',
  'client.name': 'Comércio Água Boa S/A',
  'client.document': '11.444.777/0001-61',
  'items[0].code': 'PAO',
  'items[0].description': 'Pão de forma',
  'items[0].unit': 'UN',
  'items[0].quantity': '4',
  'items[0].unitValue': '25,00',
  'items[0].ncm': '19012090',
  'items[0].cfop': '5102',
};

beforeAll(async () => {
  panel = await startPanel({ sendsMail: false });
  [hers, others, foreign] = [
    (await newCompany(panel.orm)).company,
    (await newCompany(panel.orm)).company,
    (await newCompany(panel.orm)).company,
  ];
  ({ office } = await newOffice(panel.orm));
  await linkOf(panel.orm, office, hers, { issuingAllowed: true });
  await linkOf(panel.orm, office, others);
  admin = await panel.member({ officeId: office.id, role: 'OFFICE_ADMIN' });
  clerk = await panel.member({ officeId: office.id, role: 'OFFICE_CLERK' });
  operator = await panel.member({ role: 'OPERATOR' });
  const em = acrossCompanies(panel.orm);
  const [membership] = await sql<{ id: string }>('select id from membership where person_id = ?', [clerk.id]);
  em.create(PortfolioPart, { membership: membership!.id, company: hers.id, office: office.id });
  await em.flush();
  for (const company of [hers, others]) await monthDocument(panel.orm, company);
});

afterAll(() => panel.close());

test('a clerk sees the companies of her part, and no other one by any way', async () => {
  const list = `/c/${office.taxId}/empresas`;
  expect((await admin.get(list)).text).toContain(others.taxId);
  const part = (await clerk.get(list)).text;
  expect(part).toContain(hers.taxId);
  expect(part).not.toContain(others.taxId);
  expect((await clerk.get(notesOf(hers))).status).toBe(200);
  expect((await clerk.get(notesOf(others))).status).toBe(404);
  expect((await admin.get(notesOf(others))).status).toBe(200);
  expect((await admin.get(notesOf(foreign))).status).toBe(404);
});

test('the database keeps her to her part, whatever is asked', async () => {
  for (const company of [hers, others]) await newClosing(panel.orm, { office, company });
  const acting = { id: office.id, taxId: office.taxId, name: office.name, actor: lavraItself, part: [hers.id] };
  const seen = await inPortfolio(panel.own, acting, async (em) => ({
    portfolio: (await findPortfolio(em, {}, { page: 1, pageSize: 10 })).companies.map(({ id }) => id),
    closings: (await em.find(Closing, {})).map(({ company }) => company),
    links: await em.execute<unknown[]>('select from office_link'),
  }));
  expect(seen.portfolio).toEqual([hers.id]);
  expect(seen.closings).toEqual([hers.id]);
  expect(seen.links).toHaveLength(1);
  const whole = await inPortfolio(panel.own, { ...acting, part: null }, (em) =>
    findPortfolio(em, {}, { page: 1, pageSize: 10 }),
  );
  expect(whole.total).toBe(2);
});

test('an administrator shares the portfolio out among clerks, from companies of her own portfolio alone', async () => {
  const page = `/c/${office.taxId}/pessoas/${clerk.id}/carteira`;
  const { text } = await admin.get(page);
  expect(text).toContain(others.name);
  expect(text).not.toContain(foreign.taxId);
  expect((await admin.post(page, { empresa: foreign.id })).status).toBe(400);
  expect((await admin.post(page, {})).status).toBe(400);
  expect((await admin.post(page, { empresa: others.id })).status).toBe(303);
  expect((await clerk.get(notesOf(others))).status).toBe(200);
  expect((await clerk.get(notesOf(hers))).status).toBe(404);
  expect((await admin.post(page, { toda: 'sim' })).status).toBe(303);
  expect((await clerk.get(notesOf(hers))).status).toBe(200);
  expect((await admin.post(page, { empresa: hers.id })).status).toBe(303);
  expect((await admin.get(`/c/${office.taxId}/pessoas/${admin.id}/carteira`)).status).toBe(404);
  expect((await clerk.get(page)).status).toBe(404);
  const told = await sql(`select details from audit_entry where action = 'PERSON_PART_CHANGED' and office_id = ?`, [
    office.id,
  ]);
  expect(told).toHaveLength(3);
});

test.each(['office', 'installation'] as const)(
  'the people of the %s invite, and never end up with nobody',
  async (of) => {
    const [host, base] = of === 'office' ? [admin, `/c/${office.taxId}`] : [operator, '/o'];
    const [least, most] = of === 'office' ? ['OFFICE_READER', 'OFFICE_ADMIN'] : ['OPERATOR_READER', 'OPERATOR'];
    const email = `nova-${of}@example.com`;
    // A role of another kind does not exist here: the invitation is for the least role.
    const invited = await host.post(`${base}/pessoas/convidar`, { email, papel: 'COMPANY_ADMIN' });
    expect(invited.status).toBe(200);
    const [, token = ''] = /\/convite\/([\w-]+)/.exec(invited.text) ?? [];
    const browser = panel.browser();
    expect((await browser.get(`/convite/${token}`)).text).toContain(of === 'office' ? office.name : 'operar o Lavra');
    const accepted = await browser.post(`/convite/${token}`, { nome: 'Bia Prado', senha: 'janela tambor cometa azul' });
    expect([accepted.status, accepted.location]).toEqual([303, `${base}/empresas`]);
    expect((await browser.get(`${base}/empresas`)).status).toBe(200);
    expect((await browser.get(`${base}/pessoas`)).status).toBe(404);
    const [row] = await sql<{ id: string; role: string }>(
      `select p.id, m.role from panel_person p join membership m on m.person_id = p.id where p.email = ? and m.ended_at is null`,
      [email],
    );
    expect(row?.role).toBe(least);
    const own = await host.post(`${base}/pessoas/${host.id}/papel`, { papel: least });
    expect([own.status, own.text]).toEqual([400, expect.stringMatching(/ficaria sem (administrador|operador)/)]);
    expect((await host.post(`${base}/pessoas/${row!.id}/papel`, { papel: most })).status).toBe(303);
    expect((await host.post(`${base}/pessoas/${row!.id}/encerrar`)).status).toBe(303);
    expect((await browser.get(`${base}/empresas`)).status).toBe(404);
  },
);

test('the people of one place are nobody’s of another, by the database', async () => {
  const seen = (owner: PeopleOwner) =>
    amongPeople(panel.own, owner, (em) => em.execute<{ id: string }[]>('select role from membership'));
  const acting = { id: office.id, taxId: office.taxId, name: office.name, actor: lavraItself };
  const ofOffice = await seen({ kind: 'OFFICE', office: acting, actor: lavraItself });
  expect(ofOffice.map((row) => Object.values(row)[0])).toSatisfy((all: string[]) =>
    all.every((role) => role.startsWith('OFFICE')),
  );
  const ofAll = await seen({ kind: 'INSTALLATION', actor: lavraItself });
  expect(ofAll.map((row) => Object.values(row)[0])).toSatisfy((all: string[]) =>
    all.every((role) => role.startsWith('OPERATOR')),
  );
});

test('a suspended office, and a link that has ended, open nothing', async () => {
  await setSuspended(panel.orm, office.id, true);
  expect((await admin.get(`/c/${office.taxId}/empresas`)).status).toBe(404);
  expect((await admin.get(notesOf(hers))).status).toBe(404);
  await setSuspended(panel.orm, office.id, false);
  expect((await admin.get(notesOf(hers))).status).toBe(200);
  await sql(`update office_link set status = 'ENDED' where company_id = ?`, [others.id]);
  expect((await admin.get(notesOf(others))).status).toBe(404);
  await sql(`update office_link set status = 'ACTIVE' where company_id = ?`, [others.id]);
});

test('an office answers what a company receives; it sells where the company lets it', async () => {
  expect((await admin.get(`/e/${hers.taxId}/notas/nova`)).status).toBe(200);
  expect((await admin.get(`/e/${others.taxId}/notas/nova`)).status).toBe(404);
  const fresh = `/e/${hers.taxId}/notas/nova`;
  const [, chave = ''] = /name="chave"[^>]*value="([^"]+)"/.exec((await admin.get(fresh)).text) ?? [];
  const kept = await admin.post(`${fresh}?tipo=NFE`, { ...kiosk, chave, fazer: 'guardar' });
  const [, id] = /notas\/([0-9a-f-]{36})/.exec(kept.location ?? '') ?? [];
  expect(await sql('select status, issued_by_office from document where id = ?', [id])).toEqual([
    { status: 'DRAFT', issued_by_office: office.name },
  ]);
  expect(await sql('select actor_kind, office_id from audit_entry where subject_id = ?', [id])).toEqual([
    { actor_kind: 'PERSON', office_id: office.id },
  ]);
  const received = (await admin.get(`/e/${others.taxId}/recebidas`)).text;
  expect(received).toContain(`Pelo escritório ${office.name}`);
  for (const page of [
    'certificado',
    'chaves',
    'webhooks',
    'pessoas',
    'ajustes',
    'escritorio',
    'auditoria',
    'atencao',
  ]) {
    expect([page, (await admin.get(`/e/${hers.taxId}/${page}`)).status]).toEqual([page, 404]);
  }
});

test('who operates opens any company, and changes nothing there', async () => {
  const { text, status } = await operator.get(notesOf(foreign));
  expect([status, text]).toEqual([200, expect.stringContaining('Suporte: só consulta')]);
  expect((await operator.get(`/e/${foreign.taxId}/notas/nova`)).status).toBe(404);
  const boss = await panel.person(foreign.id);
  expect((await boss.get(`/e/${foreign.taxId}/auditoria`)).text).toContain(
    'abriu a empresa para consulta, como suporte',
  );
  const visits = `select actor_id from audit_entry where company_id = ? and action = 'SUPPORT_OPENED'`;
  expect(await sql(visits, [foreign.id])).toEqual([{ actor_id: operator.id }]);
  expect((await operator.get('/o/empresas?busca=' + foreign.taxId)).text).toContain(foreign.taxId);
  expect((await admin.get('/o/empresas')).status).toBe(404);
});

test('who operates looks into any office, marked, and changes nothing there; the office’s log says so once a visit', async () => {
  const base = `/c/${office.taxId}`;
  const visits = `select actor_kind, company_id from audit_entry where office_id = ? and actor_id = ? and action = 'OFFICE_SUPPORT_OPENED'`;
  expect(await sql(visits, [office.id, operator.id])).toEqual([]);
  for (const page of ['empresas', 'recebidas', 'prontidao', 'vinculos', 'fechamento/2026-10']) {
    const { status, text } = await operator.get(`${base}/${page}`);
    expect([page, status, text.includes('Suporte: só consulta')]).toEqual([page, 200, true]);
    expect(text).not.toMatch(/<form[^>]*method="post"[^>]*action="\/c\//);
  }
  expect(await sql(visits, [office.id, operator.id])).toEqual([{ actor_kind: 'PERSON', company_id: null }]);
  for (const page of ['pessoas', 'chaves', 'webhooks'])
    expect((await operator.get(`${base}/${page}`)).status).toBe(404);
  for (const form of ['vinculos/convidar', 'fechamento/2026-10/fechar', 'recebidas/ciencia']) {
    expect([form, (await operator.post(`${base}/${form}`)).status]).toEqual([form, 404]);
  }
  await setSuspended(panel.orm, office.id, true);
  expect((await operator.get(`${base}/empresas`)).status).toBe(200);
  expect((await admin.get(`${base}/empresas`)).status).toBe(404);
  await setSuspended(panel.orm, office.id, false);
  expect((await operator.get('/c/99999999999999/empresas')).status).toBe(404);
  expect((await operator.get(`/o/escritorios/${office.taxId}`)).text).toContain(`href="${base}/empresas"`);
});

test('looking over all companies is read-only, and a transaction of one company sees that one', async () => {
  const acting = { keyId: nobody, companies: null, actor: lavraItself };
  const seen = await overseeing(panel.own, acting, (em) => em.find(Document, {}));
  expect(new Set(seen.map(({ company }) => company))).toEqual(new Set([hers.id, others.id]));
  const write = overseeing(panel.own, acting, (em) => em.nativeDelete(Document, {}));
  await expect(write).rejects.toThrow(/read-only transaction/);
  const one = await operating(panel.own, acting, hers.id, (em) =>
    em.execute('select distinct company_id from document'),
  );
  expect(one).toEqual([{ company_id: hers.id }]);
  const bound = { ...acting, companies: [others.id] };
  expect(await overseeing(panel.own, bound, (em) => em.execute('select company_id from document'))).toEqual([
    { company_id: others.id },
  ]);
  expect(await overseeing(panel.own, bound, (em) => em.count(Company))).toBe(1);
});

test('the session of who operates ends after an hour without use, others’ do not', async () => {
  await sql(`update panel_session set last_seen_at = now() - interval '61 minutes' where person_id in (?, ?)`, [
    operator.id,
    admin.id,
  ]);
  expect((await operator.get('/conta')).location).toMatch(/^\/entrar/);
  expect((await admin.get('/conta')).status).toBe(200);
});
