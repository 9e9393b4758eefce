import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CompanyRole, companyRoles } from '../../domain/accounts/roles.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { acrossCompanies, administering, inCompany, inPanel, onlyReading } from '../../operations/in-company.ts';
import { type PageName, rightOf } from '../../panel/rights.ts';
import { newCompany, sale, startApi } from '../api/fixture.ts';
import { authorizedXml, sampleKey } from '../domain/pages/danfe/authorized-xml.ts';
import { authorizedSale } from '../support/rows/authorized-sale.ts';
import { recipient as client } from '../support/samples/notes.ts';
import { byLogin, patientOrm } from '../support/servers/parts.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Company = Awaited<ReturnType<typeof newCompany>>;
let panel: Panel;
let api: Awaited<ReturnType<typeof startApi>>;
let own: Company;
let other: Company;
let draft: string;
let certificate: string;
/** Of a client on record. */
let kept: string;
type Person = Awaited<ReturnType<Panel['person']>>;
/** One of the other company, and one of each role of the own. */
let stranger: Person;
const people = new Map<CompanyRole, Person>();
const ofRole = (role: CompanyRole): Person => people.get(role)!;

const attack = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;

beforeAll(async () => {
  panel = await startPanel();
  api = await startApi({ databaseUrl: panel.database });
  own = await newCompany(panel.orm);
  other = await newCompany(panel.orm);
  stranger = await panel.person(other.company.id);
  for (const role of companyRoles) people.set(role, await panel.person(own.company.id, role));
  const created = await api.call('POST', '/v1/fiscal-documents', {
    key: own.key,
    body: sale({
      externalId: `ped ${attack}`.slice(0, 60),
      client: { ...(sale()['client'] as object), name: `Loja ${attack}`.slice(0, 60) },
      items: [
        { code: 'P', description: attack, ncm: '19012090', cfop: '5102', unit: 'UN', quantity: 1, unitValue: '5.00' },
      ],
    }),
  });
  draft = (created.body as { id: string }).id;
  const [row] = await panel.orm.em
    .fork()
    .execute<{ id: string }[]>('select id from certificate where company_id = ?', [own.company.id]);
  certificate = row!.id;
  const record = await api.call('POST', '/v1/clients', { key: own.key, body: { name: 'Loja da Esquina' } });
  kept = (record.body as { id: string }).id;
});

afterAll(async () => {
  await api.close();
  await panel.close();
});

type Address = (taxId: string) => string;

/** A page by its address, or a form by where it is sent, for the company of a CNPJ. `status` is what its roles get where that is not 200. */
type Row = { get: Address; status?: number } | { post: Address } | { stream: Address };

