import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openIdProvider } from '../../adapters/oidc/open-id-provider.ts';
import type { PersonPlace } from '../../operations/accounts/people.ts';
import { createPerson, disablePerson, resetPerson } from '../../operations/accounts/people.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { newCompany } from '../api/fixture.ts';
import { type Account, clientSecret, identityProvider } from '../support/servers/identity-provider.ts';
import { turnOnCodes } from './authenticator.ts';
import { lastMailTo } from './last-mail.ts';
import { type Browser, panelUrl, password, startPanel } from './panel-fixture.ts';

const redirectUri = `${panelUrl}/entrar/organizacao/volta`;
let idp: Awaited<ReturnType<typeof identityProvider>>;
let panel: Awaited<ReturnType<typeof startPanel>>;
let company: Awaited<ReturnType<typeof newCompany>>['company'];

beforeAll(async () => {
  idp = await identityProvider(redirectUri, `${panelUrl}/entrar`);
  panel = await startPanel({ provider: openIdProvider(settings()), secondFactor: 'administrators' });
  ({ company } = await newCompany(panel.orm));
});
beforeEach(async () => {
  idp.state.isAway = false;
  idp.state.answersWith = null;
  await sql('delete from sign_in_bucket');
});
afterAll(async () => {
  await panel.close();
  await idp.close();
});

function settings(others: Partial<Parameters<typeof openIdProvider>[0]> = {}) {
  return {
    ...{ issuer: idp.issuer, clientId: 'lavra', clientSecret, redirectUri, leftUri: `${panelUrl}/entrar` },
    ...{ name: 'Grupo Sol', domains: ['example.com'], secondFactors: ['mfa'], ...others },
  };
}

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  panel.orm.em.fork().execute<Row[]>(text, values);
let subjects = 0;

/** An account at the provider. */
function account(claims: Account = {}): { sub: string; email: string } {
  const sub = `s${(subjects += 1)}`;
  const email = claims.email ?? `${sub}@example.com`;
  idp.accounts.set(sub, { email_verified: true, name: 'Ana Ribeiro', ...claims, email });
  return { sub, email };
}

/** A person with such an account, to whom an operator has given a role here; she has no password. */
async function person(place: PersonPlace = { companyId: company.id, role: 'COMPANY_READER' }, claims: Account = {}) {
  const known = account(claims);
  const { person: made } = await createPerson(panel.orm, { email: known.email, name: 'Ana', ...place }, lavraItself);
  return { ...known, id: made.id };
}

const notes = () => `/e/${company.taxId}/notas`;

/** Where the panel redirects a browser to sign in, and the address that the provider sends it back to. */
async function away(browser: Browser, to = notes()): Promise<string> {
  const sent = await browser.get(`/entrar/organizacao?para=${encodeURIComponent(to)}`);
  expect(sent.status).toBe(303);
  return sent.location!;
}

async function back(browser: Browser, url: URL) {
  return browser.get(url.pathname + url.search);
}

async function signedIn(sub: string, to = notes()) {
  const browser = panel.browser();
  const answer = await back(browser, await idp.signIn(await away(browser, to), sub));
  return { browser, answer };
}

test('who has access comes in by her organization: once by her address, then by who she is there', async () => {
  const ana = await person();
  const { browser, answer } = await signedIn(ana.sub);
  expect([answer.status, answer.location]).toEqual([303, notes()]);
  expect((await browser.get(notes())).status).toBe(200);
  idp.accounts.set(ana.sub, { email: 'casada@example.com', email_verified: true });
  expect((await signedIn(ana.sub)).answer.location).toBe(notes());
  expect(
    await sql(`select action, details from audit_entry where subject_id = ? and action = 'PERSON_IDENTITY_LINKED'`, [
      ana.id,
    ]),
  ).toEqual([{ action: 'PERSON_IDENTITY_LINKED', details: { issuer: idp.issuer } }]);
  expect((await panel.browser().get('/entrar')).text).toContain('Entrar com Grupo Sol');
});

