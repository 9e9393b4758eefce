import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCompany, sale, startApi } from '../api/fixture.ts';
import { serviceSettings } from '../api/service.ts';
import { formFields } from './form-fields.ts';
import { startPanel, type Visit } from './panel-fixture.ts';
import { goods } from './selling.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Fields = Record<string, string>;
let panel: Panel;
let api: Awaited<ReturnType<typeof startApi>>;
let company: Awaited<ReturnType<typeof newCompany>>['company'];
let key: string;
let issuer: Awaited<ReturnType<Panel['person']>>;
let fresh: string;

const attack = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;

beforeAll(async () => {
  panel = await startPanel();
  api = await startApi({ databaseUrl: panel.database });
  const settings = { ...serviceSettings, series: { '55': 1, '65': 7 } };
  ({ company, key } = await newCompany(panel.orm, { settings }));
  issuer = await panel.person(company.id, 'COMPANY_ISSUER');
  fresh = `/e/${company.taxId}/notas/nova`;
});

afterAll(async () => {
  await api.close();
  await panel.close();
});

const sql = (text: string, values: unknown[] = []) => panel.orm.em.fork().execute(text, values);
const idIn = ({ location }: Visit): string => /notas\/([^?]+)/.exec(location ?? '')?.[1] ?? '';
const documents = async () => (await sql('select id from document where company_id = ?', [company.id])).length;

test('an NF-e is written, seen as what it would become, and kept as a draft', async () => {
  const form = formFields(await issuer.get(fresh));
  expect(form).toMatchObject({ operationNature: '', 'items[0].unit': 'UN' });
  const seen = await issuer.post(`${fresh}?tipo=NFE`, { ...form, ...goods, fazer: 'calcular' });
  expect(seen.status).toBe(200);
  expect(seen.text).toMatch(/class="sum">R\$ 100,00/);
  expect(seen.text).toContain('Por que estes impostos');
  expect(seen.text).toMatch(/ICMS 18,00/);
  expect(await documents()).toBe(0);
  const kept = await issuer.post(`${fresh}?tipo=NFE`, { ...formFields(seen), fazer: 'guardar' });
  expect([kept.status, kept.location]).toEqual([303, `/e/${company.taxId}/notas/${idIn(kept)}?feito=guardada`]);
  const [row] = await sql('select status, total_value, created_by, payload from document where id = ?', [idIn(kept)]);
  expect(row).toMatchObject({ status: 'DRAFT', total_value: '100.00', created_by: null });
  const audited = `select actor_kind, action from audit_entry where subject_id = ?`;
  expect(await sql(audited, [idIn(kept)])).toEqual([{ actor_kind: 'PERSON', action: 'DOCUMENT_CREATED' }]);
});

test('sent twice it is one note; changed after that it is no second one by mistake', async () => {
  const form = { ...formFields(await issuer.get(fresh)), ...goods };
  const before = await documents();
  const [one, other] = await Promise.all([
    issuer.post(`${fresh}?tipo=NFE`, { ...form, fazer: 'emitir' }),
    issuer.post(`${fresh}?tipo=NFE`, { ...form, fazer: 'emitir' }),
  ]);
  expect([one.status, other.status, idIn(one)]).toEqual([303, 303, idIn(other)]);
  expect(await documents()).toBe(before + 1);
  expect(await sql('select status from document where id = ?', [idIn(one)])).toEqual([{ status: 'PROCESSING' }]);
  const changed = await issuer.post(`${fresh}?tipo=NFE`, { ...form, 'items[0].quantity': '5', fazer: 'emitir' });
  expect([changed.status, changed.text.includes('já virou uma nota')]).toEqual([400, true]);
  expect(await documents()).toBe(before + 1);
  expect(formFields(changed)['chave']).not.toBe(form['chave']);
});

