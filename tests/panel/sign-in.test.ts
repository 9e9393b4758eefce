import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lavraItself } from '../../domain/audit/actor.ts';
import { createPerson, disablePerson, resetPerson } from '../../operations/accounts/people.ts';
import { networkOf } from '../../panel/network.ts';
import { newCompany } from '../api/fixture.ts';
import { panelUrl, password, startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let company: Awaited<ReturnType<typeof newCompany>>['company'];

beforeAll(async () => {
  panel = await startPanel();
  ({ company } = await newCompany(panel.orm));
});

afterAll(() => panel.close());

const invited = (email: string) =>
  createPerson(panel.orm, { email, name: 'Bruno', companyId: company.id, role: 'COMPANY_ADMIN' }, lavraItself);

test('a link works once: the password is chosen, the person is in, and comes back with it', async () => {
  const { token } = await invited('bruno@example.com');
  const browser = panel.browser();
  expect((await browser.get(`/senha/${token}`)).text).toContain('bruno@example.com');
  const chosen = await browser.post(`/senha/${token}`, { senha: password });
  expect([chosen.status, chosen.location]).toEqual([303, '/']);
  expect(chosen.cookie).toMatch(
    /^__Host-lavra=[\w-]{43}; Max-Age=1209600; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect((await browser.get('/')).location).toBe(`/e/${company.taxId}/notas`);

  const again = await panel.browser().post(`/senha/${token}`, { senha: 'outra senha comprida' });
  expect([again.status, again.cookie]).toEqual([404, null]);

  const other = panel.browser();
  const entered = await other.post('/entrar', { email: 'Bruno@Example.com ', senha: password, para: '/conta' });
  expect([entered.status, entered.location]).toEqual([303, '/conta']);
  expect(other.cookie).not.toBe(browser.cookie);
});

test('a weak password leaves the link as it is', async () => {
  const { token } = await invited('clara@example.com');
  const weak = await panel.browser().post(`/senha/${token}`, { senha: 'curta' });
  expect([weak.status, weak.cookie]).toEqual([400, null]);
  expect(weak.text).toContain('pelo menos 12 caracteres');
  expect((await panel.browser().post(`/senha/${token}`, { senha: password })).status).toBe(303);
});

test('who is unknown, who has no password yet and who types a wrong one are told the same', async () => {
  await invited('davi@example.com');
  const known = await panel.person(company.id);
  const answers = await Promise.all(
    ['ninguem@example.com', 'davi@example.com', known.email].map(async (email) => {
      const { status, text, cookie } = await panel.browser().post('/entrar', { email, senha: 'não é esta senha' });
      return { status, cookie, text: text.replaceAll(email, '') };
    }),
  );
  expect(answers[0]).toMatchObject({ status: 401, cookie: null });
  expect(answers[0]!.text).toContain('E-mail ou senha não conferem.');
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

test('a sign-in computes one password, whoever asks: counted, since a busy machine tells no times', async () => {
  await invited('eva@example.com');
  const [known, gone] = [await panel.person(company.id), await panel.person(company.id)];
  await disablePerson(panel.orm, gone.email, lavraItself);
  await panel.orm.em.fork().execute('delete from sign_in_bucket');
  let computed = 0;
  // Node's name of each hash that it computes in its thread pool.
  const counting = createHook({ init: (_id, type) => void (computed += type === 'ARGON2REQUEST' ? 1 : 0) }).enable();
  const costs: Record<string, number> = {};
  for (const [who, email, senha] of [
    ['unknown', 'nunca-vista@example.com', 'não é esta senha'],
    ['no address', 'x', 'não é esta senha'],
    ['invited', 'eva@example.com', 'não é esta senha'],
    ['disabled', gone.email, password],
    ['wrong', known.email, 'não é esta senha'],
    ['right', known.email, password],
  ] as const) {
    computed = 0;
    const { status } = await panel.browser().post('/entrar', { email, senha });
    expect([who, status]).toEqual([who, who === 'right' ? 303 : 401]);
    costs[who] = computed;
  }
  counting.disable();
  expect(costs).toEqual({ unknown: 1, 'no address': 1, invited: 1, disabled: 1, wrong: 1, right: 1 });
});

test('an account takes five tries at once, known or not, and says how long to wait', async () => {
  const { email } = await panel.person(company.id);
  for (const tried of [email, 'sumida@example.com']) {
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      statuses.push((await panel.browser().post('/entrar', { email: tried, senha: 'errada errada' })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  }
  const waiting = await panel.browser().post('/entrar', { email, senha: password });
  expect([waiting.status, waiting.cookie]).toEqual([429, null]);
  expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(30);
  await panel.orm.em.fork().execute('delete from sign_in_bucket');
  expect((await panel.browser().post('/entrar', { email, senha: password })).status).toBe(303);
});

test('a session that somebody put into the browser before opens nothing, nor does a made-up one', async () => {
  const planted = 'A'.repeat(43);
  const person = await panel.person(company.id);
  const browser = panel.browser();
  browser.cookie = `__Host-lavra=${planted}`;
  await browser.post('/entrar', { email: person.email, senha: password });
  expect(browser.cookie).not.toContain(planted);
  const attacker = panel.browser();
  for (const forged of [`__Host-lavra=${planted}`, '__Host-lavra=', `__Host-lavra='; drop table panel_session`]) {
    attacker.cookie = forged;
    expect((await attacker.get('/conta')).location).toBe('/entrar?para=%2Fconta');
  }
});

test('sessions end: by signing out, one by one, by time, when the person is taken out or gets a new link', async () => {
  const person = await panel.person(company.id);
  const isIn = async (browser: { get: typeof person.get }) => (await browser.get('/conta')).status === 200;
  const entered = async () => {
    const browser = panel.browser();
    await browser.post('/entrar', { email: person.email, senha: password });
    return browser;
  };
  const [first, second] = [await entered(), await entered()];
  await second.post('/sair');
  expect([await isIn(first), await isIn(second)]).toEqual([true, false]);

  const page = (await first.get('/conta')).text;
  const ids = [...page.matchAll(/\/conta\/sessoes\/([\w-]+)\/encerrar/g)].map(([, id]) => id!);
  expect(ids).toHaveLength(2);
  const stranger = await panel.person(company.id);
  for (const id of ids) await stranger.post(`/conta/sessoes/${id}/encerrar`);
  expect(await isIn(first)).toBe(true);

  const ended = async () =>
    panel.orm.em
      .fork()
      .execute(`select details from audit_entry where actor_id = ? and action = 'PERSON_SESSIONS_ENDED'`, [person.id]);
  const other = await entered();
  const now = [...(await first.get('/conta')).text.matchAll(/\/conta\/sessoes\/([\w-]+)\/encerrar/g)].map(
    ([, id]) => id!,
  );
  for (const id of now.filter((each) => !ids.includes(each))) await first.post(`/conta/sessoes/${id}/encerrar`);
  expect([await isIn(first), await isIn(other)]).toEqual([true, false]);
  expect(await ended()).toEqual([{ details: { count: 1, isOwn: true } }]);

  const sql = (text: string) => panel.orm.em.fork().execute(text, [person.id]);
  await sql(`update panel_session set last_seen_at = now() - interval '12 hours 1 minute' where person_id = ?`);
  expect(await isIn(first)).toBe(false);
  const third = await entered();
  await sql(`update panel_session set ends_at = now() - interval '1 second' where person_id = ?`);
  expect(await isIn(third)).toBe(false);

  await panel.orm.em.fork().execute('delete from sign_in_bucket');
  const fourth = await entered();
  const { token } = await resetPerson(panel.orm, person.email, lavraItself);
  expect(await isIn(fourth)).toBe(false);
  expect((await panel.browser().post('/entrar', { email: person.email, senha: password })).status).toBe(401);
  const fifth = panel.browser();
  await fifth.post(`/senha/${token}`, { senha: 'outra senha comprida' });
  expect(await isIn(fifth)).toBe(true);
  await disablePerson(panel.orm, person.email, lavraItself);
  expect(await isIn(fifth)).toBe(false);
});

test('ending one’s own session, as signing out, has the browser forget what its tab keeps; ending another one does not', async () => {
  const person = await panel.person(company.id);
  const other = panel.browser();
  await other.post('/entrar', { email: person.email, senha: password });
  const oldestFirst = 'select id from panel_session where person_id = ? order by created_at';
  const sessions = await panel.orm.em.fork().execute<{ id: string }[]>(oldestFirst, [person.id]);
  const [own, others] = sessions.map(({ id }) => `/conta/sessoes/${id}/encerrar`);
  const left = async (browser: Pick<typeof other, 'post'>, path: string) => {
    const { location, headers } = await browser.post(path);
    return [location, headers.get('clear-site-data')];
  };
  expect(await left(person, others!)).toEqual(['/conta', null]);
  expect(await left(person, own!)).toEqual(['/entrar', '"storage"']);
  expect((await person.get('/conta')).status).toBe(303);
  const leaving = await panel.person(company.id);
  expect(await left(leaving, '/sair')).toEqual(['/entrar', '"storage"']);
});

test('a form changes something only where the browser says that it comes from the panel', async () => {
  const person = await panel.person(company.id);
  const fields = { email: person.email, senha: password };
  const without = { 'sec-fetch-site': '' };
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { ...without, origin: 'https://evil.example.com' },
    { ...without, origin: 'null' },
    without,
  ]) {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
    const refused = await fetch(`${panel.url}/sair`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
      headers: { cookie: person.browser.cookie ?? '', ...sent },
    });
    expect(refused.status).toBe(403);
  }
  expect((await person.get('/conta')).status).toBe(200);
  const old = await fetch(`${panel.url}/sair`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: person.browser.cookie ?? '', origin: panelUrl },
  });
  expect(old.status).toBe(303);
  expect((await person.get('/conta')).status).toBe(303);
});

test.each([
  'https://evil.example.com',
  '//evil.example.com',
  '/\\evil.example.com',
  '/\tx',
  'javascript:alert(1)',
  '/entrar?para=/entrar',
])('after signing in nobody is sent to %s', async (to) => {
  const person = await panel.person(company.id);
  const { location } = await panel.browser().post('/entrar', { email: person.email, senha: password, para: to });
  expect(location).toBe('/');
});

test('who asks for a page comes to it after signing in', async () => {
  const wanted = `/e/${company.taxId}/notas?situacao=REJECTED`;
  const asked = await panel.browser().get(wanted);
  expect(asked.location).toBe(`/entrar?para=${encodeURIComponent(wanted)}`);
  const form = (await panel.browser().get(asked.location!)).text;
  expect(form).toContain(`value="${wanted}"`);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
])('%s counts with %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
