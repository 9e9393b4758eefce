import { afterAll, beforeAll, expect, test } from 'vitest';
import { lavraItself } from '../../domain/audit/actor.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { createPerson } from '../../operations/accounts/people.ts';
import { until } from '../support/checks/until.ts';
import { formFields } from './form-fields.ts';
import { choosePassword, submit, tabTo } from './keyboard.ts';
import { openSelling, type Selling, sold } from './selling.ts';
import { openBrowsing } from '../support/servers/browser.ts';

let selling: Selling;
let installation: Selling['installation'];
let panel: Selling['panel'];
let company: Selling['company'];
let issuer: Selling['issuer'];
let issued: Selling['issued'];
let base: string;

beforeAll(async () => {
  selling = await openSelling();
  ({ installation, panel, company, issuer, issued, base } = selling);
});

afterAll(() => selling?.close());

test('a sale goes from the form to the authority; it is corrected, delivered, taken back and cancelled, each form sent twice', async () => {
  const note = await issued();
  expect((await issuer.get(note)).text).toContain('<b>Autorizada</b>');

  const correction = 'Onde se lê Avenida Brasil, leia-se Avenida do Brasil';
  for (let time = 0; time < 2; time += 1) {
    const { status, location } = await issuer.post(`${note}/corrigir`, { correction });
    expect([status, location]).toEqual([303, `${note}?feito=corrigida`]);
  }
  expect((await issuer.get(`${note}/corrigir`)).text).toContain('1 de 20 cartas usadas');

  const [now] = await panel.orm.em
    .fork()
    .execute<{ day: string; time: string }[]>(
      `select to_char(at, 'YYYY-MM-DD') as day, to_char(at, 'HH24:MI:SS') as time from (select now() at time zone 'America/Sao_Paulo' as at) here`,
    );
  const delivered = {
    receiverName: 'João da Silva',
    receiverDocument: '529.982.247-25',
    deliveredAt: now!.day,
    deliveredTime: now!.time,
    proof: new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])], 'canhoto.jpg'),
  };
  for (let time = 0; time < 2; time += 1) {
    const { status, location, text } = await issuer.upload(`${note}/entrega`, delivered);
    expect([status, location, /role="alert"[\s\S]{0,600}/.exec(text)?.[0]]).toEqual([
      303,
      `${note}?feito=entregue`,
      undefined,
    ]);
  }
  const page = (await issuer.get(`${note}/entrega`)).text;
  expect(page).toContain('João da Silva');
  const proof = await issuer.get(/href="([^"]*entrega\/[^"]*)"/.exec(page)?.[1] ?? '');
  expect([proof.status, proof.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(proof.headers.get('content-disposition')).toMatch(/^attachment/);
  expect((await issuer.get(`${note}/cancelar`)).text).toContain('remova-o antes');
  expect((await issuer.post(`${note}/entrega/remover`)).location).toBe(`${note}?feito=sem-entrega`);
  expect((await issuer.post(`${note}/entrega/remover`)).location).toBe(note);

  const justification = 'Venda desfeita a pedido do cliente';
  expect((await issuer.post(`${note}/cancelar`, { justification })).location).toBe(`${note}?feito=cancelada`);
  expect((await issuer.post(`${note}/cancelar`, { justification })).location).toBe(note);
  expect((await issuer.get(`${note}?feito=cancelada`)).text).toContain('A nota foi cancelada.');
});

test('what the authority refuses is explained beside the form, which keeps what was typed', async () => {
  const note = await issued();
  const rule = { service: 'RecepcaoEvento', cnpj: company.taxId, answer: { cStat: 501 }, times: 1 };
  await installation.authority.control('PUT', '/scenario', rule);
  const justification = 'Venda desfeita fora do prazo da lei';
  const { status, text } = await issuer.post(`${note}/cancelar`, { justification });
  await installation.authority.control('DELETE', '/scenario');
  expect(status).toBe(400);
  expect(text).toMatch(/<code>501<\/code>/);
  expect(text).toContain('O prazo de cancelamento acabou');
  expect(text).toContain(justification);
});

test('a note that the authority refuses is corrected in the same form, and issued under its number', async () => {
  const rule = { cnpj: company.taxId, answer: { cStat: 778 }, times: 1 };
  await installation.authority.control('PUT', '/scenario', rule);
  const note = await issued({ externalId: 'pedido-a-corrigir' });
  await installation.authority.control('DELETE', '/scenario');
  const page = await issuer.get(note);
  expect(page.text).toContain('Corrigir e emitir de novo');
  const [, number] = /<h1><span class="soft">[^<]*<\/span>([\d.]+)/.exec(page.text) ?? [];
  const sent = await issuer.post(`${note}/editar`, {
    ...sold,
    'items[0].was': '0',
    'items[0].ncm': '19059090',
    fazer: 'emitir',
  });
  expect(sent.location).toBe(`${note}?feito=emitindo`);
  await until('the outcome of the note', async () => (await issuer.get(note)).text.includes('<b>Autorizada</b>'));
  const mended = (await issuer.get(note)).text;
  expect(/<h1><span class="soft">[^<]*<\/span>([\d.]+)/.exec(mended)?.[1]).toBe(number);
});