test('an NFC-e to nobody in particular is paid in cash, of which the change is shown', async () => {
  const form = formFields(await issuer.get(`${fresh}?tipo=NFCE`));
  const items = Object.fromEntries(Object.entries(goods).filter(([name]) => name.startsWith('items')));
  const paid = { ...form, ...items, 'payments[0].method': 'CASH', 'payments[0].value': '120' };
  const seen = await issuer.post(`${fresh}?tipo=NFCE`, { ...paid, fazer: 'calcular' });
  expect(seen.text).toMatch(/<dt>Troco<\/dt>\s*<dd>20,00/);
  const made = await issuer.post(`${fresh}?tipo=NFCE`, { ...paid, fazer: 'emitir' });
  expect(made.status).toBe(303);
  const [row] = await sql('select type, client_id, payload from document where id = ?', [idIn(made)]);
  expect(row).toMatchObject({ type: 'NFCE', client_id: null });
});

test('an NFS-e is written with its service and its place', async () => {
  const form = formFields(await issuer.get(`${fresh}?tipo=NFSE`));
  const service = {
    ...Object.fromEntries(Object.entries(goods).filter(([name]) => name.startsWith('client.'))),
    'items[0].code': 'CONSULTORIA',
    'items[0].description': 'Consultoria, por hora',
    'items[0].quantity': '8',
    'items[0].unitValue': '250',
    'items[0].serviceCode': '01.07.01',
    'items[0].nbsCode': '115021000',
    'items[0].irrfRate': '1,5',
    'service.place.municipalityCode': '3509502',
  };
  const seen = await issuer.post(`${fresh}?tipo=NFSE`, { ...form, ...service, fazer: 'calcular' });
  expect(seen.text).toMatch(/IRRF retido<\/dt>\s*<dd>30,00/);
  expect(seen.text).toMatch(/class="sum">R\$ 1\.970,00/);
  const kept = await issuer.post(`${fresh}?tipo=NFSE`, { ...form, ...service, fazer: 'guardar' });
  expect(kept.status).toBe(303);
  const [row] = await sql('select payload from document where id = ?', [idIn(kept)]);
  expect(row).toMatchObject({ payload: { service: { place: { municipalityCode: '3509502' } } } });
});

test('every button of the form answers it with what was typed: rows, searches, installments', async () => {
  const mercado = { name: 'Mercado Azul', document: '529.982.247-25' };
  const clientId = String((await api.call('POST', '/v1/clients', { key, body: mercado })).body['id']);
  const nfeConfig = { ncm: '09012100' };
  const product = { code: 'CAFE-1', name: 'Café torrado', salePrice: '19.90', commercialUnit: 'KG - QUILO', nfeConfig };
  const made = await api.call('POST', '/v1/products', { key, body: product });
  expect([made.status, made.body]).toMatchObject([201, {}]);
  const press = async (form: Fields, fazer: string) => {
    const visit = await issuer.post(`${fresh}?tipo=NFE`, { ...form, fazer });
    expect(visit.status).toBe(200);
    return visit;
  };
  const first = formFields(await issuer.get(fresh));
  const clients = await press({ ...first, 'busca.cliente': 'azul', additionalInfo: attack }, 'clientes');
  // Enter presses the first button of a form, whichever it is: it searches, too.
  const byKey = await press({ ...first, 'busca.cliente': 'azul', additionalInfo: attack }, 'tecla');
  expect(byKey.text).toBe(clients.text);
  expect(clients.text).toContain(`value="cliente:${clientId}"`);
  const chosen = await press(formFields(clients), `cliente:${clientId}`);
  expect(formFields(chosen)).toMatchObject({ clientId, clientName: 'Mercado Azul', additionalInfo: attack });
  const more = await press(formFields(chosen), 'mais:items');
  // Without scripts, reloading sends the form once more; with them, the page requests what was written.
  expect((await press(formFields(chosen), 'mais:items')).text).toBe(more.text);
  expect((await press(formFields(more), 'de-volta')).text).toBe(more.text);
  const products = await press({ ...formFields(more), 'items[1].busca': 'torrado' }, 'tecla');
  const taken = await press(formFields(products), `produto:1:${String(made.body['id'])}`);
  expect(formFields(taken)).toMatchObject({
    'items[1].code': 'CAFE-1',
    'items[1].unit': 'KG',
    'items[1].unitValue': '19,90',
  });
  const one = await press(formFields(taken), 'menos:items:0');
  expect(formFields(one)).toMatchObject({ 'items[0].code': 'CAFE-1' });
  const divided = await press({ ...formFields(one), 'divisao.times': '2', 'divisao.first': '2027-01-10' }, 'dividir');
  expect(formFields(divided)).toMatchObject({ 'duplicates[0].value': '9,95', 'duplicates[1].dueDate': '2027-02-09' });
  expect(formFields(await press(formFields(divided), 'outro-cliente'))).not.toHaveProperty('clientId');
  const strange = await issuer.post(`${fresh}?tipo=NFE`, { ...first, fazer: 'cliente:nada' });
  expect(strange.status).toBe(404);
});

