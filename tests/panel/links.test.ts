import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Company } from '../../domain/companies/company.entity.ts';
import { taxIdMask } from '../../domain/masks.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
beforeAll(async () => {
  panel = await startPanel();
});
afterAll(() => panel.close());

const sql = <Row>(text: string, values: unknown[] = []) => panel.orm.em.fork().execute<Row[]>(text, values);
const plain = (text: string): string => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const administrator = 'socia@padaria.example';

/** An office with its people, and a company that is not linked to it yet. */
async function stage() {
  const { office } = await newOffice(panel.orm);
  const admin = await panel.member({ officeId: office.id, role: 'OFFICE_ADMIN' });
  const { company } = await newCompany(panel.orm);
  const em = acrossCompanies(panel.orm);
  const kept = await em.findOneOrFail(Company, { id: company.id });
  if (kept.settings) kept.settings = { ...kept.settings, adminEmails: [administrator] };
  await em.flush();
  return { office, admin, company, here: `/c/${office.taxId}/vinculos` };
}

const linkNow = (office: { id: string }, company: { id: string }) =>
  acrossCompanies(panel.orm).findOneOrFail(OfficeLink, { office: office.id, company: company.id });
const mailBecomes = (link: { id: string }, state: string) =>
  sql(`update link_invitation set ${state} where link_id = ?`, [link.id]);
/** The state of the mail of the only link in a list. */
const told = async (admin: { get: (path: string) => Promise<{ text: string }> }, here: string) =>
  plain((await admin.get(here)).text.split('<tbody>')[1] ?? '');

test('an administrator invites a company by its CNPJ, and reads where the mail stands; whose it is the company says', async () => {
  const { office, admin, company, here } = await stage();
  expect(plain((await admin.get(here)).text)).toContain('Nenhuma empresa foi convidada');
  const cnpj = company.taxId.replace(/^(.{2})(.{3})(.{3})(.{4})/, '$1.$2.$3/$4-');
  const invited = await admin.post(`${here}/convidar`, { cnpj });
  expect([invited.status, invited.location]).toEqual([303, `${here}?feito=convidada`]);
  const link = await linkNow(office, company);
  expect(link.status).toBe('PENDING');
  expect(await told(admin, here)).toMatch(
    /Espera a resposta da empresa pedido em .*, por Ana Ribeiro A caminho Retirar/,
  );
  // No other invitation is sent while one is pending, nor because somebody asks again.
  for (const path of ['convidar', `${link.id}/reenviar`]) {
    expect((await admin.post(`${here}/${path}`, { cnpj })).location).toBe(`${here}?feito=pedida`);
  }

  await mailBecomes(link, `mail_error = 'O servidor não respondeu.'`);
  expect(await told(admin, here)).toContain('Ainda não saiu O servidor não respondeu. O Lavra tenta de novo sozinho.');
  await mailBecomes(link, `mail_status = 'SENT', mail_error = null, sent_at = now()`);
  expect(await told(admin, here)).toContain('Sem resposta até agora');
  await mailBecomes(link, `mail_status = 'FAILED', mail_error = 'Caixa inexistente: ${administrator}'`);
  const refused = await admin.get(here);
  expect(refused.text).not.toContain(administrator);
  expect(plain(refused.text)).toContain('Recusado pelo servidor de e-mail Caixa inexistente: ***');
  expect((await admin.post(`${here}/${link.id}/reenviar`)).location).toBe(`${here}?feito=reenviado`);
  expect(await sql('select from link_invitation where link_id = ?', [link.id])).toHaveLength(2);

  await mailBecomes(link, `mail_status = 'SENT', sent_at = now(), expires_at = now() - interval '1 minute'`);
  expect(await told(admin, here)).toContain('expirou em');
  expect((await admin.post(`${here}/${link.id}/reenviar`)).status).toBe(303);
  await mailBecomes(link, `mail_status = 'SENT', sent_at = now()`);
  const often = await admin.post(`${here}/${link.id}/reenviar`);
  expect([often.status, plain(often.text)]).toEqual([
    400,
    expect.stringContaining('já foi convidada 3 vezes neste mês'),
  ]);
});

