import { afterAll, beforeAll, expect, test } from 'vitest';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany, sale, startApi } from '../api/fixture.ts';
import { authorizedSale } from '../support/rows/authorized-sale.ts';
import { recipient as client } from '../support/samples/notes.ts';
import { sale as sold } from '../support/samples/sale.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let api: Awaited<ReturnType<typeof startApi>>;
let company: Awaited<ReturnType<typeof newCompany>>['company'];
let key: string;
let issuer: Awaited<ReturnType<Panel['person']>>;
let numbers = 100;

const attack = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;

/** Temporal is away: the panel shows what the rows say. */
beforeAll(async () => {
  panel = await startPanel();
  api = await startApi({ databaseUrl: panel.database });
  ({ company, key } = await newCompany(panel.orm));
  issuer = await panel.person(company.id, 'COMPANY_ISSUER');
});

afterAll(async () => {
  await api.close();
  await panel.close();
});

const sql = (text: string, values: unknown[] = []) => panel.orm.em.fork().execute(text, values);
const at = (id: string, path = '') => `/e/${company.taxId}/notas/${id}${path}`;

async function authorized(on = new Date()): Promise<string> {
  const em = acrossCompanies(panel.orm);
  const { id } = authorizedSale(em, { company, payload: sold, client, on, number: (numbers += 1) });
  await em.flush();
  await sql(`update document set access_key = lpad(?::text, 44, '3') where id = ?`, [String(numbers), id]);
  return id;
}

async function draft(): Promise<string> {
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale() });
  return (body as { id: string }).id;
}

const justification = 'Venda desfeita a pedido do cliente';

test('an authorized note has the buttons of what can be done with it, each with its term; a reader is told why she has none', async () => {
  const id = await authorized();
  const page = (await issuer.get(at(id))).text;
  expect(page).toMatch(/Cancelar…<\/a\s*>\s*<small>até \d\d:\d\d de amanhã<\/small>/);
  expect(page).toContain('Corrigir por carta…');
  expect(page).toContain('Registrar entrega…');
  const reader = await panel.person(company.id, 'COMPANY_READER');
  const read = (await reader.get(at(id))).text;
  expect(read).not.toContain('Cancelar…');
  expect(read).toContain('Seu acesso é só de consulta');
});

test('a cancellation is refused beside its field, and while the queue is away nothing is left of it', async () => {
  const id = await authorized();
  expect((await issuer.get(at(id, '/cancelar'))).text).toMatch(/Pode ser cancelada\s+<b>até/);
  const short = await issuer.post(at(id, '/cancelar'), { justification: `curta ${attack}`.slice(0, 12) });
  expect(short.status).toBe(400);
  expect(short.text).toMatch(/class="wrong"[^>]*>[^<]*15/);
  for (let time = 0; time < 2; time += 1) {
    const away = await issuer.post(at(id, '/cancelar'), { justification });
    expect(away.status).toBe(400);
    expect(away.text).toContain('A fila de processamento estava indisponível; nada foi enviado à SEFAZ.');
    expect(away.text).toContain(justification);
  }
  expect(await sql('select status from document_event where document_id = ?', [id])).toEqual([{ status: 'REJECTED' }]);
  const asked = `select actor_kind, actor_name from audit_entry where subject_id = ? and action = 'DOCUMENT_CANCELLATION_REQUESTED'`;
  expect(await sql(asked, [id])).toContainEqual({ actor_kind: 'PERSON', actor_name: 'Ana Ribeiro' });
});