test('a sale of a hundred and twenty lines is answered, with every field that a line has', async () => {
  const form = { ...formFields(await issuer.get(fresh)), ...goods };
  const line = Object.entries(form).filter(([name]) => name.startsWith('items[0].'));
  const lines = Array.from({ length: 120 }, (_, at) =>
    line.map(([name, value]) => [name.replace('[0]', `[${at}]`), value] as const),
  );
  const all = { ...form, ...Object.fromEntries(lines.flat()), fazer: 'mais:items' };
  const { status, text } = await issuer.post(`${fresh}?tipo=NFE`, all);
  expect([status, text.includes('id="linha-items-120"')]).toEqual([200, true]);
});

test('templates, rules and carriers are chosen by name, and the preview follows', async () => {
  const made = async (path: string, body: object) => {
    const { status, body: answer } = await api.call('POST', path, { key, body });
    expect([status, answer]).toMatchObject([201, {}]);
    return String(answer['id']);
  };
  const template = { name: 'Bonificações <img src=x>', type: 'NFE', operationNature: 'Bonificação' };
  const templateId = await made('/v1/fiscal-templates', { ...template, pisCst: '01', pisRate: '1.00' });
  const nfeTaxRules = [{ pisCst: '01', pisPPis: '2.00', cofinsCst: '01', cofinsPCofins: '3.00' }];
  const taxRuleId = await made('/v1/tax-rules', { name: 'PIS a dois por cento', model: 'NFE', nfeTaxRules });
  const carrierId = await made('/v1/carriers', { name: 'Rápido Sul Ltda', document: '33.000.167/0001-01' });
  const press = (form: Fields, fazer: string) => issuer.post(`${fresh}?tipo=NFE`, { ...form, fazer });
  const first = await issuer.get(fresh);
  expect(first.text).toContain(`<option value="${templateId}"`);
  expect(first.text).not.toContain('<img src=x');
  const found = await press({ ...formFields(first), ...goods, 'busca.transportadora': 'rapido' }, 'transportadoras');
  expect(found.text).toMatch(/<details class="folded" open>\s*<summary>\s*Transporte/);
  const chosen = await press(formFields(found), `transportadora:${carrierId}`);
  expect(formFields(chosen)).toMatchObject({ 'transport.carrierId': carrierId });
  const asked = { templateId, 'items[0].taxRuleId': taxRuleId, 'transport.freightType': 'SENDER' };
  const typed = { ...asked, 'purchaseOrder.number': 'OC-77', purpose: 'NORMAL', operationNature: '' };
  const seen = await press({ ...formFields(chosen), ...typed }, 'calcular');
  expect([seen.status, /role="alert"[\s\S]{0,600}/.exec(seen.text)?.[0]]).toEqual([200, undefined]);
  expect(seen.text).toContain('PIS 1,64 · COFINS 2,46');
  const kept = await press(formFields(seen), 'guardar');
  expect(kept.status).toBe(303);
  const [row] = await sql('select payload from document where id = ?', [idIn(kept)]);
  expect(row).toMatchObject({
    payload: {
      ...{ templateId, operationNature: 'Bonificação', purchaseOrder: { number: 'OC-77' } },
      transport: { carrierId, carrier: { name: 'Rápido Sul Ltda' } },
      items: [{ taxRuleId }],
    },
  });
  const edited = await issuer.get(`/e/${company.taxId}/notas/${idIn(kept)}/editar`);
  expect(edited.text).toContain('Rápido Sul Ltda');
  await api.call('DELETE', `/v1/tax-rules/${taxRuleId}`, { key });
  const gone = await issuer.get(`/e/${company.taxId}/notas/${idIn(kept)}/editar`);
  expect(gone.text).toMatch(/selected[^>]*>PIS a dois por cento/);
});

