import { afterAll, beforeAll, expect, test } from 'vitest';
import { Membership } from '../../domain/accounts/person.entity.ts';
import { nobody } from '../../domain/companies/ownership.ts';
import { Office } from '../../domain/offices/office.entity.ts';
import { acrossCompanies, operatingOffice } from '../../operations/in-company.ts';
import { addOffice, findCompany, findOffice, numberingsOf } from '../../operations/provisioning.ts';
import { newCompany } from '../api/fixture.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { processingDocument } from '../support/samples/sale.ts';
import { cnpjOf, cpfOf } from '../support/samples/tax-ids.ts';
import { formFields } from './form-fields.ts';
import { lastMailTo } from './last-mail.ts';
import { type Operated, startOperated } from './operators-fixture.ts';
import { password } from './panel-fixture.ts';

let panel: Operated['panel'];
let one: Operated['one'];
let operator: Operated['operator'];
let reader: Operated['reader'];
let administrator: Operated['administrator'];
let entriesOf: Operated['entriesOf'];
let byOperator: Operated['byOperator'];

beforeAll(async () => {
  ({ panel, one, operator, reader, administrator, entriesOf, byOperator } = await startOperated());
});
afterAll(() => panel.close());

const em = () => acrossCompanies(panel.orm);

const written = {
  name: 'Mercado Boa Vista Ltda',
  stateRegistration: '110.042.490.114',
  'address.zipCode': '01310-100',
  'address.street': 'Avenida Paulista',
  'address.number': '900',
  'address.neighborhood': 'Bela Vista',
  'address.city': 'Sao Paulo',
  'address.state': 'SP',
  taxRegime: 'SIMPLES',
  'series.55.series': '2',
  'ultimo-55': '41',
};

test('a company is taken on by a form that says beside each field what is wrong, once, and its people are asked for next', async () => {
  const taxId = cnpjOf(31_222_333);
  const form = formFields(await operator.get('/o/empresas/nova'));
  const wrong = await operator.post('/o/empresas/nova', {
    ...form,
    ...written,
    taxId: '11.111.111/1111-11',
    'address.city': 'Sampa',
    'ultimo-55': 'muitos',
  });
  expect(wrong.status).toBe(400);
  for (const words of ['CNPJ ou CPF com dígitos verificadores', 'Não há cidade com este nome em SP']) {
    expect(wrong.text).toContain(words);
  }
  expect(wrong.text).toContain('id="campo-ultimo-55-erro"');
  expect(wrong.text).toContain('value="Mercado Boa Vista Ltda"');

  const sent = { ...form, ...written, taxId };
  const made = await operator.post('/o/empresas/nova', sent);
  expect([made.status, made.location]).toEqual([303, `/o/empresas/${taxId}/pessoas?feito=empresa-criada`]);
  const company = await findCompany(em(), taxId);
  expect(company.environment).toBe('HOMOLOGATION');
  expect(company.settings?.address.municipalityCode).toBe('3550308');
  expect(company.settings?.taxDefaults).toMatchObject({ icmsSituation: '102', cfop: '5102' });
  expect(await numberingsOf(em(), company)).toEqual([expect.objectContaining({ series: 2, nextNumber: 42 })]);
  expect(await entriesOf(company)).toEqual([byOperator('COMPANY_CREATED')]);
  expect((await operator.get(made.location!)).text).toContain('Convide agora quem a administra');

  const twice = await operator.post('/o/empresas/nova', sent);
  expect([twice.status, twice.text.includes('já existe uma empresa') || twice.text.includes('Já existe')]).toEqual([
    400,
    true,
  ]);
  for (const person of [reader, administrator]) {
    expect((await person.post('/o/empresas/nova', sent)).status).toBe(404);
    expect((await person.get('/o/empresas/nova')).status).toBe(404);
  }
});

test('a rural producer is taken on by CPF, in the series and with the taxes that are usual for one', async () => {
  const taxId = cpfOf(321_654_987);
  const form = formFields(await operator.get('/o/empresas/nova'));
  const sent = { ...form, ...written, taxId, taxRegime: 'NORMAL', 'series.55.series': '' };
  const made = await operator.post('/o/empresas/nova', sent);
  expect([made.status, made.location]).toEqual([303, `/o/empresas/${taxId}/pessoas?feito=empresa-criada`]);
  const company = await findCompany(em(), taxId);
  expect(await numberingsOf(em(), company)).toEqual([expect.objectContaining({ series: 920, nextNumber: 42 })]);
  expect(company.settings?.taxDefaults).toMatchObject({
    ...{ cfop: '5101', pisSituation: '08', cofinsSituation: '08' },
    ...{ ibsCbsSituation: '410', ibsCbsClassification: '410014' },
  });
});