test('an NFC-e names the one that was issued offline in its place, and an NFS-e why it is cancelled', async () => {
  const [id, substitute, online] = [await authorized(), await authorized(), await authorized()];
  await sql(`update document set type = 'NFCE' where id in (?, ?, ?)`, [id, substitute, online]);
  await sql(`update document set contingency_mode = 'OFFLINE' where id = ?`, [substitute]);
  const { text } = await issuer.get(at(id, '/cancelar'));
  expect(text).toContain(`<option value="${substitute}"`);
  expect(text).not.toContain(`<option value="${online}"`);
  const wrong = await issuer.post(at(id, '/cancelar'), { justification, substituteDocumentId: id });
  expect([wrong.status, /A nota escolhida é o próprio documento/.test(wrong.text)]).toEqual([400, true]);
  await sql(`update document set type = 'NFSE' where id = ?`, [online]);
  const service = (await issuer.get(at(online, '/cancelar'))).text;
  expect(service).toContain('O serviço não foi prestado');
  expect(service).toContain('O prazo é o do município');
});

test('a delivery is refused beside its fields: what is no file, no moment, or is still to come', async () => {
  const id = await authorized();
  const sent = async (fields: Record<string, string>, file?: Blob) => {
    const said = { receiverName: attack, receiverDocument: '123', deliveredAt: '2026-01-02', deliveredTime: '10:00' };
    const proof = file ? { proof: new File([file], `${attack}.jpg`) } : {};
    const { status, text } = await issuer.upload(at(id, '/entrega'), { ...said, ...fields, ...proof });
    expect(status).toBe(400);
    expect(text).not.toContain('<img src=x');
    return text;
  };
  expect(await sent({})).toContain('Escolha a foto ou o PDF do comprovante.');
  expect(await sent({}, new Blob(['nada']))).toContain('O arquivo não é JPEG, PNG nem PDF.');
  expect(await sent({ deliveredTime: 'cedo' })).toContain('Diga o dia e a hora da entrega.');
  expect(await sent({ deliveredAt: '2099-01-01' })).toContain('A entrega não pode ser no futuro.');
});

test('past the term the page says so, and that a state may still take it', async () => {
  const id = await authorized(new Date(Date.now() - 26 * 3_600_000));
  expect((await issuer.get(at(id))).text).toMatch(/O prazo para cancelar acabou[\s\S]*Tentar mesmo assim…/);
  expect((await issuer.get(at(id, '/cancelar'))).text).toMatch(/O prazo acabou às/);
});

test('a note that is over is not acted on: its page says where it stands', async () => {
  const id = await authorized();
  await sql(`update document set status = 'CANCELLED', cancellation_date = now() where id = ?`, [id]);
  expect((await issuer.get(at(id, '/cancelar'))).text).toContain('Esta nota está cancelada');
  for (const [path, fields] of [
    ['/cancelar', { justification }],
    ['/corrigir', { correction: 'Onde se lê Rua A, leia-se Rua B' }],
    ['/emitir', {}],
    ['/apagar', {}],
  ] as const) {
    const { status, location } = await issuer.post(at(id, path), fields);
    expect([path, status, location]).toEqual([path, 303, at(id)]);
  }
});

test('the letter that stands is shown, and begins the next one', async () => {
  const id = await authorized();
  await sql(
    `insert into document_event (id, company_id, document_id, type, code, sequence, status, attempt, correction, occurred_at, created_at, updated_at)
     values (gen_random_uuid(), ?, ?, 'CORRECTION_LETTER', '110110', 3, 'REGISTERED', 1, ?, now(), now(), now())`,
    [company.id, id, `A de antes ${attack}`],
  );
  const { text } = await issuer.get(at(id, '/corrigir'));
  expect(text).toContain('3 de 20 cartas usadas');
  expect(text.match(/A de antes &lt;script&gt;/g)).toHaveLength(2);
  expect(text).not.toContain('<img src=x');
  const refused = await issuer.post(at(id, '/corrigir'), { correction: `${attack}${attack}` });
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(/não aceita|indisponível/);
  expect(refused.text).not.toContain('<img src=x');
});

