import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCompany, startApi } from '../api/fixture.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let api: Awaited<ReturnType<typeof startApi>>;
let own: Awaited<ReturnType<typeof newCompany>>;
let other: Awaited<ReturnType<typeof newCompany>>;
let ana: Awaited<ReturnType<Panel['person']>>;
let keys: string;
const logged: string[] = [];

beforeAll(async () => {
  panel = await startPanel({ logged: (line) => logged.push(line) });
  api = await startApi({ databaseUrl: panel.database });
  own = await newCompany(panel.orm);
  other = await newCompany(panel.orm);
  ana = await panel.person(own.company.id);
  keys = `/e/${own.company.taxId}/chaves`;
});

afterAll(async () => {
  await api.close();
  await panel.close();
});

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  panel.orm.em.fork().execute<Row[]>(text, values);
const secretIn = (text: string): string | undefined => /ck_[0-9A-Za-z]{49}/.exec(text)?.[0];
const form = (fields: Record<string, string> = {}) => ({ pedido: randomUUID(), nome: 'Loja virtual', ...fields });

test('a key is shown once, by the answer to its form, and stands neither in the log nor in what is written down', async () => {
  const sent = form({ 'escopo-documents:write': 'sim' });
  const made = await ana.post(`${keys}/nova`, sent);
  const secret = secretIn(made.text)!;
  expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(made.text).toContain(`curl "https://api.example.com/v1/fiscal-documents`);

  const again = await ana.post(`${keys}/nova`, sent);
  expect(again.status).toBe(400);
  expect(again.text).toContain('já foi criada, e só é mostrada uma vez');
  expect(await sql('select id from api_key where id = ?', [sent.pedido])).toHaveLength(1);
  const list = (await ana.get(keys)).text;
  expect(list).toContain('Loja virtual');
  expect(list).toContain('nunca usada');
  const lines = logged.join('');
  expect(lines).toContain('createKey');
  const [rows] = await sql<{ all: string }>(`select (select json_agg(a)::text from audit_entry a) ||
    (select json_agg(k)::text from api_key k) as all`);
  for (const text of [again.text, list, lines, rows?.all]) expect(text).not.toContain(secret);
  const entries = await sql<{ actor_kind: string; details: object }>(
    `select actor_kind, details from audit_entry where action = 'KEY_CREATED' and subject_id = ?`,
    [sent.pedido],
  );
  expect(entries).toMatchObject([
    { actor_kind: 'PERSON', details: { name: 'Loja virtual', scopes: ['documents:write'] } },
  ]);

  const answered = await api.call('GET', '/v1/fiscal-documents?pageSize=1', { key: secret });
  expect(answered.status).toBe(200);
  expect((await ana.get(keys)).text).toContain('usada há menos de um minuto');
});

test('a key without a name, or that has ended, is not made, and what was ticked is kept', async () => {
  const before = await sql('select id from api_key');
  const sent = form({ nome: ' ', validade: '2020-01-01', 'escopo-products:read': 'sim' });
  const refused = await ana.post(`${keys}/nova`, sent);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('Diga para que serve');
  expect(refused.text).toContain('Este dia já passou');
  expect(refused.text).toMatch(/name="escopo-products:read" value="sim" checked/);
  expect(refused.text).not.toMatch(/name="escopo-documents:write" value="sim" checked/);
  expect(refused.text).toContain(sent.pedido);
  expect(await sql('select id from api_key')).toEqual(before);
});

test('a key ends with its last day in Brasília', async () => {
  const sent = form({ validade: '2099-01-31' });
  expect((await ana.post(`${keys}/nova`, sent)).status).toBe(200);
  const [row] = await sql<{ expires_at: string }>('select expires_at from api_key where id = ?', [sent.pedido]);
  expect(new Date(row?.expires_at ?? '')).toEqual(new Date('2099-02-01T03:00:00Z'));
  expect((await ana.get(keys)).text).toContain('vale até 31/01/2099');
});

test('what stops working is said before a key is revoked; then its calls are refused', async () => {
  const address = `${keys}/${own.keyRow.id}/revogar`;
  expect((await ana.get(address)).text).toContain('é recusado desde o próximo pedido');
  expect((await api.call('GET', '/v1/fiscal-documents', { key: own.key })).status).toBe(200);
  const revoked = await ana.post(address);
  expect([revoked.status, revoked.location]).toEqual([303, `${keys}?feito=revogada`]);
  expect((await ana.get(`${keys}?feito=revogada`)).text).toContain('A chave foi revogada');
  expect((await api.call('GET', '/v1/fiscal-documents', { key: own.key })).status).toBe(401);
  expect((await ana.get(address)).status).toBe(404);
});

test("another company's key is neither seen nor revoked, nor taken over by its id", async () => {
  const theirs = other.keyRow.id;
  for (const id of [theirs, randomUUID(), 'x']) {
    expect((await ana.get(`${keys}/${id}/revogar`)).status).toBe(404);
    expect((await ana.post(`${keys}/${id}/revogar`)).status).toBe(404);
  }
  const taken = await ana.post(`${keys}/nova`, form({ pedido: theirs }));
  expect([taken.status, secretIn(taken.text)]).toEqual([400, undefined]);
  expect(taken.text).not.toContain(other.keyRow.hint);
  expect(await sql('select company_id, revoked_at from api_key where id = ?', [theirs])).toEqual([
    { company_id: other.company.id, revoked_at: null },
  ]);
});

test('a name is text on every page', async () => {
  const attack = `<script>alert(1)</script>"'>`;
  const made = await ana.post(`${keys}/nova`, form({ nome: attack }));
  for (const { text } of [made, await ana.get(keys)]) {
    expect(text).toContain('&lt;script&gt;alert(1)');
    expect(text).not.toContain('<script>alert');
  }
});