test('the address of the provider asks for a code with PKCE, state and nonce, of one try each, and holds no secret', async () => {
  const [one, other] = [panel.browser(), panel.browser()];
  const [first, second] = [new URL(await away(one)), new URL(await away(other))];
  const asked = Object.fromEntries(first.searchParams);
  expect(asked).toMatchObject({
    response_type: 'code',
    client_id: 'lavra',
    redirect_uri: redirectUri,
    code_challenge_method: 'S256',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(asked[name]).toMatch(/^[\w-]{43}$/);
    expect(asked[name]).not.toBe(second.searchParams.get(name));
  }
  expect(first.href).not.toContain(clientSecret);
  expect(one.cookie).toMatch(/^__Host-lavra-ida=/);
});

test.each<[string, (claims: Account) => Account, string]>([
  ['does not say that the address is hers', (claims) => ({ ...claims, email_verified: false }), 'não confirma'],
  ['has an address of another domain', () => ({ email: 'eva@evil.example' }), 'não é de uma organização'],
  ['has an address that only ends alike', () => ({ email: 'eva@notexample.com' }), 'não é de uma organização'],
])('nobody comes in whose organization %s', async (_what, change, words) => {
  const eva = await person({ companyId: company.id, role: 'COMPANY_READER' }, change({}));
  const { browser, answer } = await signedIn(eva.sub);
  expect([answer.status, answer.text.includes(words)]).toEqual([401, true]);
  expect((await browser.get(notes())).status).toBe(303);
});

test('nobody comes in who has no access here, was taken out, or got the address of somebody who has', async () => {
  const stranger = account();
  expect((await signedIn(stranger.sub)).answer.text).toContain('Ninguém com o e-mail');
  const out = await person();
  await signedIn(out.sub);
  await disablePerson(panel.orm, out.email, lavraItself);
  expect((await signedIn(out.sub)).answer.text).toContain('não tem mais acesso');

  const ana = await person();
  await signedIn(ana.sub);
  const heir = account({ email: ana.email });
  const refused = (await signedIn(heir.sub)).answer;
  expect([refused.status, refused.text.includes('já está ligado a outra conta')]).toEqual([401, true]);
  await resetPerson(panel.orm, ana.email, lavraItself);
  expect((await signedIn(heir.sub)).answer.status).toBe(303);
  expect((await signedIn(ana.sub)).answer.status).toBe(401);
});

test('what comes back counts once, for the browser that was sent, within ten minutes', async () => {
  const ana = await person();
  const browser = panel.browser();
  const url = await idp.signIn(await away(browser), ana.sub);
  const other = panel.browser();
  await away(other);
  for (const each of [panel.browser(), other]) {
    expect([(await back(each, url)).status, (await each.get(notes())).status]).toEqual([401, 303]);
  }
  const cookie = browser.cookie;
  expect((await back(browser, url)).status).toBe(303);
  browser.cookie = cookie;
  expect((await back(browser, url)).status).toBe(401);

  const late = panel.browser();
  const tooLate = await idp.signIn(await away(late), ana.sub);
  await sql(`update provider_attempt set ends_at = now() - interval '1 second'`);
  expect((await back(late, tooLate)).status).toBe(401);
});

test.each<[string, (url: URL) => void]>([
  ['another nonce', (url) => url.searchParams.set('nonce', 'A'.repeat(43))],
  ['another challenge', (url) => url.searchParams.set('code_challenge', 'A'.repeat(43))],
  ['another state', (url) => url.searchParams.set('state', 'A'.repeat(43))],
  ['another client', (url) => url.searchParams.set('client_id', 'another')],
])('what somebody turned on its way is refused: %s', async (_what, turn) => {
  const ana = await person();
  const browser = panel.browser();
  const url = new URL(await away(browser));
  turn(url);
  const answer = await back(browser, await idp.signIn(url.href, ana.sub));
  expect([answer.status, answer.text.includes('não foi concluída')]).toEqual([401, true]);
  expect((await browser.get(notes())).status).toBe(303);
});

test('a token that was made for another client, or for another try, is refused though the provider signed it', async () => {
  const ana = await person();
  for (const clientId of ['another', 'lavra']) {
    const browser = panel.browser();
    const url = new URL(await away(browser));
    idp.state.answersWith = await tokensFor(
      clientId,
      ana.sub,
      clientId === 'another' ? url.searchParams.get('nonce')! : 'n',
    );
    const answer = await back(browser, await idp.signIn(url.href, ana.sub));
    idp.state.answersWith = null;
    expect([clientId, answer.status]).toEqual([clientId, 401]);
  }
});

test('a token whose signature somebody changed is refused', async () => {
  const ana = await person();
  const browser = panel.browser();
  const url = new URL(await away(browser));
  const tokens = JSON.parse(await tokensFor('lavra', ana.sub, url.searchParams.get('nonce')!)) as { id_token: string };
  const [head, , signature] = tokens.id_token.split('.');
  const claims = Buffer.from(JSON.stringify({ sub: 'admin', iss: idp.issuer, aud: 'lavra' })).toString('base64url');
  idp.state.answersWith = JSON.stringify({ ...tokens, id_token: `${head}.${claims}.${signature}` });
  expect((await back(browser, await idp.signIn(url.href, ana.sub))).status).toBe(401);
});

/** Real tokens of the provider, from an attempt of somebody's own. */
async function tokensFor(clientId: string, sub: string, nonce: string): Promise<string> {
  const query = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email',
    nonce,
    state: 's',
  };
  const verifier = 'v'.repeat(43);
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url');
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  const url = await idp.signIn(`${idp.issuer}/auth?${new URLSearchParams({ ...query, ...pkce }).toString()}`, sub);
  const body = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code: url.searchParams.get('code')!, redirect_uri: redirectUri },
    ...{ client_id: clientId, client_secret: clientSecret, code_verifier: verifier },
  });
  return (await fetch(`${idp.issuer}/token`, { method: 'POST', body })).text();
}