test('who operates invites the first administrator of a company, who comes in by the link and administers', async () => {
  const { company } = await newCompany(panel.orm);
  const base = `/o/empresas/${company.taxId}`;
  const list = await operator.get(`${base}/pessoas`);
  expect(list.text).toContain('Ninguém ainda');
  expect(formFields(list)['papel']).toBe('COMPANY_ADMIN');
  const asked = { email: 'dona@mercado.example', papel: 'COMPANY_ADMIN' };
  expect((await operator.post(`${base}/pessoas/convidar`, asked)).location).toBe(`${base}/pessoas`);
  const link = await lastMailTo(panel.orm, asked.email);
  const invited = panel.browser();
  expect((await invited.get(link)).text).toContain(company.name);
  expect((await invited.post(link, { nome: 'Rosa Lima', senha: password })).status).toBe(303);
  expect((await invited.get(`/e/${company.taxId}/pessoas`)).text).toContain('Rosa Lima');
  const [membership] = await em().find(Membership, { company: company.id, endedAt: null });
  expect(membership?.role).toBe('COMPANY_ADMIN');
  // The last administrator cannot be removed by anybody; a second one can, and operators do not count.
  const end = await operator.post(`${base}/pessoas/${membership!.person}/encerrar`);
  expect([end.status, end.text.includes('ficaria sem administrador')]).toEqual([400, true]);
  const second = await panel.person(company.id);
  expect((await operator.post(`${base}/pessoas/${second.id}/papel`, { papel: 'COMPANY_READER' })).status).toBe(303);
  expect((await operator.post(`${base}/pessoas/${second.id}/encerrar`)).status).toBe(303);
  expect((await second.get(`/e/${company.taxId}/notas`)).status).toBe(404);
  expect(await entriesOf(company)).toEqual(
    expect.arrayContaining(['PERSON_INVITED', 'PERSON_ROLE_CHANGED', 'PERSON_ACCESS_ENDED'].map(byOperator)),
  );
  for (const person of [reader, administrator]) expect((await person.get(`${base}/pessoas`)).status).toBe(404);
});

test('a company is switched off by who confirmed lately, after reading what becomes of what is under way, and on again', async () => {
  const { company, key } = await newCompany(panel.orm);
  const person = await panel.person(company.id);
  await processingDocument(panel.orm, company);
  const base = `/o/empresas/${company.taxId}`;
  const asked = (await operator.get(`${base}/desativar`)).text;
  for (const words of [
    'A chave em uso é recusada desde o próximo pedido',
    'A pessoa que tem acesso deixa de entrar',
    'A nota em emissão segue até a resposta da autoridade',
  ]) {
    expect(asked).toContain(words);
  }
  for (const other of [reader, administrator]) expect((await other.post(`${base}/desativar`)).status).toBe(404);
  await confirmed(`now() - interval '11 minutes'`);
  expect((await operator.post(`${base}/desativar`)).status).toBe(403);
  await confirmed('now()');
  expect((await operator.post(`${base}/desativar`)).location).toBe(`${base}?feito=desativada`);
  expect((await person.get(`/e/${company.taxId}/notas`)).status).toBe(404);
  const looked = (await reader.get(base)).text;
  expect(looked).toContain('Desativada.');
  expect(looked).not.toContain('<button class="button">Reativar');
  expect((await operator.get('/o/empresas?busca=' + company.taxId)).text).toContain('Desativada');
  expect((await operator.post(`${base}/reativar`)).location).toBe(`${base}?feito=reativada`);
  expect((await person.get(`/e/${company.taxId}/notas`)).status).toBe(200);
  expect(key).toMatch(/^ck_/);
  expect(await entriesOf(company)).toEqual(
    expect.arrayContaining(['COMPANY_DEACTIVATED', 'COMPANY_ACTIVATED'].map(byOperator)),
  );
});

