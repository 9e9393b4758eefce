import { afterAll, beforeAll, expect, test } from 'vitest';
import { AuditEntry } from '../../domain/audit/audit-entry.entity.ts';
import { Client } from '../../domain/clients/client.entity.ts';
import { withoutFormula } from '../../domain/imports/cell.ts';
import { Product } from '../../domain/products/product.entity.ts';
import { inCompany } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Person = Awaited<ReturnType<Panel['person']>>;
type Company = Awaited<ReturnType<typeof newCompany>>['company'];
let panel: Panel;

beforeAll(async () => {
  panel = await startPanel();
});
afterAll(() => panel.close());

/** A company without records, and a person who issues for it. */
async function shop() {
  const { company } = await newCompany(panel.orm);
  const person = await panel.person(company.id, 'COMPANY_ISSUER');
  return { company, person, base: `/e/${company.taxId}` };
}

type Sent = { status: number; text: string; location: string | null };

/** Sends a form with a file, as browsers do. */
async function send(person: Person, path: string, form: FormData, site = 'same-origin'): Promise<Sent> {
  const answer = await fetch(`${panel.url}${path}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { cookie: person.browser.cookie ?? '', 'sec-fetch-site': site },
  });
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
}

function upload(content: string | Buffer, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  form.set('arquivo', new Blob([new Uint8Array(Buffer.from(content))]), 'meus <b>clientes</b>.csv');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** The form that the preview's button sends. */
function again(preview: string, changes: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [, name = '', value = ''] of preview.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
    form.set(name, value.replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
  }
  for (const [name, value] of Object.entries(changes)) form.set(name, value);
  return form;
}

/** The counts on a page, such as `{ 'a criar': 2 }`. */
function tallies(page: string): Record<string, number> {
  const found = page.matchAll(/<dt>([^<]*)<\/dt>\s*<dd>([\d.]+)<\/dd>/g);
  return Object.fromEntries([...found].map(([, words = '', value]) => [words, Number(value)]));
}

const names = ({ id }: Company) =>
  inCompany(panel.orm, id, async (em) => {
    const clients = await em.find(Client, {}, { orderBy: { name: 'asc' } });
    return clients.map(({ name, document }) => `${name} ${document}`.trim());
  });

test('a preview says what an import then does, row by row, and writes nothing', async () => {
  const { company, person, base } = await shop();
  const path = `${base}/clientes/importar`;
  const first = 'nome;cnpj;rota <b>\nAA;11222333000181;1\n"=1+1";;2\nCC;123;3\nDD;11222333000181;4\nEE;;5\n';
  const preview = await send(person, `${path}/conferir`, upload(first));
  expect(preview.status).toBe(200);
  expect(tallies(preview.text)).toEqual({ 'a criar': 3, 'a alterar': 0, 'ficam como estão': 0, 'com problema': 2 });
  expect(preview.text).toMatch(/Linha 4<\/td>\s*<td>cnpj<\/td>\s*<td>Informe um CPF/);
  expect(preview.text).toMatch(/Linha 5<\/td>\s*<td>cnpj<\/td>\s*<td>já está na linha 2/);
  expect(preview.text).toContain('“rota &lt;b&gt;”');
  expect(preview.text).not.toMatch(/<b>clientes|<b>”/);
  expect(await names(company)).toEqual([]);

  const imported = await send(person, path, again(preview.text));
  expect(imported.status).toBe(303);
  const result = await person.get(imported.location ?? '');
  expect(tallies(result.text)).toEqual({ gravados: 3, 'ficaram como estavam': 0, 'com problema': 2 });
  expect(await names(company)).toEqual(['=1+1', 'AA 11222333000181', 'EE']);
  // Refused rows can be seen by checking the same file again.
  expect(result.text).toContain(`<a href="${path}">confira o mesmo arquivo</a>`);
  const looked = await send(person, `${path}/conferir`, upload(first));
  expect(looked.text).toMatch(/Linha 4<\/td>[^]*Linha 5<\/td>/);
  const trail = await inCompany(panel.orm, company.id, (em) => em.find(AuditEntry, { company: company.id }));
  expect(trail.map(({ action }) => action)).toEqual(expect.arrayContaining(['IMPORT_STARTED', 'IMPORT_FINISHED']));

  const changing = 'nome;cnpj\nA2;11222333000181\nFF;11444777000161\n';
  const kept = await send(person, `${path}/conferir`, upload(changing));
  expect(tallies(kept.text)).toMatchObject({ 'a criar': 1, 'a alterar': 0, 'ficam como estão': 1 });
  const changed = await send(person, `${path}/conferir`, upload(changing, { alterar: 'sim' }));
  expect(tallies(changed.text)).toMatchObject({ 'a criar': 1, 'a alterar': 1 });
  await send(person, path, again(changed.text));
  // Importing twice changes nothing.
  const twice = await send(person, path, again(changed.text));
  expect(tallies((await person.get(twice.location ?? '')).text)).toMatchObject({
    gravados: 0,
    'ficaram como estavam': 2,
  });
  expect(await names(company)).toEqual(['=1+1', 'A2 11222333000181', 'EE', 'FF 11444777000161']);
});

test('products come with decimals as their file writes them', async () => {
  const { company, person, base } = await shop();
  const path = `${base}/produtos/importar`;
  const file = Buffer.from('codigo;descricao;preco;ncm\nCAF;Café;5.499;0901.21.00\n', 'latin1');
  const doubtful = await send(person, `${path}/conferir`, upload(file));
  expect(doubtful.text).toMatch(/preco<\/td>\s*<td>&quot;5.499&quot; pode ter casas decimais ou milhares/);
  const preview = await send(person, `${path}/conferir`, upload(file, { decimais: 'point' }));
  await send(person, path, again(preview.text));
  const kept = await inCompany(panel.orm, company.id, (em) => em.findOneOrFail(Product, { code: 'CAF' }));
  expect(kept.normal()).toMatchObject({ name: 'Café', salePrice: '5.499', taxation: { fields: { ncm: '09012100' } } });
});

test.each([
  ['no file at all', '', 'Escolha o arquivo'],
  ['a workbook', 'PK\u0003\u0004', 'salve a planilha como CSV'],
  ['a file without names', 'cnpj\n11222333000181\n', 'Falta no arquivo a coluna do nome'],
  ['a quote that nobody closes', 'nome\n"A\n', 'aspas que não se fecham'],
  ['more rows than fit', `nome\n${'A\n'.repeat(5_001)}`, 'divida-o em partes'],
  ['more than 1 MB', `nome\n${'A'.repeat(1_100_000)}\n`, 'O arquivo passa de 1 MB'],
])('%s is refused in a sentence', async (_what, content, sentence) => {
  const { person, base } = await shop();
  const refused = await send(person, `${base}/clientes/importar/conferir`, upload(content));
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(sentence)]);
});

test('what comes back from a preview is not trusted', async () => {
  const { company, person, base } = await shop();
  const path = `${base}/clientes/importar`;
  const preview = await send(person, `${path}/conferir`, upload('nome\nAA\n'));
  const other = again(preview.text, { conteudo: Buffer.from('nome\nBB\n').toString('base64') });
  expect((await send(person, path, other)).text).toContain('Não é o arquivo que foi conferido');
  expect((await send(person, path, new FormData())).status).toBe(400);
  expect((await send(person, path, again(preview.text), 'cross-site')).status).toBe(403);
  const stranger = await panel.person((await shop()).company.id);
  expect((await send(stranger, path, again(preview.text))).status).toBe(404);
  const reader = await panel.person(company.id, 'COMPANY_READER');
  expect((await send(reader, path, again(preview.text))).status).toBe(404);
  expect(await names(company)).toEqual([]);
  const { location } = await send(person, path, again(preview.text));
  const id = (location ?? '').split('/').at(-1);
  const elsewhere = await shop();
  expect((await elsewhere.person.get(`${elsewhere.base}/clientes/importar/${id}`)).status).toBe(404);
});

test.each([
  ['clientes', 'clientes.csv', 1],
  ['produtos', 'produtos.csv', 1],
  ['transporte', 'transportadoras.csv', 1],
  ['regras', 'regras.jsonl', 2],
  ['modelos', 'modelos.jsonl', 2],
])('the template of %s can be imported as it is, and computes nothing', async (path, file, many) => {
  const { person, base } = await shop();
  expect((await person.get(`${base}/${path}`)).text).toContain(`href="${base}/${path}/importar"`);
  const [, ending] = file.split('.');
  const template = await person.get(`${base}/${path}/importar/modelo.${ending}`);
  expect(template.headers.get('content-disposition')).toContain(`modelo-${file}`);
  const cells = template.text.replace('\ufeff', '').trim().split(/[\n;]/);
  expect(cells.filter((cell) => withoutFormula(cell) !== cell)).toEqual([]);
  const preview = await send(person, `${base}/${path}/importar/conferir`, upload(template.text));
  expect(tallies(preview.text)).toMatchObject({ 'a criar': many, 'com problema': 0 });
  const done = await send(person, `${base}/${path}/importar`, again(preview.text));
  expect(tallies((await person.get(done.location ?? '')).text)).toMatchObject({
    [many === 1 ? 'gravado' : 'gravados']: many,
  });
});