test('while the provider is away people read so, and come in by their password; it is asked again at once when it is back', async () => {
  const away_ = await startPanel({ provider: openIdProvider(settings({ issuer: idp.issuer })) });
  idp.state.isAway = true;
  const browser = away_.browser();
  const told = await browser.get('/entrar/organizacao');
  expect([told.status, told.text.includes('Grupo Sol não responde agora')]).toEqual([503, true]);
  expect(told.text).toContain('name="senha"');
  idp.state.isAway = false;
  expect((await browser.get('/entrar/organizacao')).status).toBe(303);
  await away_.close();
});

test('who administers owes a second factor still, unless the provider vouches for one; one of her own is asked for', async () => {
  const ofAdmin = { companyId: company.id, role: 'COMPANY_ADMIN' } as const;
  const admin = await person(ofAdmin);
  const { browser } = await signedIn(admin.sub);
  expect((await browser.get(notes())).location).toContain('/conta/segundo-fator');
  await turnOnCodes(browser);
  const { answer } = await signedIn(admin.sub);
  expect(answer.location).toMatch(/^\/segundo-fator/);
  idp.accounts.set(admin.sub, { ...idp.accounts.get(admin.sub), acr: 'mfa' });
  const vouched = await signedIn(admin.sub);
  expect(vouched.answer.location).toBe(notes());
  const fresh = await person(ofAdmin, { acr: 'mfa' });
  const { browser: hers } = await signedIn(fresh.sub);
  expect((await hers.get(notes())).status).toBe(200);
});

test('she proves anew who she is at her organization, and nobody else does it for her', async () => {
  const ana = await person({ companyId: company.id, role: 'COMPANY_ADMIN' }, { acr: 'mfa' });
  const { browser } = await signedIn(ana.sub);
  const people = `/e/${company.taxId}/pessoas`;
  await sql(`update panel_session set confirmed_at = now() - interval '11 minutes' where person_id = ?`, [ana.id]);
  const asked = await browser.get(people);
  expect(asked.location).toContain('/confirmar');
  expect((await browser.get(asked.location!)).text).toContain('/confirmar/organizacao');
  const confirm = `/confirmar/organizacao?para=${encodeURIComponent(people)}`;
  const eva = await person({ companyId: company.id, role: 'COMPANY_READER' });
  const address = (await browser.get(confirm)).location!;
  expect(new URL(address).searchParams.get('prompt')).toBe('login');
  expect((await back(browser, await idp.signIn(address, eva.sub))).status).toBe(401);
  expect((await browser.get(people)).status).toBe(303);
  const again = (await browser.get(confirm)).location!;
  expect((await back(browser, await idp.signIn(again, ana.sub))).location).toBe(people);
  expect((await browser.get(people)).status).toBe(200);
});

test('who is invited joins by her organization, if the invitation is to the address that it vouches for', async () => {
  const admin = await person({ companyId: company.id, role: 'COMPANY_ADMIN' }, { acr: 'mfa' });
  const { browser } = await signedIn(admin.sub);
  const nova = account();
  await browser.post(`/e/${company.taxId}/pessoas/convidar`, { email: nova.email, papel: 'COMPANY_ISSUER' });
  const link = await lastMailTo(panel.orm, nova.email);
  expect((await panel.browser().get(link)).text).toContain(`/entrar/organizacao?para=${encodeURIComponent(link)}`);
  const thief = account();
  expect((await signedIn(thief.sub, link)).answer.status).toBe(401);
  const { browser: hers, answer } = await signedIn(nova.sub, link);
  expect([answer.status, answer.location]).toEqual([303, '/']);
  expect((await hers.get(notes())).status).toBe(200);
  expect((await panel.browser().get(link)).status).toBe(404);
});

test('who leaves is shown the way out of her organization, too, and nothing leads elsewhere', async () => {
  const ana = await person();
  const { browser } = await signedIn(ana.sub);
  const left = await browser.post('/sair');
  expect(left.text).toContain('Você saiu do Lavra');
  expect(left.text).toMatch(new RegExp(`href="${idp.issuer}/session/end\\?[^"]*client_id=lavra`));
  expect((await browser.get(notes())).status).toBe(303);
  for (const to of ['https://evil.example', '//evil.example', '/\\evil.example']) {
    expect((await signedIn(ana.sub, to)).answer.location).toBe('/');
  }
});

test('where passwords are off, nobody comes in by one, and the way of the organization stays', async () => {
  const strict = await startPanel({ provider: openIdProvider(settings()), passwords: 'nobody' });
  const { company: hers } = await newCompany(strict.orm);
  const known = await strict.person(hers.id);
  const page = (await strict.browser().get('/entrar')).text;
  expect(page).toContain('Entrar com Grupo Sol');
  expect(page).not.toContain('name="senha"');
  const refused = await strict.browser().post('/entrar', { email: known.email, senha: password });
  expect([refused.status, refused.cookie]).toEqual([401, null]);
  await strict.close();
});
