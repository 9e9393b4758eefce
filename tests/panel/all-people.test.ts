import { afterAll, beforeAll, expect, test } from 'vitest';
import { nobody } from '../../domain/companies/ownership.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { createPerson } from '../../operations/accounts/people.ts';
import { acrossCompanies, overseeing } from '../../operations/in-company.ts';

import { newOffice } from '../support/rows/office.ts';
import { type Operated, startOperated } from './operators-fixture.ts';
import { password } from './panel-fixture.ts';

let panel: Operated['panel'];
let one: Operated['one'];
let other: Operated['other'];
let operator: Operated['operator'];
let reader: Operated['reader'];
let administrator: Operated['administrator'];

beforeAll(async () => {
  ({ panel, one, other, operator, reader, administrator } = await startOperated());
});
afterAll(() => panel.close());

const em = () => acrossCompanies(panel.orm);
const at = (id: string, act = '') => `/o/contas/${id}${act === '' ? '' : `/${act}`}`;

/** The audit entries about somebody, in order, with their authors. */
const toldOf = async (id: string): Promise<string[]> =>
  (
    await em().execute<{ action: string; actor: string }[]>(
      `select action, actor_id as actor from audit_entry where subject_id = ? and actor_id = ? order by at, id`,
      [id, operator.id],
    )
  ).map(({ action }) => action);

test('everybody is found by name, address, owner, role, standing and second factor, with when she last came in', async () => {
  const { office } = await newOffice(panel.orm, { name: 'Contábil Jatobá' });
  const clerk = await panel.member({ officeId: office.id, role: 'OFFICE_CLERK' });
  const place = { companyId: one.id, role: 'COMPANY_READER' } as const;
  const asked = { email: 'nova@mercado.example', name: 'Zélia Prado', ...place };
  const { person: unready } = await createPerson(panel.orm, asked, lavraItself);
  await em().execute(
    `insert into passkey (id, person_id, credential_id, public_key, counter, transports, name, created_at)
     values (gen_random_uuid(), ?, 'c', 'k', 0, '{}', 'Chave', now())`,
    [clerk.id],
  );
  const vouched = await panel.member({ officeId: office.id, role: 'OFFICE_READER' });
  await em().execute(`update panel_person set password_hash = null where id = ?`, [vouched.id]);
  await em().execute(
    `insert into person_identity (id, person_id, issuer, subject, created_at, last_used_at)
     values (gen_random_uuid(), ?, 'https://sso.example', 'of-all-people', now(), now())`,
    [vouched.id],
  );
  const shown = async (query: string): Promise<string> => (await reader.get(`/o/contas?${query}`)).text;
  const found = async (query: string): Promise<string[]> => {
    const text = await shown(query);
    return [clerk, unready, administrator, vouched].filter(({ id }) => text.includes(at(id))).map(({ id }) => id);
  };
  expect(await found('busca=jatoba')).toEqual([clerk.id, vouched.id]);
  expect(await found(`busca=${office.taxId}&situacao=IN`)).toEqual([clerk.id, vouched.id]);
  expect(await found('busca=zelia')).toEqual([unready.id]);
  expect(await found('busca=NOVA@mercado')).toEqual([unready.id]);
  expect(await found('papel=OFFICE_CLERK')).toEqual([clerk.id]);
  expect(await found('situacao=NEW')).toEqual([unready.id]);
  expect(await found('segundo-fator=sim')).toEqual([clerk.id]);
  expect(await found('segundo-fator=nao&papel=COMPANY_ADMIN')).toEqual([administrator.id]);
  const text = await shown('papel=OFFICE_CLERK');
  for (const words of ['Contábil Jatobá: Analista', '1 chave de acesso', 'Entra']) expect(text).toContain(words);
  expect((await reader.get(`/o/contas/${clerk.id}`)).text).toMatch(/Última entrada<\/dt>\s*<dd>\d/);
  expect((await reader.get(`/o/contas/${unready.id}`)).text).toContain('Não consta');
  expect((await administrator.get('/o/contas')).status).toBe(404);
  expect((await operator.get('/o/contas?busca=%00')).status).toBe(400);
});

test('who is locked out leaves every browser at once, and comes back by the password that she had', async () => {
  const person = await panel.person(other.id);
  for (const stranger of [reader, administrator])
    expect((await stranger.post(at(person.id, 'bloquear'))).status).toBe(404);
  expect((await reader.get(at(person.id))).text).not.toContain('<form method="post" action="/o/');
  expect((await operator.post(at(person.id, 'bloquear'))).location).toBe(`${at(person.id)}?feito=bloqueada`);
  expect((await person.get(`/e/${other.taxId}/notas`)).location).toMatch(/^\/entrar/);
  const signIn = () => panel.browser().post('/entrar', { email: person.email, senha: password });
  expect((await signIn()).status).not.toBe(303);
  expect((await operator.get('/o/contas?situacao=LOCKED')).text).toContain(at(person.id));
  expect((await operator.post(at(person.id, 'desbloquear'))).location).toBe(`${at(person.id)}?feito=desbloqueada`);
  expect((await signIn()).status).toBe(303);
  expect(await toldOf(person.id)).toEqual(['PERSON_DISABLED', 'PERSON_UNLOCKED']);
});