test('a draft is removed once, and sent twice does no harm; while the queue is away it stays as it was', async () => {
  const id = await draft();
  const page = (await issuer.get(at(id))).text;
  expect(page).toContain('Emitir agora');
  const away = await issuer.post(at(id, '/emitir'));
  expect([away.status, away.text.includes('o documento continua como estava')]).toEqual([400, true]);
  expect(await sql('select status from document where id = ?', [id])).toEqual([{ status: 'DRAFT' }]);
  const removed = await issuer.post(at(id, '/apagar'));
  expect(removed.location).toBe(`/e/${company.taxId}/notas?feito=apagada`);
  expect((await issuer.get(removed.location ?? '')).text).toMatch(/role="status">A venda foi apagada\./);
  expect((await issuer.post(at(id, '/apagar'))).status).toBe(404);
  expect(await sql('select id from document where id = ?', [id])).toEqual([]);
});

test('a note that cannot be issued says why on its page', async () => {
  const id = await draft();
  await sql(`update certificate set not_after = now() - interval '1 day' where company_id = ?`, [company.id]);
  const { status, text } = await issuer.post(at(id, '/emitir'));
  await sql(`update certificate set not_after = '2099-01-01' where company_id = ?`, [company.id]);
  expect(status).toBe(400);
  expect(text).toMatch(/Não dá para emitir ainda\. .*certificado/i);
});

test('a stopped note is decided about side by side, by who says that she looked; nobody is told while the queue is away', async () => {
  const id = await draft();
  await sql(
    `update document set status = 'PROCESSING', number = 5, attempt = 1, waiting_kind = 'PERSON', waiting_since = now(),
       waiting_for = 'Enviada várias vezes sem julgamento: confira na SEFAZ e decida com "lavra documents resolve".' where id = ?`,
    [id],
  );
  const note = (await issuer.get(at(id))).text;
  expect(note).toContain('Decidir…');
  expect(note).not.toContain('lavra documents');
  const page = (await issuer.get(at(id, '/decidir'))).text;
  expect(page).toContain('Ficar com a que está na SEFAZ');
  expect(page).toContain('Encerrar como rejeitada');
  const unsure = await issuer.post(at(id, '/decidir'), { decisao: 'rejeitar' });
  expect([unsure.status, unsure.text.includes('Marque que conferiu')]).toEqual([400, true]);
  const noKey = await issuer.post(at(id, '/decidir'), { decisao: 'adotar', sure: 'sim', accessKey: attack });
  expect(noKey.status).toBe(400);
  expect(noKey.text).toContain('não é uma chave de acesso válida');
  expect(noKey.text).not.toContain('<script>alert');
  const away = await issuer.post(at(id, '/decidir'), { decisao: 'rejeitar', sure: 'sim' });
  expect([away.status, away.text.includes('nada mudou')]).toEqual([400, true]);
  expect(await sql(`select id from audit_entry where action = 'DOCUMENT_RESOLVED'`)).toEqual([]);
  await sql(`update document set status = 'REJECTED', waiting_kind = null, waiting_since = null where id = ?`, [id]);
  expect((await issuer.post(at(id, '/decidir'), { decisao: 'rejeitar', sure: 'sim' })).location).toBe(at(id));
});

test('trying now needs somebody to tell; a note of another company is not to be found', async () => {
  const id = await draft();
  await sql(
    `update document set status = 'PROCESSING', attempt = 1, waiting_kind = 'CERTIFICATE', waiting_since = now(), waiting_for = 'O certificado venceu.' where id = ?`,
    [id],
  );
  expect((await issuer.get(at(id))).text).toMatch(/O certificado venceu\.[\s\S]*|Tentar agora/);
  const away = await issuer.post(at(id, '/tentar'));
  expect([away.status, away.text.includes('nada mudou')]).toEqual([400, true]);
  const stranger = await panel.person((await newCompany(panel.orm)).company.id);
  for (const path of ['/cancelar', '/corrigir', '/entrega', '/decidir', '/emitir', '/apagar', '/tentar']) {
    expect((await stranger.post(at(id, path))).status).toBe(404);
  }
});
