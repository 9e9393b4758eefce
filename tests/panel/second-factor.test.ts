import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lavraItself } from '../../domain/audit/actor.ts';
import { disablePerson, resetPerson } from '../../operations/accounts/people.ts';
import { rightOf, rights } from '../../panel/rights.ts';
import { newCompany } from '../api/fixture.ts';
import { codeOf, codesIn, offerIn, turnOnCodes } from './authenticator.ts';
import { password, startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let company: Awaited<ReturnType<typeof newCompany>>['company'];

beforeAll(async () => {
  panel = await startPanel();
  ({ company } = await newCompany(panel.orm));
});
beforeEach(() => sql('delete from sign_in_bucket'));
afterAll(() => panel.close());

const sql = (text: string, values: unknown[] = []) => panel.orm.em.fork().execute(text, values);

/** A person with codes of a telephone, none of which was used recently. */
async function withCodes() {
  const person = await panel.person(company.id);
  const { secret, codes, answer } = await turnOnCodes(person);
  expect(answer.status).toBe(200);
  await sql('update panel_person set totp_last_step = null where id = ?', [person.id]);
  return { ...person, secret, codes };
}

/** A browser in which the person's password was typed. */
async function half({ email }: { email: string }) {
  const browser = panel.browser();
  const { location } = await browser.post('/entrar', { email, senha: password, para: '/conta' });
  expect(location).toBe('/segundo-fator?para=%2Fconta');
  return browser;
}

const pass = (browser: Awaited<ReturnType<typeof half>>, codigo: string) =>
  browser.post('/segundo-fator', { codigo, para: '/conta' });

test('after the password a code is asked for, and with it the person is in', async () => {
  const person = await withCodes();
  const browser = await half(person);
  expect((await browser.get('/segundo-fator?para=/conta')).text).toContain(person.email);
  const entered = await pass(browser, codeOf(person.secret));
  expect([entered.status, entered.location]).toEqual([303, '/conta']);
  expect(entered.cookie).toMatch(/^__Host-lavra=[\w-]{43}; Max-Age=1209600; .*HttpOnly; Secure; SameSite=Lax$/);
  expect(browser.cookie).not.toContain('passo');
  expect((await browser.get('/conta')).status).toBe(200);
});

test('codes are not asked for before a right one was typed, and the secret is sealed where it is kept', async () => {
  const person = await panel.person(company.id);
  const page = (await person.get('/conta/codigo-do-celular')).text;
  const wrong = await person.post('/conta/codigo-do-celular', { oferta: offerIn(page), codigo: '000000' });
  expect(wrong.status).toBe(400);
  expect(
    (await panel.browser().post('/entrar', { email: person.email, senha: password, para: '/conta' })).location,
  ).toBe('/conta');
  const { secret, codes } = await turnOnCodes(person);
  const [row] = await sql('select totp_sealed::text as sealed from panel_person where id = ?', [person.id]);
  expect(JSON.stringify(row)).not.toContain(secret);
  const kept = JSON.stringify(await sql('select * from recovery_code'));
  for (const code of codes)
    expect([kept.includes(code), kept.includes(code.replaceAll('-', ''))]).toEqual([false, false]);
});

test('turning codes on ends the other sessions, and an offer serves the session alone that it was made for', async () => {
  const person = await panel.person(company.id);
  const other = panel.browser();
  await other.post('/entrar', { email: person.email, senha: password });
  const stranger = await panel.person(company.id);
  const foreign = offerIn((await stranger.get('/conta/codigo-do-celular')).text);
  const planted = await person.post('/conta/codigo-do-celular', { oferta: foreign, codigo: '123456' });
  expect(planted.location).toBe('/conta/codigo-do-celular?para=%2Fconta');
  const { offer, secret, answer } = await turnOnCodes(person);
  expect(codesIn(answer.text)).toHaveLength(10);
  expect((await other.get('/conta')).status).toBe(303);
  const again = await person.post('/conta/codigo-do-celular', { oferta: offer, codigo: codeOf(secret) });
  expect([again.status, codesIn(again.text)]).toEqual([400, []]);
});

test('who is half signed in reaches no page, and what she holds is no session', async () => {
  const person = await withCodes();
  const browser = await half(person);
  const secret = browser.cookie!.split('=')[1]!;
  const opened = [];
  for (const cookie of [browser.cookie, `__Host-lavra=${secret}`, `${browser.cookie}; __Host-lavra=${secret}`]) {
    const attacker = panel.browser();
    attacker.cookie = cookie;
    for (const path of ['/', '/conta', '/confirmar', '/conta/codigo-do-celular', `/e/${company.taxId}/notas`]) {
      const { location } = await attacker.get(path);
      if (!location?.startsWith('/entrar')) opened.push(path);
    }
    for (const path of ['/confirmar', '/conta/codigo-do-celular/desligar', '/conta/codigos-de-recuperacao', '/sair']) {
      const { location } = await attacker.post(path, { senha: password });
      if (!location?.startsWith('/entrar')) opened.push(path);
    }
  }
  expect(opened).toEqual([]);
  expect((await pass(browser, codeOf(person.secret))).location).toBe('/conta');
});

test('a code counts once, in whatever browser, and none of an earlier step counts after it', async () => {
  const person = await withCodes();
  const code = codeOf(person.secret);
  const [first, second] = [await half(person), await half(person)];
  expect((await pass(first, code)).status).toBe(303);
  expect((await pass(second, code)).status).toBe(401);
  expect((await pass(second, codeOf(person.secret, -1))).status).toBe(401);
  expect((await second.get('/conta')).status).toBe(303);
  await sql('update panel_person set totp_last_step = null where id = ?', [person.id]);
  const both = await Promise.all([half(person), half(person)]);
  const raced = await Promise.all(both.map((browser) => pass(browser, codeOf(person.secret))));
  expect(raced.map(({ status }) => status).toSorted()).toEqual([303, 401]);
});

test('a telephone may be half a minute early or late, and no more', async () => {
  const person = await withCodes();
  const browser = await half(person);
  for (const steps of [-3, 3]) expect((await pass(browser, codeOf(person.secret, steps))).status).toBe(401);
  expect((await pass(browser, codeOf(person.secret, 1))).status).toBe(303);
});

test('a recovery code counts once, however it is typed; new ones take the place of all', async () => {
  const person = await withCodes();
  const [code = '', other = ''] = person.codes;
  expect((await pass(await half(person), code.toUpperCase().replaceAll('-', ' '))).status).toBe(303);
  expect((await pass(await half(person), code)).status).toBe(401);
  const [first, second] = [await half(person), await half(person)];
  const raced = await Promise.all([pass(first, other), pass(second, other)]);
  expect(raced.map(({ status }) => status).toSorted()).toEqual([303, 401]);
  const page = await person.post('/conta/codigos-de-recuperacao');
  const renewed = codesIn(page.text);
  expect(new Set([...renewed, ...person.codes]).size).toBe(20);
  await sql('delete from sign_in_bucket');
  expect((await pass(await half(person), person.codes[2]!)).status).toBe(401);
  expect((await pass(await half(person), renewed[0]!)).status).toBe(303);
  const stranger = await withCodes();
  expect((await pass(await half(stranger), renewed[1]!)).status).toBe(401);
});

test('codes are not guessed: five tries, whatever the browser and the half session, then one in five minutes', async () => {
  const person = await withCodes();
  const statuses = [];
  for (let at = 0; at < 6; at += 1) {
    statuses.push((await pass(await half(person), '000000')).status);
    await sql(`delete from sign_in_bucket where key = encode(sha256(convert_to(?, 'utf8')), 'hex')`, [
      `account ${person.email}`,
    ]);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  const waiting = await pass(await half(person), codeOf(person.secret));
  expect([waiting.status, waiting.cookie]).toEqual([429, null]);
  expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(240);
});

test('half a session lasts five minutes, opens one session, and ends with the person', async () => {
  const person = await withCodes();
  const late = await half(person);
  await sql(`update half_session set ends_at = now() - interval '1 second' where person_id = ?`, [person.id]);
  expect((await late.get('/segundo-fator?para=/conta')).location).toBe('/entrar?para=%2Fconta');
  const stale = await half(person);
  const kept = stale.cookie;
  expect((await pass(stale, codeOf(person.secret))).status).toBe(303);
  stale.cookie = kept;
  expect((await pass(stale, person.codes[0]!)).location).toBe('/entrar?para=%2Fconta');
  const out = await half(person);
  await disablePerson(panel.orm, person.email, lavraItself);
  expect((await pass(out, person.codes[1]!)).location).toBe('/entrar?para=%2Fconta');
});

test('a link for another password is no way around the second factor; a link of the operator is, for a lost telephone', async () => {
  const person = await withCodes();
  const { token } = await resetPerson(panel.orm, person.email, lavraItself);
  const browser = panel.browser();
  expect((await browser.post(`/senha/${token}`, { senha: password })).location).toBe('/');
  expect((await browser.get('/conta')).text).toContain('Desligado');
  expect(await sql('select * from recovery_code where person_id = ?', [person.id])).toEqual([]);
  const again = await withCodes();
  const hash = 'a'.repeat(43);
  await sql(
    `insert into person_token (id, person_id, token_hash, created_at, expires_at)
     values (gen_random_uuid(), ?, encode(sha256(convert_to(?, 'utf8')), 'hex'), now(), now() + interval '1 hour')`,
    [again.id, hash],
  );
  const earlier = await half(again);
  const other = panel.browser();
  const chosen = await other.post(`/senha/${hash}`, { senha: password });
  expect(chosen.location).toBe('/segundo-fator?para=%2F');
  expect((await other.get('/conta')).status).toBe(303);
  // What the earlier password has half opened ends with it.
  expect((await pass(earlier, again.codes[0]!)).location).toBe('/entrar?para=%2Fconta');
});

const confirmed = (Object.keys(rights) as (keyof typeof rights)[]).filter((name) => rightOf(name).isConfirmed);

test('what is dangerous asks again who did not prove lately who she is, and a form sent anyway does nothing', async () => {
  expect(confirmed).toEqual(expect.arrayContaining(['setTotp', 'removeTotp', 'recoveryCodes']));
  const person = await withCodes();
  await sql('update panel_session set confirmed_at = null where person_id = ?', [person.id]);
  expect((await person.get('/conta/codigo-do-celular')).location).toBe('/confirmar?para=%2Fconta%2Fcodigo-do-celular');
  for (const path of ['/conta/codigo-do-celular/desligar', '/conta/codigos-de-recuperacao']) {
    const refused = await person.post(path, {}, { referer: 'https://painel.example.com/conta?x=1' });
    expect([refused.status, codesIn(refused.text)]).toEqual([403, []]);
    expect(refused.text).toContain('href="/confirmar?para=%2Fconta%3Fx%3D1"');
  }
  expect((await pass(await half(person), person.codes[0]!)).status).toBe(303);
  await person.post('/confirmar', { senha: password });
  expect((await person.post('/conta/codigo-do-celular/desligar')).location).toBe('/conta');
  expect((await panel.browser().post('/entrar', { email: person.email, senha: password })).location).toBe('/');
  expect((await person.post('/conta/codigos-de-recuperacao')).status).toBe(400);
});
