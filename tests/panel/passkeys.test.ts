import type { CDPSession, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lavraItself } from '../../domain/audit/actor.ts';
import { disablePerson, resetPerson } from '../../operations/accounts/people.ts';
import { newCompany } from '../api/fixture.ts';
import { codesIn, turnOnCodes } from './authenticator.ts';
import { password, startPanel } from './panel-fixture.ts';
import { type Browsing, openBrowsing } from '../support/servers/browser.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Person = Awaited<ReturnType<Panel['person']>>;
let panel: Panel;
let companyId: string;
let browser: Browsing;

beforeAll(async () => {
  panel = await startPanel({ isLocal: true });
  companyId = (await newCompany(panel.orm)).company.id;
  browser = await openBrowsing();
});
beforeEach(() => sql('delete from sign_in_bucket'));
afterAll(async () => {
  await browser.close();
  await panel.close();
});

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  panel.orm.em.fork().execute<Row[]>(text, values);

/** A browser with an authenticator of its own, which approves everything. */
async function device() {
  const page = await (await browser.createBrowserContext()).newPage();
  // While a page fades into the next, it ignores keys.
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 40[13]/.test(message.text())) complaints.push(message.text());
  });
  const cdp = await page.createCDPSession();
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, cdp, authenticatorId, complaints };
}

async function go(page: Page, path: string): Promise<void> {
  await page.goto(`${panel.url}${path}`);
}

async function press(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(`${selector}:not([hidden]) button`, { visible: true });
  await Promise.all([page.waitForNavigation(), page.click(`${selector} button`)]);
}

/** A person with a passkey on a device on which she is signed in. */
async function withPasskey() {
  const person = await panel.person(companyId);
  const own = await device();
  const [name = '', value = ''] = person.browser.cookie!.split('=');
  await own.page.browserContext().setCookie({ name, value, domain: 'localhost' });
  await create(own.page);
  const codes = codesIn(await own.page.content());
  expect(codes).toHaveLength(10);
  return { ...person, ...own, codes };
}

async function create(page: Page): Promise<void> {
  await go(page, '/conta/chave-de-acesso');
  await page.type('[name=nome]', 'Notebook');
  await press(page, '[data-passkey=create]');
}

/** What the device signs of a challenge, as in a script that a person writes herself. */
function signed(page: Page, options: string, verification = 'required'): Promise<string> {
  return page.evaluate(
    async (text: string, userVerification: string) => {
      const { challenge } = JSON.parse(text) as { challenge: string };
      const parse = (window as unknown as { PublicKeyCredential: { parseRequestOptionsFromJSON(o: object): object } })
        .PublicKeyCredential;
      const publicKey = parse.parseRequestOptionsFromJSON({ challenge, rpId: 'localhost', userVerification });
      const { credentials } = navigator as unknown as {
        credentials: { get(o: object): Promise<{ toJSON(): object }> };
      };
      return JSON.stringify((await credentials.get({ publicKey })).toJSON());
    },
    options,
    verification,
  );
}

/** A person who has typed her password only. */
async function half({ email }: { email: string }) {
  const other = panel.browser();
  expect((await other.post('/entrar', { email, senha: password })).location).toBe('/segundo-fator?para=%2F');
  return other;
}

const isIn = async ({ get }: Pick<Person, 'get'>) => (await get('/conta')).status === 200;

test('a passkey is made, signs in without a password, confirms, and stands beside the password', async () => {
  const { page, complaints, email, id, cdp } = await withPasskey();
  await go(page, '/conta');
  expect(await page.content()).toContain('Notebook');
  await press(page, '.who');
  expect(page.url()).toBe(`${panel.url}/entrar`);

  await press(page, '[data-passkey=get]');
  await go(page, '/conta');
  expect(page.url()).toBe(`${panel.url}/conta`);

  await sql('update panel_session set confirmed_at = null where person_id = ?', [id]);
  await go(page, '/conta/codigo-do-celular');
  expect(page.url()).toContain('/confirmar?para=');
  await press(page, '[data-passkey=get]');
  expect(page.url()).toBe(`${panel.url}/conta/codigo-do-celular`);

  await press(page, '.who');
  await page.type('[name=email]', email);
  await page.type('[name=senha]', password);
  await press(page, 'form[action="/entrar"]');
  expect(page.url()).toContain('/segundo-fator');
  await press(page, '[data-passkey=get]');
  await go(page, '/conta');
  expect(page.url()).toBe(`${panel.url}/conta`);
  expect(complaints).toEqual([]);
  await cdp.detach();
});

test('without scripts the pages offer no passkey, and the password and a recovery code still open', async () => {
  const person = await withPasskey();
  const page = await (await browser.createBrowserContext()).newPage();
  await page.setJavaScriptEnabled(false);
  await go(page, '/entrar');
  expect(await page.$eval('[data-passkey]', (form) => form.checkVisibility())).toBe(false);
  const other = await half(person);
  expect((await other.post('/segundo-fator', { codigo: person.codes[0]! })).status).toBe(303);
  expect(await isIn(other)).toBe(true);
});

