import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfficeRole } from '../../domain/accounts/roles.ts';
import { PortfolioPart } from '../../domain/accounts/person.entity.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { officeClosingsId } from '../../temporal/names.ts';
import { filesOf } from '../support/clients/closings.ts';
import { linkedCompany, monthDocument, newClosing } from '../support/rows/closing.ts';
import { newOffice } from '../support/rows/office.ts';
import { type TestTemporal, testTemporal } from '../support/servers/temporal.ts';
import { openStream } from './open-stream.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Person = Awaited<ReturnType<Panel['member']>>;
let panel: Panel;
let temporal: TestTemporal;
let office: Office;
let board: string;
let admin: Person;
/** A company without a fault; one with missing numbers, and one without notes. */
let whole: Company;
let broken: Company;
let idle: Company;

beforeAll(async () => {
  temporal = await testTemporal();
  panel = await startPanel({ temporal: temporal.client });
  ({ office } = await newOffice(panel.orm));
  board = `/c/${office.taxId}/fechamento/2026-10`;
  admin = await person('OFFICE_ADMIN');
  [whole, broken, idle] = [await company('Padaria'), await company('Oficina'), await company('Consultoria')];
  await monthDocument(panel.orm, whole, { series: 1, number: 1 });
  await monthDocument(panel.orm, broken, { series: 1, number: 1 });
  await monthDocument(panel.orm, broken, { series: 1, number: 4 });
});

afterAll(async () => {
  await temporal.client.workflow
    .getHandle(officeClosingsId(office.id))
    .terminate()
    .catch(() => {});
  await panel.close();
  await temporal.close();
});

function person(role: OfficeRole, of = office): Promise<Person> {
  return panel.member({ officeId: of.id, role });
}

async function company(name: string, of = office): Promise<Company> {
  const made = await linkedCompany(panel.orm, of, { name });
  await execute(
    `insert into certificate (id, company_id, tax_id, subject, issuer, serial_number, fingerprint, not_before, not_after, sealed, is_active, created_at)
     values (gen_random_uuid(), ?, '11222333000181', 'CN', 'AC', '1', gen_random_uuid()::text, '2026-01-01', '2030-01-01', '{}', true, now())`,
    made.id,
  );
  return made;
}

const execute = (sql: string, ...values: unknown[]): Promise<unknown> =>
  acrossCompanies(panel.orm).execute(sql, values);

/** The items below each title of a board. */
function groups(text: string): Record<string, string[]> {
  const sections = [...text.matchAll(/<section class="lane"[\s\S]*?<\/section>/g)].map(([section]) => section);
  return Object.fromEntries(
    sections.map((section) => [
      /<h2[^>]*>([^<]*[^<\s])\s*<b>/.exec(section)![1]!,
      [...section.matchAll(/class="open"[^>]*>([^<]+)</g)].map(([, name]) => name!),
    ]),
  );
}

/** A clerk with access to these companies alone. */
async function clerkOf(...companies: Company[]): Promise<Person> {
  const clerk = await person('OFFICE_CLERK');
  const [row] = (await execute('select id from membership where person_id = ?', clerk.id)) as { id: string }[];
  const em = acrossCompanies(panel.orm);
  for (const { id } of companies) em.create(PortfolioPart, { membership: row!.id, company: id, office: office.id });
  await em.flush();
  return clerk;
}

test('the board begins with what needs somebody, leads to where it is mended, and to the month that is to be closed', async () => {
  const { text } = await admin.get(board);
  expect(groups(text)).toEqual({
    'Precisam de alguém': ['Oficina'],
    Abertas: ['Padaria'],
    'Sem movimento': ['Consultoria'],
  });
  expect(text).toContain('Falta explicar 2 números: NF-e 1/2 a 3');
  expect(text).toContain(`href="${board}/numeros/${broken.taxId}"`);
  expect(text).toContain('Fechar a aberta');
  const { location } = await admin.get(`/c/${office.taxId}/fechamento`);
  expect(location).toMatch(/\/fechamento\/20\d\d-[01]\d$/);
  expect((await admin.get(location!)).status).toBe(200);
  for (const month of ['2026-13', '2999-01', 'hoje']) {
    expect((await admin.get(`/c/${office.taxId}/fechamento/${month}`)).status).toBe(404);
  }
  expect(groups((await admin.get(`${board}?busca=oficina`)).text)).toEqual({ 'Precisam de alguém': ['Oficina'] });
});