/** Every page and form has its row: one without does not compile. */
const rows: Record<PageName, Row> = {
  signIn: { get: () => '/entrar' },
  password: { get: () => '/senha/desconhecido' },
  passkeySignIn: { post: () => '/entrar/chave' },
  forgotten: { get: () => '/senha' },
  invitation: { get: () => '/convite/desconhecido' },
  secondFactor: { get: () => '/segundo-fator' },
  passkeySecondFactor: { post: () => '/segundo-fator/chave' },
  signOut: { post: () => '/sair' },
  home: { get: () => '/' },
  account: { get: () => '/conta' },
  confirm: { get: () => '/confirmar' },
  passkeyConfirm: { post: () => '/confirmar/chave' },
  addPasskey: { get: () => '/conta/chave-de-acesso' },
  removePasskey: { post: () => `/conta/chaves-de-acesso/${randomUUID()}/remover` },
  setTotp: { get: () => '/conta/codigo-do-celular' },
  removeTotp: { post: () => '/conta/codigo-do-celular/desligar' },
  recoveryCodes: { post: () => '/conta/codigos-de-recuperacao' },
  endSession: { post: () => `/conta/sessoes/${randomUUID()}/encerrar` },
  people: { get: (taxId) => `/e/${taxId}/pessoas` },
  invitePerson: { post: (taxId) => `/e/${taxId}/pessoas/convidar` },
  withdrawInvitation: { post: (taxId) => `/e/${taxId}/convites/${randomUUID()}/retirar` },
  changeRole: { post: (taxId) => `/e/${taxId}/pessoas/${randomUUID()}/papel` },
  endAccess: { post: (taxId) => `/e/${taxId}/pessoas/${randomUUID()}/encerrar` },
  notes: { get: (taxId) => `/e/${taxId}/notas` },
  note: { get: (taxId) => `/e/${taxId}/notas/${draft}` },
  noteFile: { get: (taxId) => `/e/${taxId}/notas/${draft}/xml`, status: 404 }, // a draft has no file
  notesFile: { get: (taxId) => `/e/${taxId}/notas.csv?nota=${draft}` },
  live: { stream: (taxId) => `/e/${taxId}/vivo` }, // does not end: see live.test.ts
  attention: { get: (taxId) => `/e/${taxId}/atencao` },
  tryAgain: { post: (taxId) => `/e/${taxId}/atencao/tentar` },
  askSources: { post: (taxId) => `/e/${taxId}/atencao/consultar` },
  giveUpReplaced: { post: (taxId) => `/e/${taxId}/atencao/inutilizar` },
  webhooks: { get: (taxId) => `/e/${taxId}/webhooks` },
  newWebhook: { get: (taxId) => `/e/${taxId}/webhooks/novo` },
  addWebhook: { post: (taxId) => `/e/${taxId}/webhooks/novo` },
  webhook: { get: (taxId) => `/e/${taxId}/webhooks/${randomUUID()}`, status: 404 },
  changeWebhook: { post: (taxId) => `/e/${taxId}/webhooks/${randomUUID()}` },
  pauseWebhook: { post: (taxId) => `/e/${taxId}/webhooks/${randomUUID()}/pausar` },
  reactivateWebhook: { post: (taxId) => `/e/${taxId}/webhooks/${randomUUID()}/reativar` },
  testWebhook: { post: (taxId) => `/e/${taxId}/webhooks/${randomUUID()}/testar` },
  rotateWebhookSecret: { post: (taxId) => `/e/${taxId}/webhooks/${randomUUID()}/trocar-segredo` },
  removeWebhook: { post: (taxId) => `/e/${taxId}/webhooks/${randomUUID()}/remover` },
  deliveries: { get: (taxId) => `/e/${taxId}/webhooks/entregas` },
  delivery: { get: (taxId) => `/e/${taxId}/webhooks/entregas/${randomUUID()}`, status: 404 },
  redeliver: { post: (taxId) => `/e/${taxId}/webhooks/entregas/${randomUUID()}/reenviar` },
  redeliverMany: { get: (taxId) => `/e/${taxId}/webhooks/entregas/reenviar` },
  redeliverAll: { post: (taxId) => `/e/${taxId}/webhooks/entregas/reenviar` },
  office: { get: (taxId) => `/e/${taxId}/escritorio` },
  acceptLink: { post: (taxId) => `/e/${taxId}/escritorio/${randomUUID()}/aceitar` },
  refuseLink: { post: (taxId) => `/e/${taxId}/escritorio/${randomUUID()}/recusar` },
  allowIssuing: { post: (taxId) => `/e/${taxId}/escritorio/${randomUUID()}/emissao` },
  endLink: { post: (taxId) => `/e/${taxId}/escritorio/${randomUUID()}/encerrar` },
  audit: { get: (taxId) => `/e/${taxId}/auditoria` },
  auditFile: { get: (taxId) => `/e/${taxId}/auditoria/planilha` },
  keys: { get: (taxId) => `/e/${taxId}/chaves` },
  newKey: { get: (taxId) => `/e/${taxId}/chaves/nova` },
  createKey: { post: (taxId) => `/e/${taxId}/chaves/nova` },
  keyRevocation: { get: (taxId) => `/e/${taxId}/chaves/${own.keyRow.id}/revogar` },
  certificate: { get: (taxId) => `/e/${taxId}/certificado` },
  addCertificate: { post: (taxId) => `/e/${taxId}/certificado` },
  certificateRemoval: { get: (taxId) => `/e/${taxId}/certificado/${certificate}/apagar` },
  removeCertificate: { post: (taxId) => `/e/${taxId}/certificado/${certificate}/apagar` },
  securityCode: { get: (taxId) => `/e/${taxId}/certificado/csc/homologacao` },
  setSecurityCode: { post: (taxId) => `/e/${taxId}/certificado/csc/homologacao` },
  removeSecurityCode: { post: (taxId) => `/e/${taxId}/certificado/csc/homologacao/apagar` },
  revokeKey: { post: (taxId) => `/e/${taxId}/chaves/${own.keyRow.id}/revogar` },
  noteLetter: { get: (taxId) => `/e/${taxId}/notas/${draft}/carta`, status: 404 },
  noteProof: { get: (taxId) => `/e/${taxId}/notas/${draft}/entrega/${randomUUID()}`, status: 404 },
  noteCancel: { get: (taxId) => `/e/${taxId}/notas/${draft}/cancelar` },
  cancelNote: { post: (taxId) => `/e/${taxId}/notas/${draft}/cancelar` },
  noteCorrect: { get: (taxId) => `/e/${taxId}/notas/${draft}/corrigir` },
  correctNote: { post: (taxId) => `/e/${taxId}/notas/${draft}/corrigir` },
  noteReceipt: { get: (taxId) => `/e/${taxId}/notas/${draft}/entrega` },
  registerReceipt: { post: (taxId) => `/e/${taxId}/notas/${draft}/entrega` },
  removeReceipt: { post: (taxId) => `/e/${taxId}/notas/${draft}/entrega/remover` },
  noteDecide: { get: (taxId) => `/e/${taxId}/notas/${draft}/decidir` },
  decideNote: { post: (taxId) => `/e/${taxId}/notas/${draft}/decidir` },
  emitNote: { post: (taxId) => `/e/${taxId}/notas/${draft}/emitir` },
  removeNote: { post: (taxId) => `/e/${taxId}/notas/${draft}/apagar` },
  retryNote: { post: (taxId) => `/e/${taxId}/notas/${draft}/tentar` },
  inutilizations: { get: (taxId) => `/e/${taxId}/inutilizacoes` },
  giveUpNumbers: { post: (taxId) => `/e/${taxId}/inutilizacoes` },
  records: { get: (taxId) => `/e/${taxId}/clientes` },
  record: { get: (taxId) => `/e/${taxId}/clientes/${kept}` },
  newRecord: { get: (taxId) => `/e/${taxId}/clientes/novo` },
  createRecord: { post: (taxId) => `/e/${taxId}/clientes/novo` },
  recordChange: { post: (taxId) => `/e/${taxId}/clientes/${kept}` },
  recordRemoval: { get: (taxId) => `/e/${taxId}/clientes/${kept}/remover` },
  removeRecord: { post: (taxId) => `/e/${taxId}/clientes/${kept}/remover` },
  importRecords: { get: (taxId) => `/e/${taxId}/clientes/importar` },
  importTemplate: { get: (taxId) => `/e/${taxId}/clientes/importar/modelo.csv` },
  previewImport: { post: (taxId) => `/e/${taxId}/clientes/importar/conferir` },
  doImport: { post: (taxId) => `/e/${taxId}/clientes/importar` },
  importResult: { get: (taxId) => `/e/${taxId}/clientes/importar/${randomUUID()}`, status: 404 },
  received: { get: (taxId) => `/e/${taxId}/recebidas` },
  receivedNote: { get: (taxId) => `/e/${taxId}/recebidas/${randomUUID()}`, status: 404 },
  receivedFile: { get: (taxId) => `/e/${taxId}/recebidas/${randomUUID()}/xml`, status: 404 },
  receivedMonth: { get: (taxId) => `/e/${taxId}/recebidas/mes.zip?mes=2026-11`, status: 400 }, // nothing was received
  syncReceived: { post: (taxId) => `/e/${taxId}/recebidas/buscar` },
  manifestation: { get: (taxId) => `/e/${taxId}/recebidas/responder` },
  manifest: { post: (taxId) => `/e/${taxId}/recebidas/responder` },
  payables: { get: (taxId) => `/e/${taxId}/a-pagar` },
  payablesCsv: { get: (taxId) => `/e/${taxId}/a-pagar/contas.csv` },
  payPayable: { post: (taxId) => `/e/${taxId}/a-pagar/${randomUUID()}/pagar` },
  takePaymentBack: { post: (taxId) => `/e/${taxId}/a-pagar/${randomUUID()}/desfazer` },
};

