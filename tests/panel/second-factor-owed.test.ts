import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashLinkToken, newLinkToken } from '../../domain/access/key.ts';
import { companyRoles } from '../../domain/accounts/roles.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { createPerson } from '../../operations/accounts/people.ts';
import type { SignedIn } from '../../operations/accounts/sessions.ts';
import { removePasskey } from '../../operations/accounts/passkeys.ts';
import { removeTotp } from '../../operations/accounts/one-time-codes.ts';
import { type PageName, rightOf } from '../../panel/rights.ts';
import { newCompany } from '../api/fixture.ts';
import { newOffice } from '../support/rows/office.ts';
import { codeOf, codesIn, offerIn, turnOnCodes } from './authenticator.ts';
import { type Row, rowsOf } from './page-rows.ts';
import { password, startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Company = Awaited<ReturnType<typeof newCompany>>['company'];
let panel: Panel;
let own: Company;
let other: Company;

beforeAll(async () => {
  panel = await startPanel({ secondFactor: 'administrators', sendsMail: false });
  [own, other] = [(await newCompany(panel.orm)).company, (await newCompany(panel.orm)).company];
});
beforeEach(() => sql('delete from sign_in_bucket'));
afterAll(() => panel.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  panel.orm.em.fork().execute<Row[]>(text, values);
const setUp = (to: string): string => `/conta/segundo-fator?para=${encodeURIComponent(to)}`;
const kept = { draft: '0', key: '0', certificate: '0', client: '0', company: '0' };
const ofCompany = Object.entries(rowsOf(kept)).filter(([name]) => {
  const { audience } = rightOf(name as PageName);
  return typeof audience === 'object' && audience.includes('COMPANY_ADMIN');
});

test('no page, form or stream of a company opens to who administers it by a password alone', async () => {
  const person = await panel.person(own.id);
  const opened: string[] = [];
  for (const [name, row] of ofCompany) {
    if ('post' in row) {
      const { status, text } = await person.post(
        row.post(own.taxId),
        {},
        { referer: 'https://painel.example.com/conta' },
      );
      if (status !== 403 || !text.includes(`href="${setUp('/conta')}"`)) opened.push(name);
      continue;
    }
    const address = ('get' in row ? row.get : row.stream)(own.taxId);
    if ((await person.get(address)).location !== setUp(address)) opened.push(name);
  }
  expect(opened).toEqual([]);
  expect((await sql('select from webhook_endpoint')).length).toBe(0);
});

test('her own account stays open, and who only issues or reads is asked for nothing', async () => {
  const person = await panel.person(own.id);
  for (const path of ['/conta', '/conta/segundo-fator', '/conta/codigo-do-celular', '/conta/chave-de-acesso']) {
    expect([path, (await person.get(path)).status]).toEqual([path, 200]);
  }
  expect((await person.get('/')).location).toBe(`/e/${own.taxId}/notas`);
  for (const role of companyRoles.filter((each) => each !== 'COMPANY_ADMIN')) {
    const issuer = await panel.person(own.id, role);
    expect([role, (await issuer.get(`/e/${own.taxId}/notas`)).status]).toEqual([role, 200]);
    expect((await issuer.get('/conta/segundo-fator')).location).toBe('/conta');
  }
});

test('signed in, she is led to set it up, and goes on from her recovery codes to where she was going', async () => {
  const { email } = await panel.person(own.id);
  const browser = panel.browser();
  const to = `/e/${own.taxId}/notas?situacao=DRAFT`;
  expect((await browser.post('/entrar', { email, senha: password, para: to })).location).toBe(to);
  const asked = await browser.get(to);
  expect([asked.status, asked.location]).toEqual([303, setUp(to)]);
  const page = (await browser.get(asked.location!)).text;
  expect(page).toContain('Proteja a sua conta');
  const path = `/conta/codigo-do-celular?para=${encodeURIComponent(to)}`;
  expect(page).toContain(`href="${path}"`);
  const offer = (await browser.get(path)).text;
  const secret = /class="secret">([A-Z2-7 ]+)</.exec(offer)![1]!.replaceAll(' ', '');
  const wrong = await browser.post('/conta/codigo-do-celular', { oferta: offerIn(offer), codigo: '000000', para: to });
  expect(wrong.text).toContain(`name="para" value="${to}"`);
  const fields = { oferta: offerIn(offer), codigo: codeOf(secret), para: to };
  const done = await browser.post('/conta/codigo-do-celular', fields);
  expect(codesIn(done.text)).toHaveLength(10);
  expect(done.text).toContain(`href="${to}"`);
  expect((await browser.get(to)).status).toBe(200);
  expect((await browser.get(setUp(to))).location).toBe(to);
});

test('the page that sets it up leads nowhere but into the panel', async () => {
  const person = await panel.person(own.id);
  for (const to of ['https://evil.example', '//evil.example', '/\\evil.example', '/entrar']) {
    const { text } = await person.get(setUp(to));
    expect(text).not.toContain('evil');
    expect(text).toContain('para=%2Fconta"');
  }
});

test('a session that was opened before its person became administrator opens nothing more, and its stream ends', async () => {
  const person = await panel.person(own.id, 'COMPANY_READER');
  const stream = await fetch(`${panel.url}/e/${own.taxId}/vivo`, { headers: { cookie: person.browser.cookie! } });
  expect(stream.status).toBe(200);
  const ended = stream.text();
  await createPerson(
    panel.orm,
    { email: person.email, name: 'Ana', companyId: own.id, role: 'COMPANY_ADMIN' },
    lavraItself,
  );
  await ended;
  const path = `/e/${own.taxId}/notas`;
  expect((await person.get(path)).location).toBe(setUp(path));
  expect((await person.post(`/e/${own.taxId}/pessoas/convidar`, { email: 'x@example.com' })).status).toBe(403);
  await turnOnCodes(person);
  expect((await person.get(path)).status).toBe(200);
});

test('who administers one company opens no page of another either, also where she only reads', async () => {
  const person = await panel.person(own.id, 'COMPANY_READER');
  await createPerson(
    panel.orm,
    { email: person.email, name: 'Ana', companyId: other.id, role: 'COMPANY_ADMIN' },
    lavraItself,
  );
  const path = `/e/${own.taxId}/notas`;
  expect((await person.get(path)).location).toBe(setUp(path));
  await sql('update membership set ended_at = now() where person_id = ? and company_id = ?', [person.id, other.id]);
  expect((await person.get(path)).status).toBe(200);
});

test('who administers an office and who operates owe it, too; an office’s other people do not', async () => {
  const { office } = await newOffice(panel.orm);
  const rows = rowsOf(kept);
  const places = { portfolio: addressIn(rows.portfolio, office.taxId), allCompanies: addressIn(rows.allCompanies, '') };
  const asked = [
    ['portfolio', { officeId: office.id, role: 'OFFICE_ADMIN' }, true],
    ['portfolio', { officeId: office.id, role: 'OFFICE_CLERK' }, false],
    ['portfolio', { officeId: office.id, role: 'OFFICE_READER' }, false],
    ['allCompanies', { role: 'OPERATOR' }, true],
    ['allCompanies', { role: 'OPERATOR_READER' }, true],
  ] as const;
  for (const [page, member, owes] of asked) {
    const { location } = await (await panel.member(member)).get(places[page]);
    expect([member.role, location]).toEqual([member.role, owes ? setUp(places[page]) : null]);
  }
});

test('a company that is not hers is not reported by the way to the page', async () => {
  const person = await panel.person(own.id);
  const [foreign, unknown] = [await person.get(`/e/${other.taxId}/notas`), await person.get('/e/99999999999999/notas')];
  expect([foreign.status, unknown.status]).toEqual([404, 404]);
});

test('the last factor of who administers stays, whichever it is; the others go', async () => {
  const person = await panel.person(own.id);
  await turnOnCodes(person);
  expect((await person.get('/conta')).text).toContain('quem administra mantém um');
  const refused = await person.post('/conta/codigo-do-celular/desligar');
  expect([refused.status, refused.text.includes('Nada foi retirado')]).toEqual([400, true]);
  expect((await person.get('/conta')).text).toContain('Ligado');
  expect((await sql('select from recovery_code where person_id = ?', [person.id])).length).toBe(10);
  const passkey = await keptPasskey(person.id);
  expect((await person.post('/conta/codigo-do-celular/desligar')).location).toBe('/conta');
  const last = await person.post(`/conta/chaves-de-acesso/${passkey}/remover`);
  expect([last.status, (await sql('select from passkey where person_id = ?', [person.id])).length]).toEqual([400, 1]);
  const removed = `select from audit_entry where subject_id = ? and action like 'PERSON_%_REMOVED'`;
  expect((await sql(removed, [person.id])).length).toBe(1);
  await sql(`update membership set role = 'COMPANY_ISSUER' where person_id = ?`, [person.id]);
  expect((await person.post(`/conta/chaves-de-acesso/${passkey}/remover`)).location).toBe('/conta');
});

test('two factors that are taken away at once leave one', async () => {
  const person = await panel.person(own.id);
  await turnOnCodes(person);
  const place = {
    companyId: own.id,
    taxId: own.taxId,
    name: '',
    environment: 'HOMOLOGATION',
    role: 'COMPANY_ADMIN',
  } as const;
  const who = { personId: person.id, name: 'Ana', places: [place], offices: [], operator: null } as unknown as SignedIn;
  for (let round = 0; round < 5; round += 1) {
    const passkey = await keptPasskey(person.id);
    await sql(`update panel_person set totp_sealed = '{}' where id = ?`, [person.id]);
    const taken = await Promise.allSettled([
      removeTotp(panel.own, who, 'administrators'),
      removePasskey(panel.own, who, passkey, 'administrators'),
    ]);
    expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await sql('delete from passkey where person_id = ?', [person.id]);
  }
});

test('an invitation that is accepted as administrator leads to the second factor next, for who is new and who is known', async () => {
  const inviter = await panel.person(own.id);
  await turnOnCodes(inviter);
  const path = `/e/${own.taxId}/notas`;
  const fresh = panel.browser();
  const accepted = await fresh.post(await invited(inviter, 'nova@example.com'), { nome: 'Nova', senha: password });
  expect(accepted.location).toBe(path);
  expect((await fresh.get(path)).location).toBe(setUp(path));
  const known = await panel.person(other.id, 'COMPANY_READER');
  expect((await known.post(await invited(inviter, known.email))).location).toBe(path);
  expect((await known.get(path)).location).toBe(setUp(path));
});

test('where the installation asks nobody, nobody is asked, and the last factor may go', async () => {
  const lenient = await startPanel({ secondFactor: 'nobody' });
  try {
    const { company } = await newCompany(lenient.orm);
    const person = await lenient.person(company.id);
    expect((await person.get(`/e/${company.taxId}/notas`)).status).toBe(200);
    await turnOnCodes(person);
    expect((await person.post('/conta/codigo-do-celular/desligar')).location).toBe('/conta');
  } finally {
    await lenient.close();
  }
});

function addressIn(row: Row, taxId: string): string {
  if (!('get' in row)) throw new TypeError('the row is none of a page');
  return row.get(taxId);
}

/** Writes a passkey of a person. */
async function keptPasskey(person: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `insert into passkey (id, person_id, credential_id, public_key, counter, transports, name, created_at)
     values (gen_random_uuid(), ?, ?, 'x', 0, '{}', 'Notebook', now()) returning id`,
    [person, hashLinkToken(newLinkToken())],
  );
  return row!.id;
}

/** The path of an invitation as administrator. */
async function invited(inviter: Awaited<ReturnType<Panel['person']>>, email: string): Promise<string> {
  const { text } = await inviter.post(`/e/${own.taxId}/pessoas/convidar`, { email, papel: 'COMPANY_ADMIN' });
  return new URL(/class="secret">([^<]+)</.exec(text)![1]!).pathname;
}
