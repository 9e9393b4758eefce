import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { callUrl } from '../../api/call.ts';
import { newCompany } from '../../api/fixture.ts';
import { newOffice } from '../../support/rows/office.ts';
import { startPanel } from '../panel-fixture.ts';
import { operatorKey } from './operator.ts';

let panel: Awaited<ReturnType<typeof startPanel>>;
let key: string;
let company: Company;
beforeAll(async () => {
  panel = await startPanel({ isAdministered: true, sendsMail: false });
  ({ key } = await operatorKey(panel.orm));
  ({ company } = await newCompany(panel.orm));
});
afterAll(() => panel.close());

type Person = { id: string; email: string; role: string };
type Answer = { id: string; data: Person[]; invitations: Person[]; [field: string]: unknown };
async function ask(method: string, path: string, body?: unknown, once = '') {
  const headers: Record<string, string> = once ? { 'idempotency-key': once } : {};
  const options = { key, headers, ...(body === undefined ? {} : { body }) };
  const answer = await callUrl(`${panel.url}/admin/v1${path}`, method, options);
  return { ...answer, body: answer.body as Answer };
}

/** For each kind of person: the path, the role of the invitation, and the role that results. */
async function places() {
  const { office } = await newOffice(panel.orm);
  return [
    { base: `/companies/${company.id}/people`, roles: ['COMPANY_ADMIN', 'COMPANY_READER'] },
    { base: `/offices/${office.id}/people`, roles: ['OFFICE_ADMIN', 'OFFICE_READER'] },
    { base: '/operators', roles: ['OPERATOR', 'OPERATOR_READER'] },
  ];
}

/** Chooses a password by the link of an invitation. */
async function accept(link: string): Promise<void> {
  const browser = panel.browser();
  const path = new URL(link).pathname;
  const { status } = await browser.post(path, { nome: 'Bia Souza', senha: 'cavalo bateria grampo' });
  if (status !== 303) throw new Error(`not accepted: ${status}`);
}