const ofCompany = Object.entries(rows).flatMap(([name, row]) => {
  const { audience } = rightOf(name as PageName);
  return typeof audience === 'object' ? [{ name, row, audience }] : [];
});
const pages = ofCompany.flatMap(({ row, ...of }) => ('get' in row ? [{ ...of, row }] : []));
const forms = ofCompany.flatMap(({ row, ...of }) => ('post' in row ? [{ ...of, row }] : []));
const withoutId = ({ text }: { text: string }): string => text.replace(/<code>.*<\/code>/, '');

test.each(pages)(
  '$name: nobody without a session, nobody of another company, the roles of its own that may',
  async ({ row, audience }) => {
    const address = row.get(own.company.taxId);
    expect((await panel.browser().get(address)).location).toMatch(/^\/entrar\?para=/);
    const refused = await stranger.get(address);
    expect(refused.status).toBe(404);
    expect(withoutId(await stranger.get(row.get('99999999999999')))).toBe(withoutId(refused));
    for (const role of companyRoles) {
      const person = ofRole(role);
      const { status } = await person.get(address);
      expect([role, status]).toEqual([role, audience.includes(role) ? (row.status ?? 200) : 404]);
      await membershipEnds(person, 'now()');
      expect((await person.get(address)).text).toContain('Não há nada aqui');
      await membershipEnds(person, 'null');
    }
  },
);

