import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createCompany } from '../../operations/provisioning.ts';
import { newCompany } from '../api/fixture.ts';
import { make, pfxOf } from '../domain/companies/making-certificates.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let company: Company;
let ana: Awaited<ReturnType<Panel['person']>>;
let page: string;

const cnpj = demoCompany.taxId;
const root = make({ name: 'AC Raiz de Teste', ca: true });
const attack = `<script>alert(1)</script>"'`;
const leaf = make({ name: `LOJA ${attack}:${cnpj}`, cnpj, issuer: root });
const blobOf = (pfx: Buffer): Blob => new Blob([new Uint8Array(pfx)]);
const good = blobOf(pfxOf(leaf, { chain: [root] }));

beforeAll(async () => {
  panel = await startPanel({ trust: [root.pem] });
  const technicalResponsible = {
    cnpj: '11444777000161',
    contact: 'Ana',
    email: 'ana@example.com',
    phone: '11999999999',
  };
  company = await createCompany(acrossCompanies(panel.orm), { ...demoCompany, technicalResponsible });
  ana = await panel.person(company.id);
  page = `/e/${company.taxId}/certificado`;
});

afterAll(() => panel.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  panel.orm.em.fork().execute<Row[]>(text, values);
const mine = () => sql<{ id: string }>('select id from certificate where company_id = ?', [company.id]);
const day = 86_400_000;

test.each([
  ['nothing', {}, 'Escolha o arquivo do certificado.'],
  ['what is no certificate', { arquivo: new Blob(['isto não é um certificado']) }, 'não é um certificado A1'],
  ['more than a megabyte', { arquivo: new Blob([new Uint8Array(2 * 1024 * 1024)]) }, 'tem mais de 1 MB'],
  ['another password', { arquivo: good, senha: '4321' }, 'A senha do certificado está errada'],
  [
    'that of another company',
    { arquivo: blobOf(pfxOf(make({ name: 'OUTRA', cnpj: '11444777000161', issuer: root, key: leaf }))), senha: '1234' },
    'O certificado é de outro CNPJ',
  ],
  [
    'one that has ended',
    {
      arquivo: blobOf(
        pfxOf(make({ name: 'LOJA', cnpj, issuer: root, key: leaf, notAfter: new Date(Date.now() - day) })),
      ),
      senha: '1234',
    },
    'O certificado está vencido',
  ],
  [
    'one of an unknown root',
    { arquivo: blobOf(pfxOf(make({ name: 'LOJA', cnpj, key: leaf }))), senha: '1234' },
    'peça a quem cuida do Lavra que a aceite',
  ],
])(
  '%s is refused beside its field, and nothing is kept',
  async (_what, fields: Record<string, string | Blob>, sentence) => {
    const refused = await ana.upload(page, fields);
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(new RegExp(`<strong class="wrong"[^>]*>[^<]*${sentence}`));
    expect(refused.text).not.toContain('4321');
    expect(await mine()).toEqual([]);
  },
);

test('a form that is no upload, or is cut, changes nothing', async () => {
  expect((await ana.post(page, { arquivo: 'x', senha: '1234' })).status).toBe(400);
  const cut = await ana.post(page, {}, { 'content-type': 'multipart/form-data; boundary=x' });
  expect(cut.text).toContain('Escolha-o de novo');
  expect(await mine()).toEqual([]);
});

test('a certificate is taken, asks for what others issue, and is shown as text; it is written down who did it', async () => {
  expect((await ana.get(page)).text).toContain('A empresa não tem certificado em vigor');
  const added = await ana.upload(page, { arquivo: good, senha: '1234' });
  expect([added.status, added.location]).toEqual([303, `${page}?feito=adicionado`]);
  const { text } = await ana.get(`${page}?feito=adicionado`);
  expect(text).toContain('O certificado está em uso');
  expect(text).toContain('Faltam 365 dias');
  expect(text).toContain('LOJA &lt;script&gt;');
  expect(text).not.toContain('<script>alert');
  expect(text).toContain('11.222.333/0001-81');
  expect(await sql('select source from distribution where company_id = ? order by source', [company.id])).toEqual([
    { source: 'NFE' },
    { source: 'NFSE' },
  ]);
  const entries = await sql(
    `select actor_kind, actor_id, details::text from audit_entry where action = 'CERTIFICATE_ADDED'`,
  );
  expect(entries).toMatchObject([{ actor_kind: 'PERSON', actor_id: ana.id }]);
  expect(JSON.stringify(entries)).not.toContain('1234');
});

test('what waited for a certificate is due at once', async () => {
  await sql(`update distribution set status = 'PAUSED', next_visit_at = now() + interval '1 day', not_before = now()`);
  await ana.upload(page, { arquivo: good, senha: '1234' });
  const waits = await sql(`select id from distribution where next_visit_at > now()`);
  expect(waits).toEqual([]);
  expect(await mine()).toHaveLength(1);
});

test.each([
  [40, undefined],
  [30, 'wait'],
  [7, 'wait'],
  [1, 'bad'],
  [0, 'bad'],
])('with %i days left the page says so', async (days, kind) => {
  const [row] = await mine();
  await sql(`update certificate set not_after = now() + make_interval(days => ?) where id = ?`, [days, row!.id]);
  const { text } = await ana.get(page);
  const notice = /<p class="notice"[^>]*>/.exec(text)?.[0];
  expect(notice).toContain(kind ? `data-kind="${kind}"` : 'class="notice"');
  expect(text).toContain(days === 0 ? 'Venceu em' : days === 1 ? 'Vence dentro de um dia' : `Faltam ${days} dias`);
  await sql(`update certificate set not_after = now() + interval '365 days' where id = ?`, [row!.id]);
});

test('the last valid certificate is asked for twice; another company has none of it', async () => {
  const [row] = await mine();
  const address = `${page}/${row!.id}/apagar`;
  const stranger = await panel.person((await newCompany(panel.orm)).company.id);
  const theirs = await stranger.get('/conta');
  const abroad = /\/e\/(\w{14})\/notas/.exec(theirs.text)?.[1];
  expect((await stranger.get(`/e/${abroad}/certificado/${row!.id}/apagar`)).status).toBe(404);
  expect((await stranger.post(`/e/${abroad}/certificado/${row!.id}/apagar`, { ciente: 'sim' })).status).toBe(404);
  expect((await ana.get(address)).text).toContain('É o único certificado válido da empresa');
  expect((await ana.post(address)).status).toBe(400);
  expect(await mine()).toHaveLength(1);
  expect((await ana.post(address, { ciente: 'sim' })).location).toBe(`${page}?feito=apagado`);
  expect(await mine()).toEqual([]);
  expect((await ana.post(address, { ciente: 'sim' })).status).toBe(404);
});

test.each([
  ['csc', 'token'],
  ['csrt', 'code'],
])('the %s of an environment is set, replaced and erased, and its secret never shown', async (code, field) => {
  const at = `${page}/${code}/homologacao`;
  const secret = 'SEGREDO-0123456789-ABCDEF';
  const refused = await ana.post(at, { id: '1', [field]: 'curto demais' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('Deve ter de 16 a 36 caracteres');
  expect(refused.text).not.toContain('curto demais');
  expect((await ana.post(at, { id: '1', [field]: secret })).location).toBe(`${page}?feito=codigo`);
  for (const { text } of [await ana.get(page), await ana.get(at)]) {
    expect(text).toMatch(code === 'csc' ? /Número 1\b/ : /Número 01\b/);
    expect(text).not.toContain(secret);
  }
  expect((await ana.post(`${at}/apagar`)).location).toBe(`${page}?feito=codigo-apagado`);
  expect((await ana.post(`${at}/apagar`)).status).toBe(303);
  expect((await ana.get(at)).text).not.toMatch(/Número \d/);
  expect((await ana.get(`${page}/${code}/marte`)).status).toBe(404);
});
