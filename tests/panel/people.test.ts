import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lavraItself } from '../../domain/audit/actor.ts';
import { createPerson, disablePerson } from '../../operations/accounts/people.ts';
import { inCompany, inPanel } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { until } from '../support/checks/until.ts';
import { turnOnCodes } from './authenticator.ts';
import { lastMailTo } from './last-mail.ts';
import { password, startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Company = Awaited<ReturnType<typeof newCompany>>['company'];
let panel: Panel;
let silent: Panel;
let own: Company;
let other: Company;

beforeAll(async () => {
  [panel, silent] = await Promise.all([startPanel(), startPanel({ sendsMail: false })]);
  own = (await newCompany(panel.orm)).company;
  other = (await newCompany(panel.orm)).company;
});
beforeEach(() => sql('delete from sign_in_bucket'));
afterAll(() => Promise.all([panel.close(), silent.close()]));

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  panel.orm.em.fork().execute<Row[]>(text, values);
const peopleOf = (company: Company) => `/e/${company.taxId}/pessoas`;
let addresses = 0;
const newAddress = () => `convidada${(addresses += 1)}@example.com`;
const mailedTo = (email: string): Promise<string> => lastMailTo(panel.orm, email);

/** Invites somebody as an administrator. @returns the address and link in the mail */
async function invited(email = newAddress(), role = 'COMPANY_ISSUER', company = own) {
  const admin = await panel.person(company.id);
  const sent = await admin.post(`${peopleOf(company)}/convidar`, { email, papel: role });
  expect([sent.status, sent.location]).toEqual([303, peopleOf(company)]);
  return { admin, email, link: await mailedTo(email) };
}

test('who is invited chooses name and password, is in with the role, and the administrator sees her', async () => {
  const { admin, email, link } = await invited();
  expect((await admin.get(peopleOf(own))).text).toContain(email);
  const browser = panel.browser();
  const page = (await browser.get(link)).text;
  expect(page).toContain('emissor');
  expect(page).toContain(email);
  expect((await browser.post(link, { nome: 'Clara', senha: 'curta' })).status).toBe(400);
  const accepted = await browser.post(link, { nome: 'Clara Nunes', senha: password });
  expect([accepted.status, accepted.location]).toEqual([303, `/e/${own.taxId}/notas`]);
  expect((await browser.get(accepted.location!)).status).toBe(200);
  expect((await browser.get(peopleOf(own))).status).toBe(404);
  const list = (await admin.get(peopleOf(own))).text;
  expect(list).toContain('Clara Nunes');
  expect(list).not.toContain('Convites sem resposta');
});

test('who has an account signs in to accept; nobody else accepts for her', async () => {
  const known = await panel.person(other.id);
  const { link } = await invited(known.email, 'COMPANY_READER');
  const asked = (await panel.browser().get(link)).text;
  expect(asked).toContain(`/entrar?para=${encodeURIComponent(link)}`);
  expect((await panel.browser().post(link, { nome: 'Ladra', senha: password })).status).toBe(403);
  const somebodyElse = await panel.person(other.id);
  expect((await somebodyElse.post(link)).status).toBe(403);
  expect((await known.get(`/e/${own.taxId}/notas`)).status).toBe(404);
  const accepted = await known.post(link);
  expect(accepted.location).toBe(`/e/${own.taxId}/notas`);
  expect((await known.get(accepted.location!)).status).toBe(200);
});

test('an invitation counts once, ends after seven days, when it is withdrawn and when another takes its place', async () => {
  const { link: first, email, admin } = await invited();
  const again = await admin.post(`${peopleOf(own)}/convidar`, { email, papel: 'COMPANY_READER' });
  expect(again.status).toBe(303);
  expect((await panel.browser().get(first)).status).toBe(404);
  const link = await mailedTo(email);
  const [one, two] = [panel.browser(), panel.browser()];
  const answers = await Promise.all([one, two].map((each) => each.post(link, { nome: 'Dora', senha: password })));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect((await panel.browser().post(link, { nome: 'Dora', senha: password })).status).toBe(404);

  const late = await invited();
  await sql(`update person_invitation set expires_at = now() - interval '1 second' where email = ?`, [late.email]);
  expect((await panel.browser().post(late.link, { nome: 'Eva', senha: password })).status).toBe(404);

  const { link: withdrawn, admin: owner } = await invited();
  const [, id] = /\/convites\/([\w-]+)\/retirar/.exec((await owner.get(peopleOf(own))).text)!;
  const stranger = await panel.person(other.id);
  await stranger.post(`/e/${other.taxId}/convites/${id}/retirar`);
  expect((await panel.browser().get(withdrawn)).status).toBe(200);
  await owner.post(`/e/${own.taxId}/convites/${id}/retirar`);
  expect((await panel.browser().get(withdrawn)).status).toBe(404);
  const [mail] = await sql(
    `select mail_status, sealed_token from person_mail where address like '%/convite/%' order by created_at desc limit 1`,
  );
  expect(mail).toEqual({ mail_status: 'OVER', sealed_token: null });
});

test('two invitations of one new address that are accepted at once make one account, and the other is accepted signed in by it', async () => {
  const { link, email } = await invited();
  const { link: second } = await invited(email, 'COMPANY_READER', other);
  const browser = panel.browser();
  let slower: ReturnType<typeof browser.post> | undefined;
  // The transaction of the quicker one, before its commit.
  await panel.orm.em.fork().transactional(async (em) => {
    await em.execute(
      `insert into panel_person (id, email, name, password_hash, status, created_at)
       select gen_random_uuid(), ?, 'Nina', password_hash, 'ACTIVE', now() from panel_person where password_hash is not null limit 1`,
      [email],
    );
    slower = browser.post(second, { nome: 'Nina', senha: 'outra senha bem comprida' });
    const waits = `select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`;
    await until('it waits', async () => (await sql(waits)).length > 0);
  });
  const told = await slower!;
  expect([told.status, told.cookie]).toEqual([403, null]);
  expect(told.text).toContain(`/entrar?para=${encodeURIComponent(second)}`);
  expect(told.text).toContain('acaba de ganhar uma conta');
  expect((await browser.post('/entrar', { email, senha: 'outra senha bem comprida' })).status).toBe(401);
  for (const each of [link, second]) {
    await browser.post('/entrar', { email, senha: password });
    expect((await browser.post(each)).status).toBe(303);
  }
  expect((await sql('select from panel_person where email = ?', [email])).length).toBe(1);
  expect(
    (await sql('select from membership m join panel_person p on p.id = person_id where email = ?', [email])).length,
  ).toBe(2);
});

test('looking at an invitation changes nothing, and who was taken out by the operator is not let in by one', async () => {
  const { link } = await invited();
  for (let at = 0; at < 3; at += 1) expect((await panel.browser().get(link)).status).toBe(200);
  const out = await panel.person(other.id);
  await disablePerson(panel.orm, out.email, lavraItself);
  const { link: hers } = await invited(out.email);
  expect((await panel.browser().get(hers)).text).toContain('foi encerrado');
  expect((await panel.browser().post(hers, { nome: 'X', senha: password })).status).toBe(404);
  for (const path of ['/convite/', '/convite/x', `/convite/${'A'.repeat(43)}`]) {
    expect((await panel.browser().get(path)).status).not.toBe(200);
  }
});

test('whether an address has an account is shown neither to who invites nor to who forgot her password', async () => {
  const known = await panel.person(other.id);
  const strip = ({ text, status }: { text: string; status: number }, email: string) =>
    `${status} ${text.replaceAll(email, '').replace(/<code>.*?<\/code>|[\w-]{36}|\d\d:\d\d:\d\d/g, '')}`;
  const pages: string[] = [];
  for (const email of [known.email, newAddress()]) {
    const admin = await panel.person(own.id);
    await sql('delete from person_invitation');
    const sent = await admin.post(`${peopleOf(own)}/convidar`, { email, papel: 'COMPANY_READER' });
    const list = strip(await admin.get(peopleOf(own)), email);
    pages.push(`${sent.status} ${list.slice(list.indexOf('Convites sem resposta'), list.indexOf('Convidar alguém'))}`);
  }
  expect(pages[1]).toBe(pages[0]);
  const forgotten = [known.email, newAddress()].map(async (email) =>
    strip(await panel.browser().post('/senha', { email }), email),
  );
  const [first, second] = await Promise.all(forgotten);
  expect(second).toBe(first);
});

test('who forgot her password chooses another by a link that lasts half an hour and counts once; a second factor stays', async () => {
  const person = await panel.person(own.id);
  await turnOnCodes(person);
  await panel.browser().post('/senha', { email: person.email.toUpperCase() });
  const link = await until('the mail is written', () => mailedTo(person.email));
  const [row] = await sql<{ minutes: number }>(
    `select extract(epoch from expires_at - created_at) / 60 as minutes from person_token where person_id = ? order by created_at desc limit 1`,
    [person.id],
  );
  expect(Math.round(row!.minutes)).toBe(30);
  const browser = panel.browser();
  const chosen = await browser.post(link, { senha: 'girafa lanterna cobre' });
  expect(chosen.location).toBe('/segundo-fator?para=%2F');
  expect((await person.get('/conta')).status).toBe(303);
  expect((await panel.browser().post(link, { senha: 'girafa lanterna cobre' })).status).toBe(404);
});

test('mails for another password are limited alike for who is known and who is not, and go to nobody unknown', async () => {
  const person = await panel.person(own.id);
  for (const email of [person.email, newAddress()]) {
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await panel.browser().post('/senha', { email })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  }
  const nobody = newAddress();
  await panel.browser().post('/senha', { email: nobody });
  expect(await sql('select id from person_mail where email = ?', [nobody])).toEqual([]);
});

test('without mails the link of an invitation is shown once, and who forgot her password is told whom to ask', async () => {
  const { company } = await newCompany(silent.orm);
  const admin = await silent.person(company.id);
  const shown = await admin.post(`${peopleOf(company)}/convidar`, {
    email: 'bia@example.com',
    papel: 'COMPANY_READER',
  });
  const [, link = ''] = /https:\/\/painel\.example\.com(\/convite\/[\w-]{43})</.exec(shown.text)!;
  expect((await admin.get(peopleOf(company))).text).not.toContain(link.slice(-43));
  expect((await silent.browser().post(link, { nome: 'Bia', senha: password })).status).toBe(303);
  expect((await silent.browser().get('/senha')).text).toContain('não envia e-mails');
  await silent.browser().post('/senha', { email: admin.email });
  expect(await silent.orm.em.fork().execute('select id from person_mail')).toEqual([]);
});

test('who reads an invitation takes no account of another company’s by it: one without a password yet opens by the operator’s link alone', async () => {
  const [{ company: mine }, { company: theirs }] = [await newCompany(silent.orm), await newCompany(silent.orm)];
  const email = 'carla@example.com';
  const asked = { email, name: 'Carla', companyId: theirs.id, role: 'COMPANY_ADMIN' } as const;
  const { token } = await createPerson(silent.orm, asked, lavraItself);
  const admin = await silent.person(mine.id);
  const shown = await admin.post(`${peopleOf(mine)}/convidar`, { email, papel: 'COMPANY_READER' });
  const [, link = ''] = /https:\/\/painel\.example\.com(\/convite\/[\w-]{43})</.exec(shown.text)!;
  expect((await silent.browser().get(link)).text).toContain('falta escolher a senha');
  expect((await silent.browser().post(link, { nome: 'Carla', senha: password })).status).toBe(404);
  const hers = silent.browser();
  expect((await hers.post(`/senha/${token}`, { senha: password })).status).toBe(303);
  expect((await hers.post(link)).location).toBe(`/e/${mine.taxId}/notas`);
});

test('a role changes with the next request, and what was under way by the old one is refused', async () => {
  const [admin, colleague] = [await panel.person(own.id), await panel.person(own.id)];
  const { link } = await inviteBy(colleague);
  await admin.post(`${peopleOf(own)}/${colleague.id}/papel`, { papel: 'COMPANY_READER' });
  expect((await colleague.post(`${peopleOf(own)}/${admin.id}/encerrar`)).status).toBe(404);
  expect((await colleague.get(peopleOf(own))).status).toBe(404);
  expect((await colleague.get(`/e/${own.taxId}/notas`)).status).toBe(200);
  expect((await panel.browser().get(link)).status).toBe(404);
  await admin.post(`${peopleOf(own)}/${colleague.id}/encerrar`);
  expect((await colleague.get(`/e/${own.taxId}/notas`)).status).toBe(404);
  expect(await sql('select id from membership where person_id = ? and ended_at is null', [colleague.id])).toEqual([]);
});

async function inviteBy(person: Awaited<ReturnType<Panel['person']>>) {
  const email = newAddress();
  await person.post(`${peopleOf(own)}/convidar`, { email, papel: 'COMPANY_ADMIN' });
  return { email, link: await mailedTo(email) };
}

test('the last administrator neither ends nor lowers herself, nor do two of them each other at once', async () => {
  const { company } = await newCompany(panel.orm);
  const [one, two] = [await panel.person(company.id), await panel.person(company.id)];
  await createPerson(
    panel.orm,
    { email: newAddress(), name: 'Nunca entrou', companyId: company.id, role: 'COMPANY_ADMIN' },
    lavraItself,
  );
  const path = peopleOf(company);
  await Promise.all([
    one.post(`${path}/${two.id}/papel`, { papel: 'COMPANY_READER' }),
    two.post(`${path}/${one.id}/papel`, { papel: 'COMPANY_READER' }),
  ]);
  const left = [];
  for (const each of [one, two]) if ((await each.get(path)).status === 200) left.push(each);
  expect(left).toHaveLength(1);
  const [last] = left as [typeof one];
  for (const [form, fields] of [
    ['papel', { papel: 'COMPANY_ISSUER' }],
    ['encerrar', {}],
  ] as const) {
    const refused = await last.post(`${path}/${last.id}/${form}`, { ...fields });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('ficaria sem administrador');
  }
  expect((await last.get(path)).status).toBe(200);
});

test('people of another company are neither seen nor changed, by no page and by no statement of the panel’s login', async () => {
  const [mine, theirs] = [await panel.person(own.id), await panel.person(other.id)];
  expect((await mine.get(peopleOf(own))).text).not.toContain(theirs.email);
  for (const form of ['papel', 'encerrar']) {
    expect((await mine.post(`${peopleOf(own)}/${theirs.id}/${form}`, { papel: 'COMPANY_READER' })).status).toBe(400);
    expect((await mine.post(`${peopleOf(other)}/${theirs.id}/${form}`)).status).toBe(404);
  }
  expect((await theirs.get(peopleOf(other))).status).toBe(200);
  const asTenant = inCompany(panel.own, own.id, (em) => em.execute('select * from person_invitation'));
  await expect(asTenant).rejects.toThrow(/permission denied/);
  expect(await inPanel(panel.own, (em) => em.execute('select id from membership'))).toEqual([]);
  const planted = `insert into membership (id, person_id, role, company_id, created_at)
    values (gen_random_uuid(), '${mine.id}', 'COMPANY_ADMIN', '${other.id}', now())`;
  await expect(inPanel(panel.own, (em) => em.execute(planted))).rejects.toThrow(/violates row-level security/);
});

test('all of it asks again who did not prove lately who she is, and does nothing meanwhile', async () => {
  const [admin, colleague] = [await panel.person(own.id), await panel.person(own.id)];
  const email = newAddress();
  await sql('update panel_session set confirmed_at = null where person_id = ?', [admin.id]);
  expect((await admin.get(peopleOf(own))).location).toBe(`/confirmar?para=${encodeURIComponent(peopleOf(own))}`);
  expect((await admin.post(`${peopleOf(own)}/convidar`, { email })).status).toBe(403);
  expect((await admin.post(`${peopleOf(own)}/${colleague.id}/encerrar`)).status).toBe(403);
  expect(await sql('select id from person_invitation where email = ?', [email])).toEqual([]);
  expect((await colleague.get(peopleOf(own))).status).toBe(200);
});

test('a company invites so many at once, and nobody who has access already', async () => {
  const { company } = await newCompany(silent.orm);
  const admin = await silent.person(company.id);
  const self = await admin.post(`${peopleOf(company)}/convidar`, { email: admin.email, papel: 'COMPANY_READER' });
  expect([self.status, self.text.includes('já tem acesso')]).toEqual([400, true]);
  expect((await admin.post(`${peopleOf(company)}/convidar`, { email: 'nada', papel: 'COMPANY_READER' })).status).toBe(
    400,
  );
  const statuses = new Set<number>();
  for (let at = 0; at < 21; at += 1) {
    statuses.add(
      (await admin.post(`${peopleOf(company)}/convidar`, { email: newAddress(), papel: 'OPERATOR' })).status,
    );
  }
  expect([...statuses]).toEqual([200, 429]);
  expect(await silent.orm.em.fork().execute('select distinct role from person_invitation')).toEqual([
    { role: 'COMPANY_READER' },
  ]);
});