test.each(forms)(
  '$name: no form from elsewhere, none of nobody, of another company, or of a role that may not',
  async ({ row, audience }) => {
    const address = row.post(own.company.taxId);
    const nobody = await panel.browser().post(address);
    expect([nobody.status, nobody.location]).toEqual([303, '/entrar']);
    expect((await stranger.post(address)).status).toBe(404);
    for (const role of companyRoles) {
      const person = ofRole(role);
      for (const site of ['cross-site', 'same-site', 'none']) {
        expect((await person.post(address, {}, { 'sec-fetch-site': site })).status).toBe(403);
      }
      if (!audience.includes(role)) expect([role, (await person.post(address)).status]).toEqual([role, 404]);
    }
  },
);

function membershipEnds({ id }: Person, at: 'now()' | 'null'): Promise<unknown> {
  return panel.orm.em.fork().execute(`update membership set ended_at = ${at} where person_id = ?`, [id]);
}

test('a note of another company is not shown below one’s own address', async () => {
  for (const path of ['', '/pdf', '/xml']) {
    expect((await stranger.get(`/e/${other.company.taxId}/notas/${draft}${path}`)).status).toBe(404);
  }
  expect((await stranger.get(`/e/${other.company.taxId}/notas/x'--`)).status).toBe(404);
});

