import { afterAll, beforeAll, expect, test } from 'vitest';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { modulus11 } from '../../domain/modulus-11.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany, startApi } from '../api/fixture.ts';
import { sampleKey } from '../domain/pages/danfe/authorized-xml.ts';
import { payableOf, receivedNote } from '../support/rows/received.ts';
import { receive } from '../support/rows/received-files.ts';
import { authorizedXml } from '../domain/pages/danfe/authorized-xml.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Person = Awaited<ReturnType<Panel['person']>>;
type Company = Awaited<ReturnType<typeof newCompany>>['company'];
let panel: Panel;
let api: Awaited<ReturnType<typeof startApi>>;

const attack = `<script>alert(1)</script>"'><b>`;

beforeAll(async () => {
  panel = await startPanel();
  api = await startApi({ databaseUrl: panel.database });
});
afterAll(async () => {
  await api.close();
  await panel.close();
});

async function shop() {
  const { company, key } = await newCompany(panel.orm);
  const person = await panel.person(company.id, 'COMPANY_ISSUER');
  return { company, key, person, base: `/e/${company.taxId}` };
}

let made = 0;
function note(company: Company, changes: Parameters<typeof receivedNote>[3] = {}) {
  const accessKey = `35261111222333000181550010000000011${String((made += 1)).padStart(9, '0')}`.slice(0, 44);
  return receivedNote(panel.orm, company, { accessKey }, changes);
}