test('a company at a glance says who reaches it, and leads to where each thing is', async () => {
  const { office } = await newOffice(panel.orm, { name: 'Contábil Aurora' });
  await linkOf(panel.orm, office, one, { issuingAllowed: true });
  const { text } = await reader.get(`/o/empresas/${one.taxId}`);
  for (const words of [
    'Contábil Aurora',
    'vínculo ativo, o escritório emite',
    `/e/${one.taxId}/notas`,
    `/o/atencao?empresa=${one.taxId}`,
    `/o/auditoria?empresa=${one.taxId}`,
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain('/desativar');
  expect((await reader.get('/o/empresas/11111111111111')).status).toBe(404);
  expect((await reader.get(`/o/escritorios/${office.taxId}`)).text).toContain(one.name);
});

test('an office is taken on, its first administrator invited, suspended and let work again', async () => {
  const form = formFields(await operator.get('/o/escritorios/novo'));
  const refused = await operator.post('/o/escritorios/novo', { ...form, documento: '1', nome: '', email: 'x' });
  expect(refused.status).toBe(400);
  for (const field of ['documento', 'nome', 'email']) expect(refused.text).toContain(`id="campo-${field}-erro"`);
  const taxId = cnpjOf(41_222_333);
  const sent = { ...form, documento: taxId, nome: 'Contábil Ipê', email: 'oi@ipe.example' };
  for (const person of [reader, administrator]) {
    expect((await person.post('/o/escritorios/novo', sent)).status).toBe(404);
  }
  const base = `/o/escritorios/${taxId}`;
  expect((await operator.post('/o/escritorios/novo', sent)).location).toBe(`${base}/pessoas?feito=escritorio-criado`);
  const twice = await operator.post('/o/escritorios/novo', sent);
  expect([twice.status, twice.text.includes('Já existe um escritório')]).toEqual([400, true]);
  const office = await findOffice(panel.orm, taxId);

  const asked = { email: 'contadora@ipe.example', papel: 'OFFICE_ADMIN' };
  expect((await operator.post(`${base}/pessoas/convidar`, asked)).status).toBe(303);
  const link = await lastMailTo(panel.orm, asked.email);
  const invited = panel.browser();
  await invited.get(link);
  expect((await invited.post(link, { nome: 'Iara Souza', senha: password })).status).toBe(303);
  expect((await invited.get(`/c/${taxId}/empresas`)).status).toBe(200);

  expect((await operator.get('/o/escritorios?busca=ipê')).text).toContain('Contábil Ipê');
  expect((await operator.get(`${base}/suspender`)).text).toContain('deixa de entrar no escritório');
  expect((await operator.post(`${base}/suspender`)).location).toBe(`${base}?feito=suspenso`);
  expect((await invited.get(`/c/${taxId}/empresas`)).status).toBe(404);
  expect((await reader.get(base)).text).toContain('Suspenso desde');
  expect((await operator.post(`${base}/reativar`)).location).toBe(`${base}?feito=reativado`);
  expect((await invited.get(`/c/${taxId}/empresas`)).status).toBe(200);
  const all = ['OFFICE_CREATED', 'PERSON_INVITED', 'OFFICE_SUSPENDED', 'OFFICE_RESUMED'].map(byOperator);
  expect(await entriesOf(office)).toEqual(expect.arrayContaining(all));
});

test('the database lets an operator write the office that the transaction is of, and no other', async () => {
  const acting = {
    keyId: nobody,
    companies: null,
    actor: { kind: 'PERSON', id: operator.id, name: 'x', office: null },
  } as const;
  const [mine, other] = [(await newOffice(panel.orm)).office, (await newOffice(panel.orm)).office];
  await operatingOffice(panel.own, acting, mine.id, (tx) =>
    tx.execute(`update office set suspended_at = now() where true`),
  );
  const standings = await em().find(Office, { id: [mine.id, other.id] });
  expect(standings.filter(({ suspendedAt }) => suspendedAt).map(({ id }) => id)).toEqual([mine.id]);
  const elsewhere = operatingOffice(panel.own, acting, mine.id, (tx) =>
    addOffice(tx, { taxId: cnpjOf(51_222_333), name: 'Outro' }, acting.actor),
  );
  await expect(elsewhere).rejects.toThrow(/row-level security/);
  const rename = operatingOffice(panel.own, acting, mine.id, (tx) => tx.execute(`update office set tax_id = '1'`));
  await expect(rename).rejects.toThrow(/permission denied/);
});

async function confirmed(at: string): Promise<void> {
  await em().execute(`update panel_session set confirmed_at = ${at} where person_id = ?`, [operator.id]);
}