test('of an authorized note there are page and XML, and its story says where the time went', async () => {
  const id = await authorizedNote();
  const person = await panel.person(own.company.id, 'COMPANY_READER');
  const base = `/e/${own.company.taxId}/notas/${id}`;
  const note = (await person.get(base)).text;
  expect(note).toMatch(/<b>Autorizada<\/b>/);
  expect(note).toContain('protocolo 135260000000001');
  expect(note).toContain('Por que estes impostos');
  expect(note).toContain('Enviada à SEFAZ <code>100</code>');
  expect(note).toContain('Sem resposta. Antes de repetir, o Lavra pergunta pela chave');
  expect(note).toMatch(/Do pedido ao desfecho:[\s\S]*autoridade\s+1,5 s, espera 2,0 s/);
  const xml = await person.get(`${base}/xml`);
  expect([xml.status, xml.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(xml.headers.get('content-disposition')).toMatch(/^attachment; filename="\d{44}-procNFe\.xml"$/);
  const pdf = await person.get(`${base}/pdf`);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(pdf.text.startsWith('%PDF-')).toBe(true);
});

/** A note as the authority left it after one call without an answer. */
async function authorizedNote(): Promise<string> {
  const em = acrossCompanies(panel.orm);
  const on = new Date('2026-11-27T15:00:00Z');
  const { company } = own;
  const line = { code: 'P', description: 'Pão', ncm: '19012090', cfop: '5102', quantity: '1', unitValue: '5.00' };
  const payload = { type: 'NFE', operationNature: 'Venda', items: [line] } as const;
  const { id } = authorizedSale(em, { company, payload: { ...payload, items: [line] }, client, on, number: 7 });
  await em.flush();
  const key = sampleKey();
  await em.execute('update document set access_key = ?, created_at = ? where id = ?', [key, on, id]);
  await em.execute(
    `insert into emission (document_id, attempt, company_id, series, number, subject, access_key, signed_xml, digest_value, proc_xml, created_at)
     values (?, 1, ?, 1, 7, ?, ?, '<NFe/>', 'digest', ?, ?)`,
    [id, company.id, key, key, authorizedXml(), on],
  );
  const call = (start: string, end: string, cStat: string | null) =>
    em.execute(
      `insert into authority_call (id, company_id, tax_id_root, environment, service, subject, started_at, ended_at, c_stat, answer)
       values (gen_random_uuid(), ?, '11222333', 'HOMOLOGATION', 'NfeAutorizacao', ?, ?, ?, ?, null)`,
      [company.id, key, start, end, cStat],
    );
  await call('2026-11-27T15:00:01Z', '2026-11-27T15:00:02Z', null);
  await call('2026-11-27T15:00:04Z', '2026-11-27T15:00:04.5Z', '100');
  return id;
}

test('what an ERP sends is text on every page, and nothing of it runs', async () => {
  const person = await panel.person(own.company.id);
  const list = await person.get(`/e/${own.company.taxId}/notas`);
  const note = await person.get(`/e/${own.company.taxId}/notas/${draft}`);
  const found = await person.get(`/e/${own.company.taxId}/notas?busca=${encodeURIComponent(attack)}`);
  for (const { text, headers } of [list, note, found]) {
    expect(text).not.toMatch(/<script(?! type="module" src="\/arquivos\/)|<img|onerror=alert\(1\)>/);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
        "require-trusted-types-for 'script'; trusted-types lavra; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/ style=| on\w+="/);
  }
  expect(note.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('filters are in the address; those that make no sense are not applied', async () => {
  const person = await panel.person(own.company.id);
  const at = (query: string) => person.get(`/e/${own.company.taxId}/notas?${query}`);
  expect((await at('situacao=DRAFT')).text).toContain('Rascunho</span>');
  expect((await at('situacao=REJECTED')).text).toContain('Nada com estes filtros');
  expect((await at('ambiente=producao')).text).toContain('Nenhuma nota ainda');
  expect((await at('situacao=NADA&tipo=X&pagina=-1&de=ontem&busca[]=a')).status).toBe(200);
  const backwards = await at('de=2026-12-31&ate=2026-01-01');
  expect(backwards.status).toBe(400);
  expect(backwards.text).toContain('role="alert"');
});

test('the list counts and shows every status by a word', async () => {
  const person = await panel.person(own.company.id);
  const { text } = await person.get(`/e/${own.company.taxId}/notas`);
  for (const word of ['Todas', 'Autorizadas', 'Em emissão', 'Rejeitadas', 'Rascunhos', 'Canceladas']) {
    expect(text).toContain(word);
  }
  expect(text).toMatch(/Rascunhos <b>1<\/b>/);
});

test('a page that is not there says so', async () => {
  const person = await panel.person(own.company.id);
  expect((await person.get('/nada')).status).toBe(404);
});

test('health is told to who watches', async () => {
  expect(JSON.parse((await panel.browser().get('/health')).text)).toMatchObject({
    status: 'ok',
    version: '0.0.0-test',
  });
  expect(JSON.parse((await panel.browser().get('/health/ready')).text)).toEqual({ status: 'ok', database: 'up' });
});

test('the panel’s login sees people and acts for a company; the API’s sees nobody', async () => {
  const apiOrm = await patientOrm(byLogin(panel.database, 'api'));
  const denied = /permission denied/;
  for (const table of ['panel_person', 'membership', 'panel_session', 'person_token', 'sign_in_bucket']) {
    const read = inCompany(apiOrm, own.company.id, (em) => em.execute(`select * from ${table}`));
    await expect(read).rejects.toThrow(denied);
  }
  await expect(apiOrm.em.fork().execute(`select * from admit_session('', '')`)).rejects.toThrow(denied);
  await expect(apiOrm.em.fork().execute(`set role lavra_panel`)).rejects.toThrow(/permission denied to set role/);
  await apiOrm.close();
  for (const sql of [
    `update panel_person set status = 'ACTIVE'`,
    `update panel_person set email = 'x'`,
    'delete from person_token',
    'select * from sign_in_bucket',
  ]) {
    await expect(inPanel(panel.own, (em) => em.execute(sql))).rejects.toThrow(denied);
  }
  const seen = await inCompany(panel.own, other.company.id, (em) => em.execute('select id from document'));
  expect(seen).toEqual([]);
});

test('keys and settings are the panel’s to change, of the company that it acts for and of no other, and never a reader’s', async () => {
  const actor = lavraItself;
  const mine = { id: own.company.id, actor };
  const count = (table: string) =>
    administering(panel.own, mine, (em) => em.execute(`select distinct company_id as id from ${table}`));
  expect(await count('api_key')).toEqual([{ id: own.company.id }]);
  expect(await count('certificate')).toEqual([{ id: own.company.id }]);
  expect(await inPanel(panel.own, (em) => em.execute('select id from api_key'))).toEqual([]);
  const keyFor = (company: string) =>
    `insert into api_key (id, company_id, name, hash, hint, scopes, rate_per_second, rate_burst, created_at)
     values (gen_random_uuid(), '${company}', 'x', md5(random()::text), 'x', '{}', 1, 1, now())`;
  await administering(panel.own, mine, (em) => em.execute(keyFor(own.company.id)));
  await expect(administering(panel.own, mine, (em) => em.execute(keyFor(other.company.id)))).rejects.toThrow(
    /violates row-level security/,
  );
  const renamed = (id: string) => `update company set trade_name = 'Outra' where id = '${id}' returning id`;
  expect(await administering(panel.own, mine, (em) => em.execute(renamed(other.company.id)))).toEqual([]);
  await expect(
    onlyReading(() => administering(panel.own, mine, (em) => em.execute(renamed(own.company.id)))),
  ).rejects.toThrow(/read-only transaction/);
  const apiOrm = await patientOrm(byLogin(panel.database, 'api'));
  for (const sql of ['select id from api_key', 'select sealed from certificate', renamed(own.company.id)]) {
    await expect(inCompany(apiOrm, own.company.id, (em) => em.execute(sql))).rejects.toThrow(/permission denied/);
  }
  await apiOrm.close();
});