test('codes and passkeys that are turned on end what was half signed in before', async () => {
  const person = await withPasskey();
  const end = async (other: Person['browser']) =>
    (await other.post('/segundo-fator', { codigo: person.codes[0]! })).location;
  const beforeCodes = await half(person);
  expect((await turnOnCodes(person.browser)).answer.location).toContain('/conta');
  expect(await end(beforeCodes)).toBe('/entrar');
  const beforePasskey = await half(person);
  await sql('delete from passkey where person_id = ?', [person.id]);
  await create(person.page);
  expect(await sql('select id from passkey where person_id = ?', [person.id])).toHaveLength(1);
  expect(await end(beforePasskey)).toBe('/entrar');
});

test('a signature counts once, within five minutes, and for what it was asked for', async () => {
  const { page, id, browser: own } = await withPasskey();
  const asked = (await panel.browser().post('/entrar/chave/pedido')).text;
  const answer = await signed(page, asked);
  const first = panel.browser();
  expect((await first.post('/entrar/chave', { chave: answer })).status).toBe(303);
  expect(await isIn(first)).toBe(true);
  const replayed = await panel.browser().post('/entrar/chave', { chave: answer });
  expect([replayed.status, replayed.cookie]).toEqual([401, null]);

  const late = await signed(page, (await panel.browser().post('/entrar/chave/pedido')).text);
  await sql(`update passkey_challenge set ends_at = now() - interval '1 second'`);
  expect((await panel.browser().post('/entrar/chave', { chave: late })).status).toBe(401);

  const forSignIn = await signed(page, (await panel.browser().post('/entrar/chave/pedido')).text);
  await sql('update panel_session set confirmed_at = null where person_id = ?', [id]);
  expect((await own.post('/confirmar/chave', { chave: forSignIn })).status).toBe(401);
  const forConfirming = await signed(page, (await own.post('/confirmar/chave/pedido')).text);
  expect((await first.post('/confirmar/chave', { chave: forConfirming })).status).toBe(401);
  expect((await panel.browser().post('/entrar/chave', { chave: forConfirming })).status).toBe(401);
  expect((await own.get('/conta/chave-de-acesso')).location).toMatch(/^\/confirmar/);
  const madeUp = JSON.stringify({ challenge: Buffer.alloc(32, 1).toString('base64url') });
  expect((await panel.browser().post('/entrar/chave', { chave: await signed(page, madeUp) })).status).toBe(401);
  for (const nonsense of [
    '',
    '{}',
    'null',
    '[]',
    '{"id":"x","response":{"clientDataJSON":"e30"}}',
    '{"id":{"$ne":""}}',
  ]) {
    expect((await panel.browser().post('/entrar/chave', { chave: nonsense })).status).toBe(401);
  }
});

test('a passkey of one person opens nothing of another', async () => {
  const attacker = await withPasskey();
  const victim = await withPasskey();
  const theirs = await half(victim);
  const signedByAttacker = await signed(attacker.page, (await theirs.post('/segundo-fator/chave/pedido')).text);
  const refused = await theirs.post('/segundo-fator/chave', { chave: signedByAttacker });
  expect([refused.status, refused.cookie]).toEqual([401, null]);
  await sql('update panel_session set confirmed_at = null where person_id = ?', [victim.id]);
  const confirming = await signed(attacker.page, (await victim.browser.post('/confirmar/chave/pedido')).text);
  expect((await victim.browser.post('/confirmar/chave', { chave: confirming })).status).toBe(401);
  expect((await victim.browser.get('/conta/chave-de-acesso')).location).toMatch(/^\/confirmar/);

  const answer = JSON.parse(await signed(attacker.page, (await panel.browser().post('/entrar/chave/pedido')).text)) as {
    id: string;
    rawId: string;
    response: { userHandle: string };
  };
  const [key] = await sql<{ credential_id: string }>('select credential_id from passkey where person_id = ?', [
    victim.id,
  ]);
  const claimed = { ...answer, id: key!.credential_id, rawId: key!.credential_id };
  expect((await panel.browser().post('/entrar/chave', { chave: JSON.stringify(claimed) })).status).toBe(401);
  const handle = Buffer.from(victim.id.replaceAll('-', ''), 'hex').toString('base64url');
  const again = JSON.parse(
    await signed(attacker.page, (await panel.browser().post('/entrar/chave/pedido')).text),
  ) as typeof answer;
  again.response.userHandle = handle;
  expect((await panel.browser().post('/entrar/chave', { chave: JSON.stringify(again) })).status).toBe(401);
  for (const { id } of await sql<{ id: string }>('select id from passkey where person_id = ?', [victim.id])) {
    await attacker.browser.post(`/conta/chaves-de-acesso/${id}/remover`);
  }
  expect(await sql('select id from passkey where person_id = ?', [victim.id])).toHaveLength(1);
});