test('a reader sees it and does nothing, and a clerk sees her part', async () => {
  const { text } = await (await person('OFFICE_READER')).get(board);
  expect(groups(text)).toEqual(groups((await admin.get(board)).text));
  expect(text).not.toMatch(/Fechar (?:a|o|assim)|name="empresa"/);
  expect(groups((await (await clerkOf(whole)).get(board)).text)).toEqual({ Abertas: ['Padaria'] });
});

test('numbers are explained on a page of their own, by who may, and hinder nothing from then on', async () => {
  const page = `${board}/numeros/${broken.taxId}`;
  const gap = { tipo: 'NFE', serie: '1', de: '2', ate: '3' };
  expect((await admin.get(page)).text).toContain('NF-e 1/2 a 3');
  const short = await admin.post(page, { ...gap, motivo: 'curto' });
  expect([short.status, short.text]).toEqual([400, expect.stringContaining('Diga o motivo com 10 a 255 letras')]);
  const others = await admin.post(page, { ...gap, ate: '4', motivo: 'Outro sistema emitiu' });
  expect([others.status, others.text]).toEqual([400, expect.stringContaining('Estes números não faltam mais')]);
  expect((await (await clerkOf(whole)).post(page, { ...gap, motivo: 'Outro sistema emitiu' })).status).toBe(404);
  const done = await admin.post(page, { ...gap, motivo: 'Outro sistema emitiu estas notas' });
  expect([done.status, done.location]).toEqual([303, `${page}?feito=explicados`]);
  expect(groups((await admin.get(board)).text)['Abertas']).toEqual(['Oficina', 'Padaria']);
  const listed = (await admin.get(page)).text;
  expect(listed).toContain('Outro sistema emitiu estas notas (Ana Ribeiro');
  const explicacao = /name="explicacao" value="([^"]+)"/.exec(listed)![1]!;
  expect((await (await clerkOf(whole)).post(`${page}/retirar`, { explicacao })).status).toBe(404);
  expect((await admin.post(`${page}/retirar`, { explicacao })).location).toBe(`${page}?feito=retirada`);
  expect(groups((await admin.get(board)).text)['Precisam de alguém']).toEqual(['Oficina']);
  const entries = await execute(
    'select action, actor_name from audit_entry where subject_id = ? order by id',
    broken.id,
  );
  expect(entries).toEqual([
    { action: 'NUMBERS_EXPLAINED', actor_name: 'Ana Ribeiro' },
    { action: 'NUMBERS_EXPLANATION_WITHDRAWN', actor_name: 'Ana Ribeiro' },
  ]);
});

test('all that nothing hinders are closed at once, one by its own button, and what is skipped says why', async () => {
  const all = await admin.post(`${board}/fechar`, { todas: 'sim', arquivos: 'xml' });
  expect([all.status, all.location]).toEqual([303, `${board}?feito=fechando`]);
  expect(groups((await admin.get(board)).text)).toMatchObject({ Fechando: ['Padaria'] });
  const [row] = (await execute('select * from closing where company_id = ?', whole.id)) as Record<string, unknown>[];
  expect(row).toMatchObject({ status: 'PENDING', include_xml: true, include_pdf: false, created_by: null });
  const again = await admin.post(`${board}/fechar`, { so: whole.id });
  expect(again.text).toContain('Nenhum mês começou a fechar');
  expect(again.text).toContain('O mês já está sendo fechado');
  const clerk = await clerkOf(whole);
  const foreign = await clerk.post(`${board}/fechar`, { so: broken.id });
  expect([foreign.status, foreign.text]).toEqual([400, expect.stringContaining('Nada foi feito')]);
  expect(foreign.text).not.toContain('/v1/');
  expect((await (await person('OFFICE_READER')).post(`${board}/fechar`, { so: broken.id })).status).toBe(404);
  await admin.post(`${board}/fechar`, { empresa: idle.id });
  expect(groups((await admin.get(board)).text)).toMatchObject({ 'Sem movimento': ['Consultoria'] });
  expect((await admin.post(`${board}/fechar`, { so: broken.id })).location).toContain('feito=fechando');
  await execute('delete from closing where office_id = ?', office.id);
});