test('a note that was refused is found, opened, mended and issued by keyboard alone', async () => {
  const rule = { cnpj: company.taxId, answer: { cStat: 778 }, times: 1 };
  await installation.authority.control('PUT', '/scenario', rule);
  const note = await issued({ externalId: 'pedido-por-teclas' });
  await installation.authority.control('DELETE', '/scenario');
  const email = 'teclas@padaria.example';
  const asked = { email, name: 'Ana Ribeiro', companyId: company.id, role: 'COMPANY_ISSUER' } as const;
  const { token } = await createPerson(panel.orm, asked, lavraItself);
  const browser = await openBrowsing();
  try {
    const page = await browser.newPage();
    await choosePassword(page, `${panel.url}/senha/${token}`);
    await page.keyboard.press('/');
    await page.keyboard.type('pedido-por-teclas');
    await page.waitForFunction(() => document.querySelectorAll('.ledger .open').length === 1);
    await tabTo(page, 'open');
    await submit(page);
    expect(new URL(page.url()).pathname).toBe(note);
    await tabTo(page, 'Corrigir e emitir de novo');
    await submit(page);
    await tabTo(page, 'Impostos e mais campos');
    await page.keyboard.press('Enter');
    await tabTo(page, 'items[0].ncm');
    await page.keyboard.type('19059090');
    await tabTo(page, 'Emitir');
    await submit(page);
    expect(new URL(page.url()).pathname).toBe(note);
    await page.waitForSelector('.note[data-state="AUTHORIZED"]');
  } finally {
    await browser.close();
  }
  const { text } = await issuer.get(note);
  expect(text).toContain('<b>Autorizada</b>');
  expect(text).toMatch(/NCM 1905\.?90\.?90/);
});

test('parts and their repair go into one note by the form: ISSQN in place of ICMS', async () => {
  const repair = {
    ...{ 'items[1].code': 'CONSERTO', 'items[1].description': 'Conserto do forno', 'items[1].quantity': '1' },
    ...{ 'items[1].unitValue': '50,00', 'items[1].issqn.serviceCode': '14.01', 'items[1].issqn.rate': '5' },
    ...{ 'items[1].issqn.municipalityCode': '3550308' },
  };
  const form = { ...sold, ...repair, 'items[1].issqn.rate': '9', chave: crypto.randomUUID(), fazer: 'emitir' };
  const wrong = await issuer.post(`${base}/notas/nova?tipo=NFE`, form);
  expect([wrong.status, /id="campo-items-1--issqn-rate-erro"/.test(wrong.text)]).toEqual([400, true]);
  const note = await issued({ ...repair, externalId: 'pedido-conjugado' });
  expect((await issuer.get(note)).text).toContain('<b>Autorizada</b>');
  const { text } = await issuer.get(`${note}/xml`);
  expect(text).toMatch(/<CFOP>5933<[\s\S]*<ISSQN><vBC>50\.00<[\s\S]*<vISSQN>2\.50<[\s\S]*<vNF>150\.00</);
});

