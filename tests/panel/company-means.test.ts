import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createCompany, findCompany } from '../../operations/provisioning.ts';
import { emissionId, closingId, webhooksId } from '../../temporal/names.ts';
import { newCompany } from '../api/fixture.ts';
import { make, pfxOf } from '../domain/companies/making-certificates.ts';
import { linkedCompany, monthDocument, newClosing } from '../support/rows/closing.ts';
import { newOffice } from '../support/rows/office.ts';
import { processingDocument } from '../support/samples/sale.ts';
import { formFields } from './form-fields.ts';
import { lastMailTo } from './last-mail.ts';
import { type Operated, startOperated } from './operators-fixture.ts';
import { troubled } from './troubled-company.ts';

let operated: Operated;
let company: Company;
let base: string;
const root = make({ name: 'AC Raiz de Teste', ca: true });
const runAt = (id: string): string => `https://temporal.example.com/?run=${encodeURIComponent(id)}`;

beforeAll(async () => {
  operated = await startOperated({ trust: [root.pem], runAddress: runAt });
  company = await createCompany(acrossCompanies(operated.panel.orm), demoCompany);
  base = `/o/empresas/${company.taxId}`;
});
afterAll(() => operated.panel.close());

const now = () => findCompany(acrossCompanies(operated.panel.orm), company.taxId);

/** Expects that nobody else can open the page, or send its form. */
async function shut(path: string, fields: Record<string, string>): Promise<void> {
  for (const person of [operated.reader, operated.administrator]) {
    expect((await person.get(path)).status).toBe(404);
    expect((await person.post(path, fields)).status).toBe(404);
  }
}

test('a quota is set, changed and taken away on its page, which says what is used; found from the list by the CNPJ', async () => {
  const { operator, byOperator, entriesOf } = operated;
  const path = `${base}/cota`;
  await shut(path, { monthlyQuota: '5' });
  expect((await operator.get(`/o/cotas?empresa=${company.taxId}`)).location).toBe(path);
  expect((await operator.get('/o/cotas?empresa=1')).status).toBe(400);
  expect((await operator.get(path)).text).toContain('A empresa não tem cota');
  const glance = (await operator.get(base)).text;
  for (const page of ['cota', 'regime', 'certificado']) expect(glance).toContain(`href="${base}/${page}"`);
  expect((await operated.reader.get(base)).text).not.toContain(`${base}/cota`);
  for (const wrong of ['muitos', '-1', '2,5']) {
    const refused = await operator.post(path, { monthlyQuota: wrong });
    expect([refused.status, refused.text.includes('id="campo-monthlyQuota-erro"')]).toEqual([400, true]);
    expect(refused.text).toContain(`value="${wrong}"`);
  }
  const set = await operator.post(path, { monthlyQuota: '1500' });
  expect([set.status, set.location]).toEqual([303, `${path}?feito=cota`]);
  expect((await now()).settings?.monthlyQuota).toBe(1500);
  const shown = await operator.get(set.location!);
  expect(shown.text).toContain('A cota está guardada');
  expect(formFields(shown)['monthlyQuota']).toBe('1500');
  expect((await operator.get('/o/cotas')).text).toContain(`href="${path}"`);
  expect((await operated.reader.get('/o/cotas')).text).not.toContain('/cota"');
  await operator.post(path, { monthlyQuota: '' });
  expect((await now()).settings?.monthlyQuota).toBeNull();
  expect(await entriesOf(company)).toContainEqual(byOperator('COMPANY_CHANGED'));
});

test('how a company stands at Receita Federal is said by who operates, and nothing else of its settings changes', async () => {
  const path = `${base}/regime`;
  await shut(path, { receitaRegime: 'MEI' });
  const before = (await now()).settings!;
  expect((await operated.operator.get(path)).text).toContain('A empresa emite como <b>Regime normal');
  expect((await operated.operator.post(path, { receitaRegime: 'OUTRO' })).status).toBe(400);
  const said = await operated.operator.post(path, { receitaRegime: 'MEI', taxRegime: 'NORMAL' });
  expect(said.location).toBe(`${path}?feito=regime`);
  expect((await now()).settings).toEqual({ ...before, receitaRegime: 'MEI' });
  expect((await operated.operator.get(path)).text).toContain('Os dois não são iguais');
});