/** Sends a form in which a name occurs several times. */
async function postAll(person: Person, path: string, fields: [string, string][]) {
  const answer = await fetch(`${panel.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      cookie: person.browser.cookie ?? '',
    },
  });
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
}

const eventsOf = (id: string) =>
  acrossCompanies(panel.orm).find(DocumentEvent, { receivedDocument: id }, { orderBy: { createdAt: 'asc' } });

test('the list narrows by its address, and says what waits for an answer', async () => {
  const { company, person, base } = await shop();
  await note(company, { issuerName: `Moinho ${attack}` });
  await note(company, {
    issuerName: 'Açúcar Doce',
    manifestation: 'CONFIRMADA',
    schemaType: 'PROC_NFE',
    hasFullXml: true,
  });
  const all = (await person.get(`${base}/recebidas`)).text;
  expect(all).toContain('&lt;script&gt;alert(1)');
  expect(all).not.toMatch(/<script>alert|"'><b>| style=/);
  expect(all).toContain('Confirmação da operação');
  const pending = (await person.get(`${base}/recebidas?situacao=responder`)).text;
  expect([pending.includes('Moinho'), pending.includes('Açúcar')]).toEqual([true, false]);
  expect((await person.get(`${base}/recebidas?situacao=confirmadas`)).text).not.toContain('Moinho');
  expect((await person.get(`${base}/recebidas?busca=acucar`)).text).toContain('Açúcar');
  expect((await person.get(`${base}/recebidas?de=2001-01-01&ate=2001-02-01`)).text).toContain('Nada com estes filtros');
  expect((await person.get(`${base}/recebidas?de=2026-12-01&ate=2026-01-01`)).status).toBe(400);
  expect((await person.get(`${base}/recebidas?situacao=x&pagina=-1&de=ontem&busca[]=a`)).status).toBe(200);
});

test('several notes are answered for at once, each once however often it is asked, and others stay out of it', async () => {
  const { company, person, base } = await shop();
  const notes = [await note(company), await note(company)];
  const elsewhere = await note((await shop()).company);
  const ids = [...notes, elsewhere].map(({ id }): [string, string] => ['nota', id]);
  const page = await person.get(`${base}/recebidas/responder?${new URLSearchParams(ids).toString()}`);
  expect(page.text).toContain('Responder a 2 notas');
  expect(page.text).toContain('Não pode ser desfeito');
  expect(page.text).not.toContain(elsewhere.id);

  const unsaid = await postAll(person, `${base}/recebidas/responder`, ids);
  expect([unsaid.status, unsaid.text]).toEqual([400, expect.stringContaining('Escolha a resposta')]);
  const reasonless = await postAll(person, `${base}/recebidas/responder`, [...ids, ['resposta', 'NAO_REALIZADA']]);
  expect(reasonless.text).toContain('id="campo-justification-erro"');
  for (const { id } of notes) expect(await eventsOf(id)).toEqual([]);

  // The queue is away: the request is withdrawn, and the page says so.
  for (let time = 0; time < 2; time += 1) {
    const away = await postAll(person, `${base}/recebidas/responder`, [...ids, ['resposta', 'CIENCIA']]);
    expect([away.status, away.text]).toEqual([400, expect.stringContaining('nada foi enviado')]);
  }
  for (const { id } of notes) {
    expect((await eventsOf(id)).map(({ code, status }) => [code, status])).toEqual([['210210', 'REJECTED']]);
  }
  expect(await eventsOf(elsewhere.id)).toEqual([]);
  expect((await person.get(`${base}/recebidas`)).text).toContain('Ciência da operação não foi registrada');

  const many = Array.from({ length: 101 }, (): [string, string] => ['nota', crypto.randomUUID()]);
  expect((await postAll(person, `${base}/recebidas/responder`, [...many, ['resposta', 'CIENCIA']])).status).toBe(400);
});

test('a note has its items, its files and what is owed for it, and is of its company alone', async () => {
  const { company, person, base } = await shop();
  const kept = await receive(panel.orm, company, { accessKey: sampleKey(), content: authorizedXml() });
  const row = {
    ...kept,
    company: company.id,
    environment: company.environment,
    issuerTaxId: '11222333000181',
    issuerName: attack,
  };
  await payableOf(panel.orm, row as unknown as Parameters<typeof payableOf>[1], { supplierName: attack });
  const at = `${base}/recebidas/${kept.id}`;
  const page = (await person.get(at)).text;
  expect(page).toMatch(/<table class="items">[\s\S]*NCM \d+ · CFOP \d{4}/);
  expect(page).toContain('21/12/2026');
  expect(page).not.toMatch(/<script>alert|"'><b>/);
  expect(Buffer.from((await person.get(`${at}/xml`)).text)).toEqual(kept.content);
  expect((await person.get(`${at}/pdf`)).headers.get('content-type')).toBe('application/pdf');
  const stranger = await shop();
  for (const path of ['', '/xml', '/pdf', `/eventos/${kept.id}/xml`]) {
    expect((await stranger.person.get(`${stranger.base}/recebidas/${kept.id}${path}`)).status).toBe(404);
  }
  const zip = await person.get(`${base}/recebidas/mes.zip?mes=2026-10`);
  expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(zip.text.startsWith('PK')).toBe(true);
  expect((await person.get(`${base}/recebidas/mes.zip?mes=2026-13`)).status).toBe(400);
  expect((await person.get(`${base}/recebidas/mes.zip?mes=2020-01`)).text).toContain('Não há documentos recebidos');
});

test('payables are paid and the payment taken back, as the API shows it', async () => {
  const { company, key, person, base } = await shop();
  const owed = await payableOf(panel.orm, await note(company), {
    dueDate: '2026-01-10',
    supplierName: `=cmd|' ${attack}`,
  });
  await payableOf(panel.orm, await note(company), { dueDate: '2099-01-10', amount: '99.90' });
  const page = (await person.get(`${base}/a-pagar`)).text;
  expect(page).toMatch(/Vencidas[\s\S]*Semana de 05\/01 a 11\/01\/2099/);
  expect(page).toMatch(/em aberto \(2\)<\/dt>\s*<dd>R\$ 249,90/);
  expect(page).not.toMatch(/<script>alert|"'><b>| style=/);

  const pay = (dia: string) => person.post(`${base}/a-pagar/${owed.id}/pagar`, { dia });
  expect((await pay('2099-01-01')).text).toContain('está no futuro');
  expect((await pay('2026-02-30')).status).toBe(400);
  expect((await pay('2026-01-09')).location).toBe(`${base}/a-pagar?feito=paga`);
  const shown = async () => (await api.call('GET', `/v1/payables/${owed.id}`, { key })).body;
  expect(await shown()).toMatchObject({ status: 'PAID', paidOn: '2026-01-09' });
  expect((await person.post(`${base}/a-pagar/${owed.id}/desfazer`)).location).toBe(`${base}/a-pagar?feito=desfeita`);
  expect(await shown()).toMatchObject({ status: 'OPEN', paidOn: null });

  const csv = await person.get(`${base}/a-pagar/contas.csv?situacao=todas`);
  expect(csv.headers.get('content-disposition')).toContain('contas-a-pagar.csv');
  expect(csv.text).toContain(`'=cmd|`);
  expect(csv.text.split('\r\n')).toHaveLength(4);
  const stranger = await shop();
  expect((await stranger.person.post(`${stranger.base}/a-pagar/${owed.id}/pagar`)).status).toBe(404);
  expect((await stranger.person.post(`${stranger.base}/a-pagar/${owed.id}/desfazer`)).status).toBe(404);
  expect(await shown()).toMatchObject({ status: 'OPEN' });
  expect((await person.get(`${base}/a-pagar?de=2026-12-31&ate=2026-01-01`)).status).toBe(400);
  expect((await person.get(`${base}/a-pagar?situacao=x&pagina=0&de=a&busca[]=b`)).status).toBe(200);
});