test('credits of the state, the cane of a month, and what the law wants declared of few goods go into a note by lines and rows of the form', async () => {
  const month = brasiliaDay(new Date()).replace(/^(\d{4})-(\d{2}).*$/, '$2/$1');
  const few = {
    ...{ 'items[0].presumedCreditCode': 'SP901001', 'items[0].presumedCreditRate': '2' },
    'items[0].furtherPresumedCredits': 'SP901002 1,5 1,25',
    ...{ 'sugarCane.harvest': '2026/2027', 'sugarCane.month': month, 'sugarCane.previousKilograms': '0' },
    ...{ 'sugarCane.value': '1.000,00', 'sugarCane.deductions': 'Taxa da associação 12,00' },
    'sugarCane.deliveries': '1 12.500,500\r\n2 300',
    ...{ taxOfficeRemarks: 'Regime: 12', 'items[0].remark.field': 'Talhao', 'items[0].remark.text': 'A1' },
    ...{ 'legalProcesses[0].number': 'RE 77', 'legalProcesses[0].origin': 'TAX_OFFICE' },
    ...{ 'legalProcesses[0].act': 'SPECIAL_REGIME', 'legalProcesses[1].number': '' },
    ...{ 'transitPermit.kind': 'FOREST', 'transitPermit.state': 'SP', 'transitPermit.number': '123' },
    ...{ 'delivery.name': 'Usina', 'delivery.street': 'Estrada Velha', 'delivery.number': 'S/N' },
    ...{ 'delivery.neighborhood': 'Zona rural', 'delivery.city': 'Campinas', 'delivery.state': 'SP' },
  };
  const wrong = await issuer.post(`${base}/notas/nova?tipo=NFE`, {
    ...{ ...sold, ...few, 'sugarCane.deliveries': 'segunda 300' },
    ...{ chave: crypto.randomUUID(), fazer: 'emitir' },
  });
  expect([wrong.status, /id="campo-sugarCane-deliveries-erro"/.test(wrong.text)]).toEqual([400, true]);
  const note = await issued({ ...few, externalId: 'pedido-cana' });
  const { text } = await issuer.get(`${note}/xml`);
  expect(text).toMatch(/<cCredPresumido>SP901002<.*<vCredPresumido>1\.25</);
  expect(text).toMatch(/<entrega>.*<xLgr>Estrada Velha<.*<cMun>3509502</);
  expect(text).toMatch(/<obsItem><obsCont xCampo="Talhao"><xTexto>A1</);
  expect(text).toMatch(/<obsFisco xCampo="Regime"><xTexto>12<.*<procRef><nProc>RE 77<.*<tpAto>10</);
  expect(text).toMatch(/<guiaTransito>.*<nGuia>123</);
  expect(text).toMatch(/<cana>.*<forDia dia="1"><qtde>12500\.500.*<xDed>Taxa da associação<.*<vLiqFor>988\.00</);
});

test('an NFS-e is substituted by another that begins as it was, and both say so', async () => {
  const service = {
    ...{ 'items[0].code': 'CONSULTORIA', 'items[0].description': 'Consultoria, por hora' },
    ...{ 'items[0].quantity': '8', 'items[0].unitValue': '250', 'items[0].serviceCode': '01.06.01' },
  };
  const first = await issued({ ...service, externalId: 'contrato-7' }, 'NFSE');
  expect((await issuer.get(first)).text).toContain('Substituir…');
  const at = `${first}/substituir`;
  const page = await issuer.get(at);
  expect(page.text).toContain('O prazo para substituir é o do município');
  const form: Record<string, string> = formFields(page);
  expect(form).toMatchObject({ 'items[0].quantity': '8', externalId: 'contrato-7' });
  expect(form['service.competence']).toMatch(/^\d{4}-\d\d-\d\d$/);

  const corrected = { ...form, 'items[0].quantity': '6' };
  const unsaid = await issuer.post(at, { ...corrected, fazer: 'emitir' });
  expect([unsaid.status, /id="campo-replaces-reason-erro"/.test(unsaid.text)]).toEqual([400, true]);
  const bare = await issuer.post(at, { ...corrected, 'replaces.reason': '99', fazer: 'emitir' });
  expect([bare.status, /id="campo-replaces-description-erro"/.test(bare.text)]).toEqual([400, true]);
  expect(formFields(bare)).toMatchObject({ 'items[0].quantity': '6', 'replaces.reason': '99' });

  const why = { 'replaces.reason': '99', 'replaces.description': 'Quantidade de horas digitada com erro' };
  const sent = await issuer.post(at, { ...corrected, ...why, fazer: 'emitir' });
  const second = (sent.location ?? '').replace(/\?.*/, '');
  expect([sent.status, sent.location]).toEqual([303, `${second}?feito=emitindo`]);
  await until('the outcome of the new note', async () => (await issuer.get(second)).text.includes('<b>Autorizada</b>'));
  const [fresh, old] = [(await issuer.get(second)).text, (await issuer.get(first)).text];
  expect(fresh).toMatch(new RegExp(`Substitui a <a href="${first}"`));
  expect(old).toContain('<b>Cancelada</b>');
  expect(old).toMatch(new RegExp(`Substituída pela <a href="${second}"`));
  const again = await issuer.post(at, { ...corrected, ...why, fazer: 'emitir' });
  expect([again.status, again.location]).toEqual([303, first]);
  expect((await issuer.get(at)).text).toContain('Esta nota está cancelada');
});

test('numbers are given up at the authority, once however often the form is sent', async () => {
  const range = {
    model: '55',
    series: '2',
    startNumber: '1',
    endNumber: '3',
    justification: 'Números pulados na troca de sistema',
  };
  for (let time = 0; time < 2; time += 1) {
    expect((await issuer.post(`${base}/inutilizacoes`, range)).location).toBe(
      `${base}/inutilizacoes?feito=inutilizada`,
    );
  }
  expect((await issuer.get(`${base}/inutilizacoes`)).text).toMatch(/NF-e série 2, números 1 a 3[\s\S]*Inutilizada em/);
});