test('a certificate that a company sent to who operates is added by a form, and is in use', async () => {
  const path = `${base}/certificado`;
  await shut(path, {});
  const { operator, byOperator, entriesOf } = operated;
  const leaf = make({ name: 'LOJA', cnpj: company.taxId, issuer: root });
  const arquivo = new Blob([new Uint8Array(pfxOf(leaf, { chain: [root] }))]);
  expect((await operator.get(path)).text).toContain('não tem certificado em uso');
  const wrong = await operator.upload(path, { arquivo, senha: '4321' });
  expect([wrong.status, wrong.text.includes('A senha do certificado está errada')]).toEqual([400, true]);
  const added = await operator.upload(path, { arquivo, senha: '1234' });
  expect([added.status, added.location]).toEqual([303, `${path}?feito=certificado`]);
  expect((await operator.get(path)).text).toContain('O que ela usa vale até');
  expect(await entriesOf(company)).toContainEqual(byOperator('CERTIFICATE_ADDED'));
});

test('what is dangerous in other hands is asked of who proved lately who she is', async () => {
  const { operator, panel } = operated;
  const confirmed = (at: string) =>
    panel.orm.em.fork().execute(`update panel_session set confirmed_at = ${at} where person_id = ?`, [operator.id]);
  await confirmed(`now() - interval '11 minutes'`);
  for (const page of ['cota', 'certificado']) {
    expect((await operator.get(`${base}/${page}`)).location).toMatch(/^\/confirmar/);
    expect((await operator.post(`${base}/${page}`)).status).toBe(403);
  }
  expect((await operator.post('/o/atencao/reenviar')).status).toBe(403);
  await confirmed('now()');
});

test('a mail that did not reach a person of a company is sent anew from what waits, and its link before ends', async () => {
  const { operator, reader, panel, one, other } = operated;
  const email = 'convidada@example.com';
  await operator.post(`/o/empresas/${one.taxId}/pessoas/convidar`, { email, papel: 'COMPANY_ISSUER' });
  const before = await lastMailTo(panel.orm, email);
  const failed = `update person_mail set mail_status = 'FAILED', mail_error = '550 não existe' where email = ? returning id`;
  const [mail] = await acrossCompanies(panel.orm).execute<{ id: string }[]>(failed, [email]);
  const sent = { id: mail!.id, empresa: one.taxId };
  expect((await operator.get('/o/atencao')).text).toContain(`value="${mail!.id}"`);
  expect((await reader.post('/o/atencao/reenviar', sent)).status).toBe(404);
  const elsewhere = await operator.post('/o/atencao/reenviar', { ...sent, empresa: other.taxId });
  expect([elsewhere.status, elsewhere.text.includes('Ninguém espera mais')]).toEqual([400, true]);
  const done = await operator.post('/o/atencao/reenviar', sent);
  expect([done.status, done.location]).toEqual([303, '/o/atencao?feito=reenviado']);
  expect((await panel.browser().get(before)).status).toBe(404);
  expect((await panel.browser().get(await lastMailTo(panel.orm, email))).status).toBe(200);
});

test('who helps finds the run of a note, of a delivery and of a closing in Temporal; the company’s own people do not', async () => {
  const { operator, panel } = operated;
  const { company: selling } = await newCompany(panel.orm);
  const owner = await panel.person(selling.id);
  const { id, attempt } = await processingDocument(panel.orm, selling);
  const note = `/e/${selling.taxId}/notas/${id}`;
  expect((await operator.get(note)).text).toContain(runAt(emissionId(id, attempt)));
  expect((await owner.get(note)).text).not.toContain('temporal.example.com');

  const { endpoint, delivery } = await troubled(panel.orm, selling);
  expect((await operator.get(`/o/entregas/${delivery}`)).text).toContain(runAt(webhooksId(endpoint)));
  const own = await owner.get(`/e/${selling.taxId}/webhooks/entregas/${delivery}`);
  expect([own.status, own.text.includes('temporal.example.com')]).toEqual([200, false]);

  const { office } = await newOffice(panel.orm);
  const linked = await linkedCompany(panel.orm, office);
  await monthDocument(panel.orm, linked, { series: 1, number: 1 });
  const closing = await newClosing(panel.orm, { office, company: linked }, { status: 'FAILED', failureReason: 'x' });
  const board = `/c/${office.taxId}/fechamento/2026-10`;
  expect((await operator.get(board)).text).toContain(runAt(closingId(closing.id)));
  const clerk = await panel.member({ officeId: office.id, role: 'OFFICE_CLERK' });
  expect((await clerk.get(board)).text).not.toContain('temporal.example.com');
});