test('the table of payables ends where the list ends, however long that is, also of a search', async () => {
  const { company, person, base } = await shop();
  const owed = await payableOf(panel.orm, await note(company), { dueDate: '2026-01-10', supplierName: 'Moinho Azul' });
  await acrossCompanies(panel.orm).execute(
    `insert into payable (id, company_id, environment, received_document_id, position, number, due_date, amount, supplier_tax_id, supplier_name, status, created_at, updated_at)
     select gen_random_uuid(), company_id, environment, received_document_id, 1 + at, at, due_date + at % 7, amount, supplier_tax_id, supplier_name, status, created_at, updated_at
     from payable, generate_series(1, 10200) at where id = ?`,
    [owed.id],
  );
  for (const search of ['', '?busca=moinho']) {
    const [, ...lines] = (await person.get(`${base}/a-pagar/contas.csv${search}`)).text.trimEnd().split('\r\n');
    const places = lines.map((line) => line.split(';')[7]);
    expect([lines.length, new Set(places).size]).toEqual([10_201, 10_201]);
    const days = lines.map((line) => line.slice(0, 10).split('/').toReversed().join('-'));
    expect(days).toEqual(days.toSorted());
  }
});

test('what is new is asked for where it may be', async () => {
  const { person, base } = await shop();
  const asked = await person.post(`${base}/recebidas/buscar`);
  // Temporal is away.
  expect([asked.status, asked.text]).toEqual([400, expect.stringContaining('fila de consultas não responde')]);
  expect((await person.get(`${base}/recebidas`)).text).toContain('Buscar agora');
});

test('the events of a received note are its recipient’s: those that the note has room for, by a form of its own items', async () => {
  const { company, person, base } = await shop();
  const kept = await receive(panel.orm, company, { accessKey: sampleKey(), content: authorizedXml({ items: 2 }) });
  const at = `${base}/recebidas/${kept.id}/eventos`;
  expect((await person.get(`${base}/recebidas/${kept.id}`)).text).toContain(`href="${at}"`);
  const page = (await person.get(at)).text;
  expect(page).toContain('Imobilização de item…');
  expect(page).not.toMatch(/Pagamento integral|Aceite de débito|previsão de entrega/i);
  const form = `${at}/registrar/imobilizacao`;
  expect((await person.get(form)).text.match(/<summary>\s*Item \d/g)).toHaveLength(2);
  // The first item that is filled in is the note's second: its faults are shown beside it.
  const said = { 'items[2].ibsValue': attack, 'items[2].cbsValue': '0,10', 'items[2].quantity': '1' };
  const wrong = await person.post(form, said);
  expect([wrong.status, /id="campo-items-2--ibsValue-erro"/.test(wrong.text)]).toEqual([400, true]);
  expect(wrong.text).not.toMatch(/<script>alert|"'><b>/);
  const much = await person.post(form, { ...said, 'items[2].ibsValue': '99999999,00' });
  expect([much.status, /id="campo-items-2--ibsValue-erro"/.test(much.text)]).toEqual([400, true]);
  expect(await eventsOf(kept.id)).toEqual([]);

  const summary = await note(company);
  expect((await person.get(`${base}/recebidas/${summary.id}/eventos`)).text).toContain('Só o resumo desta nota chegou');
  const stranger = await shop();
  const foreign = `${stranger.base}/recebidas/${kept.id}/eventos`;
  expect((await stranger.person.get(foreign)).status).toBe(404);
  expect((await stranger.person.post(`${foreign}/registrar/imobilizacao`, said)).status).toBe(404);
});

test('the taker of an NFS-e rejects it with a reason, once it is sure; while the queue is away nothing is left of it', async () => {
  const { company, person, base } = await shop();
  const provider = '11444777000161';
  const digits = `355030822${provider}${'0'.repeat(26)}`;
  const accessKey = `${digits}${modulus11(digits)}`;
  const parties = `<prest><CNPJ>${provider}</CNPJ></prest><toma><CNPJ>${company.taxId}</CNPJ></toma>`;
  const content = `<NFSe xmlns="http://www.sped.fazenda.gov.br/nfse"><infNFSe><DPS><infDPS><tpEmit>1</tpEmit>${parties}</infDPS></DPS></infNFSe></NFSe>`;
  const kept = await receive(panel.orm, company, { schemaType: 'NFSE', accessKey, content });
  const at = `${base}/recebidas/${kept.id}/eventos`;
  const page = (await person.get(at)).text;
  expect(page).toMatch(/Confirmação da NFS-e…[\s\S]*Rejeição da NFS-e…/);
  expect(page).not.toContain('análise fiscal');
  const form = `${at}/registrar/rejeitar`;
  const unsure = (await person.post(form, { reason: '9' })).text;
  expect(unsure).toMatch(/id="campo-justification-erro"[\s\S]*id="campo-certeza-erro"/);
  const justification = 'O serviço não foi o contratado';
  const away = await person.post(form, { reason: '9', justification, certeza: 'sim' });
  expect([away.status, away.text]).toEqual([400, expect.stringContaining('nada foi enviado')]);
  expect(away.text).toContain(justification);
  expect((await eventsOf(kept.id)).map(({ code, status }) => [code, status])).toEqual([['203206', 'REJECTED']]);
});