test('people of companies, of offices and of the installation are invited once, come in, change their roles and leave', async () => {
  for (const { base, roles } of await places()) {
    const [first = '', lesser = ''] = roles;
    const invited: string[] = [];
    for (const email of ['bia', 'caio'].map((name) => `${name}-${randomUUID()}@example.com`)) {
      const once = email.split('@')[0]!;
      const made = await ask('POST', base, { email, role: first }, once);
      expect(made).toMatchObject({
        status: 201,
        body: { email, role: first, link: expect.stringMatching(/\/convite\//) },
      });
      const again = await ask('POST', base, { email, role: first }, once);
      expect([again.status, again.body.id, 'link' in again.body]).toEqual([200, made.body.id, false]);
      await accept(made.body['link'] as string);
      invited.push(email);
    }
    const { data } = (await ask('GET', base)).body;
    const person = data.find(({ email }) => email === invited[1])!;
    expect(person).toMatchObject({ role: first, canSignIn: true });
    const changed = await ask('PATCH', `${base}/${person.id}`, { role: lesser });
    expect(changed).toMatchObject({ status: 200, body: { id: person.id, role: lesser } });
    const last = data.find(({ email }) => email === invited[0])!;
    expect(await ask('DELETE', `${base}/${last.id}`)).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
    expect((await ask('DELETE', `${base}/${person.id}`)).body).toEqual({ success: true });
    for (const id of [person.id, randomUUID(), 'nada']) expect((await ask('DELETE', `${base}/${id}`)).status).toBe(404);
  }
});

test('an invitation is listed until it is taken back, and its link opens no more', async () => {
  for (const { base, roles } of await places()) {
    const email = `dora-${randomUUID()}@example.com`;
    const made = await ask('POST', base, { email, role: roles[1] });
    expect((await ask('GET', base)).body.invitations).toMatchObject([{ id: made.body.id, email, mail: null }]);
    for (const id of [made.body.id, made.body.id, 'nada'])
      expect((await ask('DELETE', `${base}/invitations/${id}`)).body).toEqual({ success: true });
    expect((await ask('GET', base)).body.invitations).toEqual([]);
    const opened = await panel.browser().get(new URL(made.body['link'] as string).pathname);
    expect(opened.text).not.toContain(email);
    const role = roles[0]!.startsWith('COMPANY') ? 'OFFICE_ADMIN' : 'COMPANY_ADMIN';
    expect((await ask('POST', base, { email, role })).status).toBe(400);
  }
});

test('anybody is found, signed out, locked out and let in again, and loses a second factor; what she signs in with is not shown', async () => {
  const person = await panel.person(company.id);
  const found = await ask('GET', `/people?search=${encodeURIComponent(person.email)}&role=COMPANY_ADMIN&standing=IN`);
  expect(found.body).toMatchObject({
    data: [
      {
        id: person.id,
        standing: 'IN',
        hasPassword: true,
        hasTotp: false,
        sessions: 1,
        places: [{ taxId: company.taxId }],
      },
    ],
    meta: { total: 1 },
  });
  const home = `/e/${company.taxId}/notas`;
  expect((await person.get(home)).status).toBe(200);
  const base = `/people/${person.id}`;
  expect((await ask('POST', `${base}/sign-out`)).body).toMatchObject({ sessions: 0, standing: 'IN' });
  expect((await person.get(home)).status).toBe(303);
  for (let at = 0; at < 2; at += 1)
    expect((await ask('POST', `${base}/lock`)).body).toMatchObject({ standing: 'LOCKED' });
  for (let at = 0; at < 2; at += 1)
    expect((await ask('POST', `${base}/unlock`)).body).toMatchObject({ standing: 'IN' });
  await acrossCompanies(panel.orm).execute(`update panel_person set totp_sealed = '{}' where id = ?`, [person.id]);
  const without = await ask('DELETE', `${base}/second-factor`);
  expect(without.body).toMatchObject({ hasTotp: false, passkeys: 0, hasPassword: true });
  expect(JSON.stringify([found, without])).not.toMatch(/hash|sealed|scrypt/i);
  for (const id of [randomUUID(), 'nada']) expect((await ask('POST', `/people/${id}/lock`)).status).toBe(404);
  const entries = await acrossCompanies(panel.orm).execute<{ action: string }[]>(
    `select action from audit_entry where subject_id = ? and actor_kind = 'OPERATOR_KEY' order by at, id`,
    [person.id],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    ...['PERSON_SESSIONS_ENDED', 'PERSON_DISABLED', 'PERSON_UNLOCKED', 'PERSON_SECOND_FACTOR_REMOVED'],
  ]);
});

test('what the key did stands in the audit, and more invitations than a few at once are held back', async () => {
  const { company: busy } = await newCompany(panel.orm);
  const statuses: number[] = [];
  for (let at = 0; at < 21; at += 1) {
    const { status, headers } = await ask('POST', `/companies/${busy.id}/people`, {
      email: `p${at}@example.com`,
      role: 'COMPANY_READER',
    });
    statuses.push(status);
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(statuses).toEqual([...Array<number>(20).fill(201), 429]);
  const entries = await acrossCompanies(panel.orm).execute<{ actor_kind: string; n: number }[]>(
    `select actor_kind, count(*)::int as n from audit_entry where action in ('PERSON_INVITED', 'PERSON_ROLE_CHANGED', 'PERSON_ACCESS_ENDED')
     group by actor_kind`,
  );
  expect(entries).toEqual([{ actor_kind: 'OPERATOR_KEY', n: 20 + 3 * 4 + 3 }]);
  const told = JSON.stringify(await acrossCompanies(panel.orm).execute('select * from audit_entry'));
  expect(told).not.toMatch(/@example\.com|\/convite\//);
});