test('a ZIP is downloaded whole or from where it was cut, and all of them in one archive that says what each must be', async () => {
  const { office: own } = await newOffice(panel.orm);
  const at = `/c/${own.taxId}/fechamento/2026-10`;
  const closed = [await ready('Açougue', own, 300_000), await ready('Bazar', own, 20)];
  const member = await person('OFFICE_READER', own);
  const text = (await member.get(at)).text;
  expect(groups(text)).toEqual({ Prontas: ['Açougue', 'Bazar'] });
  const [first, second] = closed;
  expect(text).toContain(first!.sha256);
  const one = await bytes(member, `${at}/zips/${first!.id}`);
  expect([one.status, one.name, sha256(one.content)]).toEqual([200, first!.fileName, first!.sha256]);
  const rest = await bytes(member, `${at}/zips/${first!.id}`, { range: 'bytes=299990-' });
  expect([rest.status, rest.content.length]).toEqual([206, 10]);
  const all = await bytes(member, `${at}/zips`);
  const files = await filesOf(all.content);
  expect([...files.keys()]).toEqual(['LEIA-ME.txt', first!.fileName, second!.fileName, 'SHA256SUMS']);
  for (const { fileName, sha256: hash } of closed) expect(sha256(files.get(fileName)!)).toBe(hash);
  expect(String(files.get('SHA256SUMS'))).toBe(closed.map((each) => `${each.sha256}  ${each.fileName}\n`).join(''));

  const stranger = await person('OFFICE_ADMIN');
  for (const path of [`${at}/zips`, `${at}/zips/${first!.id}`]) expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.get(`${board}/zips/${first!.id}`)).status).toBe(404);
  await execute(`update office_link set status = 'ENDED' where company_id = ?`, first!.company);
  expect((await member.get(`${at}/zips/${first!.id}`)).status).toBe(400);
  expect([...(await filesOf((await bytes(member, `${at}/zips`)).content)).keys()]).not.toContain(first!.fileName);
  await execute('update office set suspended_at = now() where id = ?', own.id);
  for (const path of ['', '/zips', `/zips/${second!.id}`]) expect((await member.get(at + path)).status).toBe(404);
});

/** A company whose month is closed, with a ZIP of this size. */
async function ready(name: string, of: Office, size: number) {
  const made = await company(name, of);
  await monthDocument(panel.orm, made, { series: 1, number: 1 });
  const content = Buffer.alloc(size, name);
  const state = {
    documentCount: 1,
    doneCount: 1,
    status: 'COMPLETED',
    asOf: new Date(),
    completedAt: new Date(),
  } as const;
  const closing = await newClosing(panel.orm, { office: of, company: made }, state);
  const uploadId = await panel.blobs.begin(closing.blobKey);
  const part = await panel.blobs.put(closing.blobKey, uploadId, 1, [content]);
  const stored = await panel.blobs.complete(closing.blobKey, { uploadId, parts: [part] });
  await execute('update closing set sha256 = ?, file_size = ? where id = ?', stored.sha256, stored.size, closing.id);
  return { id: closing.id, fileName: closing.fileName, sha256: stored.sha256, company: made.id };
}

async function bytes({ browser }: Person, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(panel.url + path, { headers: { ...headers, cookie: browser.cookie ?? '' } });
  const name = /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return { status: answer.status, name, content: Buffer.from(await answer.arrayBuffer()) };
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

test('an open board is told of its own companies, and ends with the membership, the office and another part', async () => {
  const { office: own } = await newOffice(panel.orm);
  const mine = await company('Minha', own);
  const member = await person('OFFICE_CLERK', own);
  const address = /data-live="([^"]+)"/.exec((await member.get(`/c/${own.taxId}/fechamento/2026-10`)).text)![1]!;
  const live = address.replaceAll('&amp;', '&');
  const stranger = await openStream(panel.url, admin.browser, live);
  expect(stranger.status).toBe(404);
  const stream = await openStream(panel.url, member.browser, live);
  const closing = await newClosing(panel.orm, { office: own, company: mine });
  expect(await stream.next()).toBe('event: mudou\ndata: 1\n\n');
  await execute('update closing set done_count = 3 where id = ?', closing.id);
  expect(await stream.next()).toBe('event: mudou\ndata: 1\n\n');
  await execute(
    `insert into portfolio_part (membership_id, company_id, office_id) select id, ?, office_id from membership where person_id = ?`,
    mine.id,
    member.id,
  );
  await stream.ended();
  const second = await openStream(panel.url, member.browser, live);
  await execute('update membership set ended_at = now() where person_id = ?', member.id);
  await second.ended();
  const third = await openStream(panel.url, (await person('OFFICE_ADMIN', own)).browser, live);
  await execute('update office set suspended_at = now() where id = ?', own.id);
  await third.ended();
});