test('a company without an administrator’s address is reported, and so is one that is not here or another’s', async () => {
  const { admin, company, here } = await stage();
  await sql(`update company set settings = settings - 'adminEmails' - 'email' where id = ?`, [company.id]);
  expect((await admin.post(`${here}/convidar`, { cnpj: company.taxId })).location).toBe(`${here}?feito=sem-email`);
  expect(await told(admin, here)).toContain('Ninguém foi convidado');
  const { company: theirs } = await newCompany(panel.orm);
  const { office: other } = await newOffice(panel.orm, { name: 'Outro' });
  await linkOf(panel.orm, other, theirs);
  for (const [cnpj, words] of [
    ['99.999.999/9999-99', 'Não há empresa com este CNPJ'],
    ['', 'Escreva o CNPJ'],
    [theirs.taxId, 'trabalha com outro escritório'],
  ] as const) {
    const { status, text } = await admin.post(`${here}/convidar`, { cnpj });
    expect([status, plain(text)]).toEqual([400, expect.stringContaining(words)]);
    expect(text).not.toContain(taxIdMask(theirs.taxId));
  }
});

test('what was asked for is taken back, and a link ends after its page says what ends with it', async () => {
  const { office, admin, company, here } = await stage();
  await admin.post(`${here}/convidar`, { cnpj: company.taxId });
  const { id } = await linkNow(office, company);
  expect((await admin.post(`${here}/${id}/retirar`)).location).toBe(`${here}?feito=retirado`);
  expect(
    await sql('select mail_status, used_at is null as opens from link_invitation where link_id = ?', [id]),
  ).toEqual([{ mail_status: 'FAILED', opens: false }]);
  expect((await admin.post(`${here}/${id}/reenviar`)).status).toBe(303);
  await sql(`update office_link set status = 'ACTIVE', decided_at = now() where id = ?`, [id]);
  // The link was accepted meanwhile: withdrawing the request does not end it.
  const late = await admin.post(`${here}/${id}/retirar`);
  expect([late.status, plain(late.text)]).toEqual([400, expect.stringContaining('O vínculo mudou enquanto')]);
  expect((await linkNow(office, company)).status).toBe('ACTIVE');

  expect(plain((await admin.get(`${here}/${id}/encerrar`)).text)).toContain('deixa de ver a empresa');
  await sql(`update panel_session set confirmed_at = now() - interval '11 minutes' where person_id = ?`, [admin.id]);
  expect((await admin.post(`${here}/${id}/encerrar`)).status).toBe(403);
  await sql(`update panel_session set confirmed_at = now() where person_id = ?`, [admin.id]);
  expect((await admin.post(`${here}/${id}/encerrar`)).location).toBe(`${here}?feito=encerrado`);
  expect((await linkNow(office, company)).status).toBe('ENDED');
  expect((await admin.get(`/e/${company.taxId}/notas`)).status).toBe(404);
  expect(await told(admin, `${here}?situacao=encerrados`)).toMatch(/Encerrado em .*, por Ana Ribeiro/);
  expect(
    await sql(`select actor_kind, company_id from audit_entry where subject_id = ? and action = 'LINK_ENDED'`, [id]),
  ).toEqual(Array(2).fill({ actor_kind: 'PERSON', company_id: company.id }));
});

test('the list is narrowed by group and search; who may only look has no acts; links of others are not there', async () => {
  const { office, admin, company, here } = await stage();
  const { company: second } = await newCompany(panel.orm);
  const link = await linkOf(panel.orm, office, company);
  await linkOf(panel.orm, office, second, { status: 'PENDING' });
  const theirs = await stage();
  const foreign = await linkOf(panel.orm, theirs.office, theirs.company, { status: 'PENDING' });
  const list = (await admin.get(here)).text;
  expect(list).not.toContain(theirs.company.taxId);
  expect(plain(list)).toMatch(/Todos 2 Esperam resposta 1 Na carteira 1 Recusados e encerrados 0/);
  const waiting = (await admin.get(`${here}?situacao=esperando`)).text;
  expect([waiting.includes(taxIdMask(company.taxId)), waiting.includes(taxIdMask(second.taxId))]).toEqual([
    false,
    true,
  ]);
  expect(plain((await admin.get(`${here}?busca=${company.taxId}`)).text)).toContain('1 vínculo');
  expect((await admin.get(`${here}?busca=%00`)).status).toBe(400);
  for (const wrong of [foreign.id, randomUUID(), `x'--`]) {
    for (const act of ['reenviar', 'retirar', 'encerrar']) {
      expect([act, (await admin.post(`${here}/${wrong}/${act}`)).status]).toEqual([act, 404]);
    }
  }
  for (const role of ['OFFICE_CLERK', 'OFFICE_READER'] as const) {
    const looker = await panel.member({ officeId: office.id, role });
    const { text } = await looker.get(here);
    expect(text).not.toMatch(/convidar|encerrar"|retirar/);
    expect((await looker.post(`${here}/${link.id}/encerrar`)).status).toBe(404);
  }
});
