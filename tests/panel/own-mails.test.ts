import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopTokenOf } from '../../domain/accounts/stop-token.ts';
import { masterKey } from '../../domain/seal.ts';
import { chosenMails } from '../../operations/accounts/news/mail-choice.ts';
import { newCompany } from '../api/fixture.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let company: Awaited<ReturnType<typeof newCompany>>['company'];
beforeAll(async () => {
  panel = await startPanel();
  ({ company } = await newCompany(panel.orm));
});
afterAll(() => panel.close());

const everything = ['DECISION', 'CERTIFICATE', 'ENDPOINT', 'CLOSING', 'LINK'];
const stopOf = (id: string): string => `/emails/${stopTokenOf(masterKey(Buffer.alloc(32, 7)), id)}`;
const entries = (id: string) =>
  panel.orm.em
    .fork()
    .execute(`select details from audit_entry where action = 'PERSON_MAILS_CHOSEN' and actor_id = ? order by at`, [id]);

test('who has said nothing is told of everything; what she chooses is kept, of her alone, and in the audit', async () => {
  const [person, other] = [await panel.person(company.id, 'COMPANY_READER'), await panel.person(company.id)];
  expect(await chosenMails(panel.own, person.id)).toEqual({ pace: 'AT_ONCE', kinds: everything });
  const page = (await person.get('/conta/emails')).text;
  expect(page.match(/type="checkbox"[^>]*checked/g)).toHaveLength(5);
  const saved = await person.post('/conta/emails', { quando: 'DAILY', DECISION: 'sim', LINK: 'sim' });
  expect(saved.status).toBe(303);
  const after = (await person.get(saved.location!)).text;
  expect(after).toContain('Guardado.');
  expect(after.match(/type="checkbox"[^>]*checked/g)).toHaveLength(2);
  expect(await chosenMails(panel.own, person.id)).toEqual({ pace: 'DAILY', kinds: ['DECISION', 'LINK'] });
  expect(await chosenMails(panel.own, other.id)).toEqual({ pace: 'AT_ONCE', kinds: everything });
  expect(await entries(person.id)).toEqual([{ details: { pace: 'DAILY', kinds: ['DECISION', 'LINK'] } }]);
});

test('the link of a mail stops all of them, signed in or not and from a mail program; opening it changes nothing', async () => {
  const person = await panel.person(company.id);
  const browser = panel.browser();
  for (let at = 0; at < 3; at += 1) expect((await browser.get(stopOf(person.id))).text).toContain('Parar todos');
  expect((await chosenMails(panel.own, person.id)).pace).toBe('AT_ONCE');
  const body = 'List-Unsubscribe=One-Click';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const pressed = await fetch(`${panel.url}${stopOf(person.id)}`, { method: 'POST', body, headers });
  expect(pressed.status).toBe(200);
  expect(await pressed.text()).toContain('os e-mails pararam');
  expect((await chosenMails(panel.own, person.id)).pace).toBe('NEVER');
  expect((await browser.post(stopOf(person.id))).status).toBe(200);
  expect(await entries(person.id)).toEqual([{ details: { pace: 'NEVER', byLink: true } }]);
  await person.post('/conta/emails', { quando: 'AT_ONCE', DECISION: 'sim' });
  expect((await chosenMails(panel.own, person.id)).pace).toBe('AT_ONCE');
});

test('a link that nobody signed stops nothing, nor does it tell whether there is such a person', async () => {
  const person = await panel.person(company.id);
  const [id, signature] = stopOf(person.id).slice('/emails/'.length).split('.');
  const unknown = stopOf('019aca7e-0000-7000-8000-00000000abcd');
  expect((await panel.browser().post(unknown)).text).toBe((await panel.browser().post(stopOf(person.id))).text);
  const again = await panel.person(company.id);
  for (const token of [`${id}.${'A'.repeat(43)}`, `${'A'.repeat(22)}.${signature}`, 'x', `${id}.`]) {
    for (const method of ['get', 'post'] as const) {
      expect((await panel.browser()[method](`/emails/${token}`)).status).toBe(404);
    }
  }
  expect((await chosenMails(panel.own, again.id)).pace).toBe('AT_ONCE');
});
