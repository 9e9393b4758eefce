import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccessKey } from '../../domain/access-key.ts';
import { newCompany, sale, startApi } from '../api/fixture.ts';
import { becomes } from '../api/routes/fiscal-documents/documents.ts';
import { authorizedXml } from '../domain/pages/danfe/authorized-xml.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Person = Awaited<ReturnType<Panel['person']>>;
let panel: Panel;
let api: Awaited<ReturnType<typeof startApi>>;
let own: Awaited<ReturnType<typeof newCompany>>;
let other: typeof own;
let ana: Person;
let note: { id: string; key: string };

const attack = `<script>alert(1)</script>`;

beforeAll(async () => {
  panel = await startPanel();
  api = await startApi({ databaseUrl: panel.database });
  [own, other] = [await newCompany(panel.orm), await newCompany(panel.orm)];
  ana = await panel.person(own.company.id);
  const create = async (key: string, externalId: string): Promise<string> => {
    const answer = await api.call('POST', '/v1/fiscal-documents', { key, body: sale({ externalId }) });
    return (answer.body as { id: string }).id;
  };
  const id = await create(own.key, 'pedido-77');
  await becomes(panel.orm, id, 'AUTHORIZED', authorizedXml());
  const of = { stateCode: '35', yearMonth: '2611', taxId: '11222333000181', model: '55', emissionType: '1' };
  note = { id, key: buildAccessKey({ ...of, series: 3, number: 4321, cNF: '12345678' }) };
  await panel.orm.em
    .fork()
    .execute('update document set series = 3, number = 4321, access_key = ? where id = ?', [note.key, id]);
  await create(other.key, 'pedido-77');
  for (const name of ['Mercearia São José', `Loja ${attack}`]) {
    await api.call('POST', '/v1/clients', { key: own.key, body: { name } });
  }
});
afterAll(async () => {
  await api.close();
  await panel.close();
});

/** The targets of the links that a search finds. */
async function found(search: string, person = ana): Promise<string[]> {
  const { text } = await person.get(`/e/${own.company.taxId}/ir?busca=${encodeURIComponent(search)}`);
  const [, results = ''] = /data-found[^>]*>([\s\S]*?)<\/section>/.exec(text) ?? [];
  return [...results.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replace(/^\/e\/\w{14}\//, ''));
}

test('a note is found by number, series and number, access key in groups, sale and client, first of all', async () => {
  const groups = note.key.match(/.{4}/g)!.join(' ');
  for (const search of ['4321', '4.321', '3/4321', note.key, groups, 'pedido-77']) {
    expect([search, (await found(search))[0]]).toEqual([search, `notas/${note.id}`]);
  }
  for (const search of ['9999', '4/4321', note.key.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))]) {
    expect([search, await found(search)]).toEqual([search, []]);
  }
});

test('a client is found without a care for accents, and what she is called is text', async () => {
  const [client = ''] = (await found('sao jose')).filter((path) => path.startsWith('clientes/'));
  expect((await ana.get(`/e/${own.company.taxId}/${client}`)).text).toContain('Mercearia São José');
  const { text } = await ana.get(`/e/${own.company.taxId}/ir?busca=${encodeURIComponent(attack)}`);
  expect(text).not.toContain(attack);
  expect((await ana.get(`/e/${own.company.taxId}/ir?busca=%00&busca[]=x`)).status).toBe(200);
  expect((await ana.get(`/e/${own.company.taxId}/ir?busca=${'x'.repeat(3000)}`)).status).toBe(200);
});

test('pages are those that the role may open', async () => {
  expect(await found('chaves')).toEqual(['chaves']);
  expect(await found('ATENCAO')).toEqual(['atencao']);
  const reader = await panel.person(own.company.id, 'COMPANY_READER');
  expect(await found('chaves', reader)).toEqual([]);
  expect(await found('', reader)).toEqual(expect.arrayContaining(['notas', 'recebidas', 'a-pagar']));
  expect(await found('', reader)).not.toContain('ajustes');
});

test('another company of the person is found by name or CNPJ, one that is not hers is not', async () => {
  expect(await found(other.company.taxId)).toEqual([]);
  await panel.orm.em
    .fork()
    .execute(
      `insert into membership (id, person_id, role, company_id, created_at) values (gen_random_uuid(), ?, 'COMPANY_READER', ?, now())`,
      [ana.id, other.company.id],
    );
  expect(await found(other.company.taxId)).toEqual(['notas']);
  expect(await found(other.company.taxId.slice(0, 8))).toEqual(['notas']);
});
