import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newCompany } from '../api/fixture.ts';
import { until } from '../support/checks/until.ts';
import { lastMailTo } from './last-mail.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Company = Awaited<ReturnType<typeof newCompany>>['company'];
let panel: Panel;
let own: Company;
let other: Company;

beforeAll(async () => {
  panel = await startPanel();
  own = (await newCompany(panel.orm)).company;
  other = (await newCompany(panel.orm)).company;
});
beforeEach(() => sql('delete from sign_in_bucket'));
afterAll(() => panel.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  panel.orm.em.fork().execute<Row[]>(text, values);
const peopleOf = (company: Company) => `/e/${company.taxId}/pessoas`;
const mailedTo = (email: string) => lastMailTo(panel.orm, email);
let addresses = 0;

/** Invites somebody as an administrator. @returns the address and link in the mail */
async function invited() {
  const email = `convidada${(addresses += 1)}@example.com`;
  const admin = await panel.person(own.id);
  const { status } = await admin.post(`${peopleOf(own)}/convidar`, { email, papel: 'COMPANY_ISSUER' });
  expect(status).toBe(303);
  return { admin, email, link: await mailedTo(email) };
}

/** Writes why the mail to an address has not gone, as the worker does. */
const unsent = (email: string, status: 'PENDING' | 'FAILED', reason: string | null) =>
  sql(`update person_mail set mail_status = ?, mail_error = ? where email = ?`, [status, reason, email]);
const attentionOf = (company: Company) => `/e/${company.taxId}/atencao`;

test('an invitation that a mail server refused asks for attention until it is sent anew, which ends the link before', async () => {
  const { admin, email, link } = await invited();
  const told = async (person = admin) => (await person.get(attentionOf(own))).text;
  expect(await told()).not.toContain(email);
  await unsent(email, 'FAILED', `550 5.1.1 <${email}> não existe`);
  const page = await told();
  expect(page).toContain(`Convite a ${email}`);
  expect(page).toContain('550 5.1.1');
  expect(page).toContain('retire o convite e faça outro');
  const reader = await told(await panel.person(own.id, 'COMPANY_READER'));
  expect(reader).toContain('E-mail a uma pessoa da empresa');
  expect(reader).not.toContain(email);
  expect(await told(await panel.person(other.id))).not.toContain('Convite a');

  const [, id = ''] = /atencao\/reenviar[^]*?name="id" value="([\w-]+)"/.exec(page)!;
  const stranger = await panel.person(other.id);
  const refused = await stranger.post(`${attentionOf(other)}/reenviar`, { id });
  expect([refused.status, refused.text.includes('Ninguém espera mais')]).toEqual([400, true]);
  expect((await admin.post(`${attentionOf(own)}/reenviar`, { id: 'x' })).status).toBe(400);
  const sent = await admin.post(`${attentionOf(own)}/reenviar`, { id });
  expect([sent.status, sent.location]).toEqual([303, `${attentionOf(own)}?feito=reenviado`]);
  expect((await admin.post(`${attentionOf(own)}/reenviar`, { id })).status).toBe(400);
  expect(await told()).not.toContain(email);
  expect((await panel.browser().get(link)).status).toBe(404);
  expect((await panel.browser().get(await mailedTo(email))).text).toContain('emissor');
});

test('a mail that waits is reported with its cause, and is the operator’s to mend', async () => {
  const { admin, email } = await invited();
  await unsent(email, 'PENDING', 'O servidor de e-mail não responde.');
  const { text } = await admin.get(attentionOf(own));
  expect(text).toMatch(/data-acts="OPERATOR"[^]*Convite a/);
  expect(text).toContain('O servidor de e-mail não responde.');
  await admin.post(`${peopleOf(own)}/convidar`, { email, papel: 'COMPANY_READER' });
  expect((await admin.get(attentionOf(own))).text).not.toContain('não responde');
});

test('a refused link for another password is told to her companies alone, and sent anew', async () => {
  const person = await panel.person(own.id, 'COMPANY_READER');
  const admin = await panel.person(own.id);
  await panel.browser().post('/senha', { email: person.email });
  await until(
    'the mail is written',
    async () => (await sql(`select from person_mail where email = ?`, [person.email])).length > 0,
  );
  await unsent(person.email, 'FAILED', '550 caixa cheia');
  const page = (await admin.get(attentionOf(own))).text;
  expect(page).toContain(`Link de nova senha a ${person.email}`);
  expect((await (await panel.person(other.id)).get(attentionOf(other))).text).not.toContain(person.email);
  const [{ id } = { id: '' }] = await sql<{ id: string }>('select id from person_mail where email = ?', [person.email]);
  const stranger = await panel.person(other.id);
  expect((await stranger.post(`${attentionOf(other)}/reenviar`, { id })).status).toBe(400);
  expect((await admin.post(`${attentionOf(own)}/reenviar`, { id })).status).toBe(303);
  expect((await admin.get(attentionOf(own))).text).not.toContain(person.email);
  expect((await panel.browser().get(await mailedTo(person.email))).status).toBe(200);
  const written = `select actor_id, subject_id from audit_entry where action = 'PERSON_RESET'`;
  expect(await sql(written)).toEqual([{ actor_id: admin.id, subject_id: person.id }]);
});