test('details of a card are kept with the payment; where its means has no room for them, page and note say so', async () => {
  const form = { ...formFields(await issuer.get(fresh)), ...goods };
  const card = { 'payments[0].card.brand': 'VISA', 'payments[0].card.acquirer': '33.000.167/0001-01' };
  const paid = { ...form, ...card, 'payments[0].method': 'CREDIT_CARD', fazer: 'guardar' };
  const wrong = await issuer.post(`${fresh}?tipo=NFE`, { ...paid, 'payments[0].card.acquirer': '123' });
  expect([wrong.status, /id="campo-payments-0--card-acquirer-erro"/.test(wrong.text)]).toEqual([400, true]);
  const kept = await issuer.post(`${fresh}?tipo=NFE`, paid);
  const stored = async () => (await sql('select payload from document where id = ?', [idIn(kept)]))[0];
  expect(await stored()).toMatchObject({
    payload: { payments: [{ method: 'CREDIT_CARD', card: { brand: 'VISA', acquirer: '33000167000101' } }] },
  });
  const at = `/e/${company.taxId}/notas/${idIn(kept)}/editar`;
  const cash = { ...formFields(await issuer.get(at)), 'payments[0].method': 'CASH' };
  const told = await issuer.post(at, { ...cash, fazer: 'calcular' });
  expect([told.status, told.text.includes('não tem dados de cartão nem de Pix')]).toEqual([200, true]);
  const changed = await issuer.post(at, { ...cash, fazer: 'guardar' });
  expect(changed.location).toContain('?feito=guardada-sem-cartao');
  expect((await issuer.get(changed.location ?? '')).text).toContain('sem os dados de cartão que não cabem');
  expect(await stored()).toMatchObject({ payload: { payments: [{ method: 'CASH', value: '100.00' }] } });
});

