import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCompany } from '../api/fixture.ts';
import { password, startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let company: Awaited<ReturnType<typeof newCompany>>['company'];

beforeAll(async () => {
  panel = await startPanel();
  ({ company } = await newCompany(panel.orm));
});

afterAll(() => panel.close());

const sql = (text: string, values: unknown[] = []) => panel.orm.em.fork().execute(text, values);

/** A person whose sign-in is older than such actions allow. */
async function unconfirmed() {
  const person = await panel.person(company.id);
  await sql(`update panel_session set confirmed_at = now() - interval '10 minutes 1 second' where person_id = ?`, [
    person.id,
  ]);
  return person;
}

test('who has just signed in is confirmed; ten minutes later she is asked, and goes back to where she was going', async () => {
  const fresh = await panel.person(company.id);
  expect((await fresh.get('/confirmar?para=/conta')).location).toBe('/conta');
  const person = await unconfirmed();
  const asked = await person.get('/confirmar?para=/conta');
  expect([asked.status, asked.location]).toEqual([200, null]);
  expect(asked.text).toContain(person.email);
  const confirmed = await person.post('/confirmar', { senha: password, para: '/conta' });
  expect([confirmed.status, confirmed.location]).toEqual([303, '/conta']);
  expect((await person.get('/confirmar?para=/conta')).location).toBe('/conta');
  const abroad = await person.post('/confirmar', { senha: password, para: 'https://evil.example.com' });
  expect(abroad.location).toBe('/');
});

test('a wrong password confirms nothing, another session neither, and the tries are those of signing in', async () => {
  const person = await unconfirmed();
  const elsewhere = panel.browser();
  await elsewhere.post('/entrar', { email: person.email, senha: password });
  expect((await person.get('/confirmar')).status).toBe(200);
  await sql('delete from sign_in_bucket');
  const statuses: number[] = [];
  for (let at = 0; at < 6; at += 1) {
    statuses.push((await person.post('/confirmar', { senha: 'não é esta senha' })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await person.get('/confirmar')).status).toBe(200);
  expect((await panel.browser().post('/entrar', { email: person.email, senha: password })).status).toBe(429);
});

test('nobody is asked to confirm who is not signed in', async () => {
  expect((await panel.browser().get('/confirmar?para=/conta')).location).toMatch(/^\/entrar\?para=/);
  expect((await panel.browser().post('/confirmar', { senha: password })).location).toBe('/entrar');
});