test('who was not verified by the device, and a device whose counter goes back, are refused', async () => {
  const { page, cdp, authenticatorId, id } = await withPasskey();
  const ask = async () => (await panel.browser().post('/entrar/chave/pedido')).text;
  await setVerified(cdp, authenticatorId, false);
  const present = await signed(page, await ask(), 'discouraged');
  expect((await panel.browser().post('/entrar/chave', { chave: present })).status).toBe(401);
  await setVerified(cdp, authenticatorId, true);
  expect((await panel.browser().post('/entrar/chave', { chave: await signed(page, await ask()) })).status).toBe(303);
  await sql('update passkey set counter = 1000 where person_id = ?', [id]);
  expect((await panel.browser().post('/entrar/chave', { chave: await signed(page, await ask()) })).status).toBe(401);
});

function setVerified(cdp: CDPSession, authenticatorId: string, isUserVerified: boolean) {
  return cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

test('a passkey that was removed, of a person who was taken out or who got a new link, opens nothing', async () => {
  const ask = async () => (await panel.browser().post('/entrar/chave/pedido')).text;
  const enter = async (page: Page) =>
    (await panel.browser().post('/entrar/chave', { chave: await signed(page, await ask()) })).status;
  const removed = await withPasskey();
  const [key] = await sql<{ id: string }>('select id from passkey where person_id = ?', [removed.id]);
  expect((await removed.browser.post(`/conta/chaves-de-acesso/${key!.id}/remover`)).location).toBe('/conta');
  expect(await enter(removed.page)).toBe(401);
  expect((await panel.browser().post('/entrar', { email: removed.email, senha: password })).location).toBe('/');
  expect(await sql('select id from recovery_code where person_id = ?', [removed.id])).toEqual([]);
  const disabled = await withPasskey();
  await disablePerson(panel.orm, disabled.email, lavraItself);
  expect(await enter(disabled.page)).toBe(401);
  const reset = await withPasskey();
  const { token } = await resetPerson(panel.orm, reset.email, lavraItself);
  expect(await enter(reset.page)).toBe(401);
  expect((await panel.browser().post(`/senha/${token}`, { senha: password })).location).toBe('/');
});

test('a passkey is made for the session that asked for it, and no other’s can be kept as one’s own', async () => {
  const person = await withPasskey();
  const thief = await panel.person(companyId);
  const asked = (await thief.post('/conta/chave-de-acesso/pedido')).text;
  const made = await person.page.evaluate(async (text: string) => {
    const { PublicKeyCredential: kind, navigator: here } = window as unknown as {
      PublicKeyCredential: { parseCreationOptionsFromJSON(o: object): object };
      navigator: { credentials: { create(o: object): Promise<{ toJSON(): object }> } };
    };
    const publicKey = kind.parseCreationOptionsFromJSON(JSON.parse(text) as object);
    return JSON.stringify((await here.credentials.create({ publicKey })).toJSON());
  }, asked);
  expect((await person.browser.post('/conta/chave-de-acesso', { nome: 'x', chave: made })).status).toBe(400);
  expect((await thief.post('/conta/chave-de-acesso', { nome: 'x', chave: made })).status).toBe(200);
  expect((await thief.post('/conta/chave-de-acesso', { nome: 'x', chave: made })).status).toBe(400);
  // A new credential is not signed: whoever knows its public part could put another challenge into it.
  const { challenge } = JSON.parse((await person.browser.post('/conta/chave-de-acesso/pedido')).text) as {
    challenge: string;
  };
  const copy = JSON.parse(made) as { response: { clientDataJSON: string } };
  const data = { type: 'webauthn.create', challenge, origin: panel.url, crossOrigin: false };
  copy.response.clientDataJSON = Buffer.from(JSON.stringify(data)).toString('base64url');
  const copied = await person.browser.post('/conta/chave-de-acesso', { nome: 'x', chave: JSON.stringify(copy) });
  expect(copied.status).toBe(400);
  expect(await sql('select id from passkey where person_id = ?', [person.id])).toHaveLength(1);
  await sql('update panel_session set confirmed_at = null where person_id = ?', [thief.id]);
  expect((await thief.post('/conta/chave-de-acesso/pedido')).status).toBe(403);
  expect((await thief.post('/conta/chave-de-acesso', { nome: 'x', chave: made })).status).toBe(403);
});

test('how often a network asks for something to sign is limited', async () => {
  const statuses = new Set<number>();
  for (let at = 0; at < 31; at += 1) statuses.add((await panel.browser().post('/entrar/chave/pedido')).status);
  expect([...statuses]).toEqual([200, 429]);
});
