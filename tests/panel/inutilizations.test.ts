import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompany } from '../../local/demo/companies.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createCompany } from '../../operations/provisioning.ts';
import { newCompany } from '../api/fixture.ts';
import { authorizedSale } from '../support/rows/authorized-sale.ts';
import { cpfOf } from '../support/samples/tax-ids.ts';
import { recipient as client } from '../support/samples/notes.ts';
import { sale as sold } from '../support/samples/sale.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let company: Awaited<ReturnType<typeof newCompany>>['company'];
let issuer: Awaited<ReturnType<Panel['person']>>;
let at: string;

const attack = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
const justification = 'Números pulados na troca de sistema';

/** A company whose notes 1, 2 and 6 of this month are authorized: 3 to 5 are missing. */
beforeAll(async () => {
  panel = await startPanel();
  ({ company } = await newCompany(panel.orm, { environment: 'PRODUCTION' }));
  const em = acrossCompanies(panel.orm);
  for (const number of [1, 2, 6]) authorizedSale(em, { company, payload: sold, client, on: new Date(), number });
  await em.flush();
  issuer = await panel.person(company.id, 'COMPANY_ISSUER');
  at = `/e/${company.taxId}/inutilizacoes`;
});

afterAll(() => panel.close());

const sql = (text: string) => panel.orm.em.fork().execute(text);

test('numbers that are missing are reported with their term, and one press fills in the form', async () => {
  const { text } = await issuer.get(at);
  expect(text).toMatch(/NF-e série 1, números 3 a 5<\/b\s*><small\s*>Inutilize até 10 de \w+/);
  const link = /href="([^"]+)#pedir"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const form = (await issuer.get(link)).text;
  expect(form).toMatch(/name="startNumber"[^>]*value="3"/);
  expect(form).toMatch(/name="endNumber"[^>]*value="5"/);
  expect(form).toContain('Quebra de sequência da numeração');
  const reader = await panel.person(company.id, 'COMPANY_READER');
  const read = (await reader.get(at)).text;
  expect([read.includes('números 3 a 5'), read.includes('Inutilizar…')]).toEqual([true, false]);
});

test('a range that cannot be is refused beside its fields, with what was typed', async () => {
  const range = { model: '55', series: '1', startNumber: '5', endNumber: '3', justification: attack };
  const turned = await issuer.post(at, range);
  expect(turned.status).toBe(400);
  expect(turned.text).toMatch(/id="campo-endNumber-erro">Não pode ser menor/);
  expect(turned.text).not.toContain('<img src=x');
  expect(turned.text).toContain('&lt;script&gt;alert(1)');
  const used = await issuer.post(at, { ...range, startNumber: '2', endNumber: '3', justification });
  expect([used.status, used.text.includes('O número 2 é de um documento')]).toEqual([400, true]);
});

test('while the queue is away nothing stands of it, sent once or twice; it is tried again as the same range', async () => {
  const range = { model: '55', series: '1', startNumber: '3', endNumber: '5', justification };
  for (let time = 0; time < 2; time += 1) {
    const { status, text } = await issuer.post(at, range);
    expect([status, text.includes('nada foi enviado à SEFAZ')]).toEqual([400, true]);
  }
  expect(await sql('select status, attempt from inutilization')).toEqual([{ status: 'REJECTED', attempt: 2 }]);
  expect((await issuer.get(at)).text).toContain('Recusada');
  await sql(`update inutilization set status = 'AUTHORIZED', protocol = '135', inutilization_date = now()`);
  const again = await issuer.post(at, range);
  expect([again.status, again.location]).toEqual([303, `${at}?feito=inutilizada`]);
  expect((await issuer.get(`${at}?feito=inutilizada`)).text).toContain('A SEFAZ registrou a inutilização.');
});

test('who issues with a CPF sees what is missing at her own address, and is offered nothing that SEFAZ would refuse', async () => {
  const em = acrossCompanies(panel.orm);
  const producer = { taxId: cpfOf(111_222_333), series: { '55': {} }, nfse: null };
  const person = await createCompany(em, { ...demoCompany, ...producer, environment: 'PRODUCTION' });
  for (const number of [1, 3]) {
    authorizedSale(em, { company: person, payload: sold, client, on: new Date(), number }).series = 920;
  }
  await em.flush();
  const admin = await panel.person(person.id, 'COMPANY_ADMIN');
  const there = `/e/${person.taxId}/inutilizacoes`;
  const { status, text } = await admin.get(there);
  expect(status).toBe(200);
  expect(text).toContain('Quem emite com CPF não inutiliza números');
  expect(text).toMatch(/NF-e série 920, número 2<\/b\s*><small\s*>Fica sem uso\./);
  expect([text.includes('Inutilizar…'), text.includes('id="pedir"')]).toEqual([false, false]);
  const asked = { model: '55', series: '920', startNumber: '2', endNumber: '2', justification };
  const refused = await admin.post(there, asked);
  expect([refused.status, refused.text.includes('rejeição 266')]).toEqual([400, true]);
});