test('sessions end, a second factor goes, and a link for another password is shown once', async () => {
  const person = await panel.person(other.id);
  expect((await operator.post(at(person.id, 'encerrar-sessoes'))).status).toBe(303);
  expect((await person.get('/conta')).location).toMatch(/^\/entrar/);
  await em().execute(
    `insert into passkey (id, person_id, credential_id, public_key, counter, transports, name, created_at)
     values (gen_random_uuid(), ?, 'd', 'k', 0, '{}', 'Chave', now())`,
    [person.id],
  );
  expect((await operator.get(at(person.id))).text).toContain('Retirar o segundo fator');
  expect((await operator.post(at(person.id, 'retirar-segundo-fator'))).status).toBe(303);
  expect((await operator.get(at(person.id))).text).not.toContain('Retirar o segundo fator');
  const answer = await operator.post(at(person.id, 'link'));
  const [, link = ''] = /https:\/\/painel\.example\.com(\/senha\/[\w-]+)/.exec(answer.text) ?? [];
  expect((await operator.get(at(person.id))).text).not.toContain(link);
  const signIn = () => panel.browser().post('/entrar', { email: person.email, senha: password });
  expect((await signIn()).status).not.toBe(303);
  const anew = panel.browser();
  expect((await anew.post(link, { senha: 'outra senha bem longa' })).status).toBe(303);
  expect((await anew.get(`/e/${other.taxId}/notas`)).status).toBe(200);
  expect(await toldOf(person.id)).toEqual(['PERSON_SESSIONS_ENDED', 'PERSON_SECOND_FACTOR_REMOVED', 'PERSON_RESET']);
});

test('nobody shuts herself out, and what somebody signs in with is nobody’s to read', async () => {
  const refused = await operator.post(at(operator.id, 'bloquear'));
  expect([refused.status, refused.text.includes('Esta pessoa é você')]).toEqual([400, true]);
  expect((await operator.get(at(operator.id))).text).not.toContain('Bloquear agora');
  const acting = {
    keyId: nobody,
    companies: null,
    actor: { kind: 'PERSON', id: operator.id, name: 'x', office: null },
  } as const;
  for (const secret of ['password_hash', 'totp_sealed']) {
    const read = overseeing(panel.own, acting, (tx) => tx.execute(`select ${secret} from panel_person`));
    await expect(read).rejects.toThrow(/permission denied/);
  }
});

test('the audit of all says whose each entry is, is narrowed to one company or office, and its file goes to the end', async () => {
  const { office } = await newOffice(panel.orm, { name: 'Contábil Peroba' });
  await em().execute(
    `insert into audit_entry (id, at, actor_kind, actor_name, company_id, action)
     select gen_random_uuid(), '2026-11-20T15:00:00Z', 'COMPANY_KEY', 'loja', ?, 'PRODUCT_CREATED' from generate_series(1, 1203)`,
    [other.id],
  );
  const all = (await reader.get('/o/auditoria')).text;
  for (const words of ['criou o escritório no Lavra', `/o/empresas/${one.taxId}`, 'rel="next"'])
    expect(all).toContain(words);
  const ofOffice = (await reader.get(`/o/auditoria?escritorio=${office.taxId}`)).text;
  expect(ofOffice.match(/<time /g)).toHaveLength(2); // it was created, and given a key
  const ofOther = (await reader.get(`/o/auditoria?empresa=${other.taxId}&oque=records`)).text;
  expect(ofOther).toContain('cadastrou um produto');
  expect(ofOther).not.toContain(`/o/empresas/${one.taxId}`);
  const unknown = await reader.get('/o/auditoria?empresa=11222333000199');
  expect([unknown.status, unknown.text.includes('Não há empresa ou escritório')]).toEqual([400, true]);
  const { text, headers } = await reader.get(`/o/auditoria/planilha?empresa=${other.taxId}&oque=records`);
  expect(headers.get('content-disposition')).toBe('attachment; filename=auditoria.csv');
  const [heading, ...lines] = text.trim().split('\r\n');
  expect(heading).toContain('Empresa;CNPJ ou CPF;Quando');
  expect(lines).toHaveLength(1203);
  expect(lines[0]).toContain(other.taxId);
  for (const path of ['/o/auditoria', '/o/auditoria/planilha'])
    expect((await administrator.get(path)).status).toBe(404);
});