test('every fault is beside its field, and what was typed is text', async () => {
  const form = formFields(await issuer.get(fresh));
  const names = Object.keys(form).filter((name) => name !== 'chave');
  const odd = { ...form, ...Object.fromEntries(names.map((name) => [name, attack])) };
  const { status, text } = await issuer.post(`${fresh}?tipo=NFE`, { ...odd, fazer: 'emitir' });
  expect(status).toBe(400);
  expect(text).not.toMatch(/<script(?! type="module" src="\/arquivos\/)|<img|onerror=alert\(1\)>/);
  expect(text).toMatch(/id="campo-items-0--quantity-erro"/);
  expect(text).toMatch(/id="campo-client-document-erro"/);
  const empty = await issuer.post(`${fresh}?tipo=NFE`, { ...form, fazer: 'calcular' });
  expect(empty.status).toBe(400);
  expect(empty.text).toMatch(/id="campo-client-name-erro"/);
  expect(empty.text).not.toMatch(/clientId|unitValue(?!")/);
});

test('the sums must fit, and the sale says which does not', async () => {
  const form = {
    ...formFields(await issuer.get(fresh)),
    ...goods,
    'payments[0].method': 'PIX',
    'payments[0].value': '99',
  };
  const { status, text } = await issuer.post(`${fresh}?tipo=NFE`, { ...form, fazer: 'calcular' });
  expect(status).toBe(400);
  expect(text).toMatch(/id="campo-payments-0--value-erro"/);
});

test('a draft of an ERP is changed without losing what the form does not show, then issued or left as it is', async () => {
  const line = {
    code: 'P',
    description: 'Pão',
    ncm: '19012090',
    cfop: '5102',
    unit: 'UN',
    quantity: 1,
    unitValue: '5.00',
  };
  const body = sale({
    items: [
      { ...line, purchaseOrder: { number: 'OC-9' } },
      { ...line, code: 'Q' },
    ],
    externalId: 'pedido-9',
  });
  const id = ((await api.call('POST', '/v1/fiscal-documents', { key, body })).body as { id: string }).id;
  const at = `/e/${company.taxId}/notas/${id}/editar`;
  const page = await issuer.get(at);
  const form = formFields(page);
  expect(form).toMatchObject({
    'items[0].code': 'P',
    'items[1].code': 'Q',
    externalId: 'pedido-9',
    'client.city': 'Campinas',
  });
  expect(page.text).toMatch(/class="sum">R\$ 10,00/);
  const refused = await issuer.post(at, { ...form, 'items[0].quantity': 'x', fazer: 'guardar' });
  expect(refused.status).toBe(400);
  const kept = await issuer.post(at, {
    ...form,
    'items[0].quantity': '3',
    additionalInfo: 'Obrigado',
    fazer: 'guardar',
  });
  expect([kept.status, idIn(kept)]).toEqual([303, id]);
  const colleague = await panel.person(company.id, 'COMPANY_ISSUER');
  const whoChanged = async (person: typeof issuer) =>
    /([^>]*) mudou esta venda por último, às \d/.exec((await person.get(at)).text)?.[1];
  expect([await whoChanged(issuer), await whoChanged(colleague)]).toEqual([undefined, 'Ana Ribeiro']);
  await api.call('PATCH', `/v1/fiscal-documents/${id}`, { key, body: { additionalInfo: 'Obrigado' } });
  expect(await whoChanged(issuer)).toBe('Chave “teste”');
  const detail = (await api.call('GET', `/v1/fiscal-documents/${id}`, { key })).body;
  expect(detail).toMatchObject({ totalValue: '20.00', additionalInfo: 'Obrigado', externalId: 'pedido-9' });
  const [row] = await sql('select payload from document where id = ?', [id]);
  expect(row).toMatchObject({
    payload: { items: [{ quantity: '3', purchaseOrder: { number: 'OC-9' } }, { code: 'Q' }] },
  });
  const away = await issuer.post(at, { ...form, fazer: 'emitir' });
  expect([away.status, away.text.includes('o documento continua como estava')]).toEqual([400, true]);
  await sql(`update document set status = 'PROCESSING' where id = ?`, [id]);
  for (const fazer of ['emitir', 'guardar', 'calcular']) {
    expect((await issuer.post(at, { ...form, fazer })).location).toBe(`/e/${company.taxId}/notas/${id}`);
  }
});

test('a company without settings is told so, and a reader writes no sale', async () => {
  const bare = await newCompany(panel.orm, { settings: null });
  const person = await panel.person(bare.company.id);
  const at = `/e/${bare.company.taxId}/notas/nova?tipo=NFE`;
  const form = formFields(await person.get(at));
  const { status, text } = await person.post(at, { ...form, ...goods, fazer: 'emitir' });
  expect([status, /configurações fiscais/.test(text)]).toEqual([400, true]);
  const reader = await panel.person(company.id, 'COMPANY_READER');
  expect((await reader.get(fresh)).status).toBe(404);
  expect((await reader.get(`/e/${company.taxId}/notas`)).text).not.toContain('Nova venda');
});
