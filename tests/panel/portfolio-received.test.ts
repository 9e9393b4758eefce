import { afterAll, beforeAll, expect, test } from 'vitest';
import { PortfolioPart } from '../../domain/accounts/person.entity.ts';
import { taxIdMask } from '../../domain/masks.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { until } from '../support/checks/until.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { receivedNote } from '../support/rows/received.ts';
import { receive } from '../support/rows/received-files.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Made = Awaited<ReturnType<typeof newCompany>>['company'];
let panel: Panel;
let office: Office;
let admin: Awaited<ReturnType<Panel['member']>>;
let here: string;
/** Two companies of the portfolio, and one outside it. */
let bakery: Made;
let mill: Made;
let foreign: Made;
beforeAll(async () => {
  panel = await startPanel();
});
afterAll(() => panel.close());

const sql = <Row>(text: string, values: unknown[] = []) => panel.orm.em.fork().execute<Row[]>(text, values);
const plain = (text: string): string => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const day = (at: Date): string => at.toISOString().slice(0, 10);
const attack = `<script>alert(1)</script>"'><b>`;

let made = 0;
function note(company: Made, changes: Parameters<typeof receivedNote>[3] = {}) {
  const accessKey = `3526111122233300018155001${String((made += 1)).padStart(19, '0')}`;
  return receivedNote(panel.orm, company, { accessKey }, changes);
}

beforeAll(async () => {
  ({ office } = await newOffice(panel.orm));
  const some = async () => (await newCompany(panel.orm)).company;
  [bakery, mill, foreign] = [await some(), await some(), await some()];
  for (const company of [bakery, mill]) await linkOf(panel.orm, office, company);
  await sql(`update company set name = 'Moinho do Vale Ltda' where id = ?`, [mill.id]);
  admin = await panel.member({ officeId: office.id, role: 'OFFICE_ADMIN' });
  here = `/c/${office.taxId}/recebidas`;
});

/** Ids of the notes of a list, in order. */
async function notesAt(path: string, person: Pick<typeof admin, 'get'> = admin): Promise<string[]> {
  return [...(await person.get(path)).text.matchAll(/id="r-([0-9a-f-]{36})"/g)].map(([, id]) => id ?? '');
}

test('the list has the notes of all companies, newest first in pages, narrowed by its address, and no other office’s', async () => {
  const old = await note(bakery, { emissionDate: daysAgo(3), issuerName: `Frigorífico ${attack}` });
  const newer = await note(mill, {
    emissionDate: daysAgo(1),
    issuerTaxId: '19131243000197',
    issuerName: 'Açúcar Doce',
  });
  const whole = await note(mill, {
    emissionDate: daysAgo(2),
    schemaType: 'PROC_NFE',
    hasFullXml: true,
    manifestation: 'CONFIRMADA',
  });
  const longAgo = await note(bakery, { emissionDate: daysAgo(200) });
  await note(foreign, { emissionDate: daysAgo(1) });
  await receive(panel.orm, mill, { schemaType: 'PROC_EVENTO', emissionDate: daysAgo(1) });

  const { text } = await admin.get(here);
  expect(text).toContain('&lt;script&gt;alert(1)');
  expect(text).not.toMatch(/<script>alert|"'><b>| style=/);
  expect(await notesAt(here)).toEqual([newer.id, whole.id, old.id]);
  expect(plain(text)).toContain('Moinho do Vale Ltda NF-e, só o resumo A responder');
  expect(text).toContain(`/e/${mill.taxId}/recebidas/${newer.id}`);
  expect(await notesAt(`${here}?situacao=resumos`)).toEqual([newer.id, old.id]);
  expect(await notesAt(`${here}?situacao=confirmadas`)).toEqual([whole.id]);
  expect(await notesAt(`${here}?empresa=${bakery.id}`)).toEqual([old.id]);
  expect(await notesAt(`${here}?empresa=${foreign.id}`)).toEqual([]);
  expect(await notesAt(`${here}?busca=acucar`)).toEqual([newer.id]);
  expect(await notesAt(`${here}?busca=19.131.243/0001-97`)).toEqual([newer.id]);
  expect(await notesAt(`${here}?de=${day(daysAgo(220))}`)).toEqual([newer.id, whole.id, old.id, longAgo.id]);
  expect(await notesAt(`${here}?depois=${newer.emissionDate.toISOString()}_${newer.id}`)).toEqual([whole.id, old.id]);
  for (const wrong of ['?busca=%00', `?de=${day(daysAgo(1))}&ate=${day(daysAgo(9))}`]) {
    const refused = await admin.get(`${here}${wrong}`);
    expect([wrong, refused.status, refused.text.includes('role="alert"')]).toEqual([wrong, 400, true]);
  }
});

test('a clerk sees the notes of her part alone, a reader answers none', async () => {
  const clerk = await panel.member({ officeId: office.id, role: 'OFFICE_CLERK' });
  const em = acrossCompanies(panel.orm);
  const [membership] = await sql<{ id: string }>('select id from membership where person_id = ?', [clerk.id]);
  em.create(PortfolioPart, { membership: membership!.id, company: mill.id, office: office.id });
  await em.flush();
  const { text } = await clerk.get(here);
  expect([text.includes(`/e/${mill.taxId}/`), text.includes(`/e/${bakery.taxId}/`)]).toEqual([true, false]);
  expect(plain((await clerk.get(`${here}/ciencia?todas=sim`)).text)).toContain('de 1 empresa?');
  expect((await clerk.get(`${here}/lista.csv`)).text).not.toContain(taxIdMask(bakery.taxId));
  const reader = await panel.member({ officeId: office.id, role: 'OFFICE_READER' });
  expect((await reader.get(here)).text).not.toContain('/ciencia');
  expect((await reader.get(`${here}/ciencia`)).status).toBe(404);
});

test('the list is saved as CSV, and a month as ZIP with a folder for each company', async () => {
  const { text, headers } = await admin.get(`${here}/lista.csv`);
  expect(headers.get('content-type')).toContain('text/csv');
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toContain('Empresa;CNPJ ou CPF da empresa;Fornecedor');
  expect(
    lines.slice(1).some((line) => line.startsWith(`Moinho do Vale Ltda;${taxIdMask(mill.taxId)};Açúcar Doce`)),
  ).toBe(true);
  expect((await admin.get(`${here}/lista.csv?busca=%00`)).status).toBe(400);
  await receive(panel.orm, mill, { emissionDate: new Date('2026-09-10T12:00:00Z') });
  const zip = await admin.get(`${here}/mes.zip?mes=2026-09`);
  expect([zip.status, zip.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename=${office.taxId}-2026-09.zip`,
  ]);
  expect(zip.text).toContain(`${mill.taxId} - Moinho do Vale Ltda/notas/`);
  expect((await admin.get(`${here}/mes.zip?mes=2001-01`)).status).toBe(400);
});

test('who is asked for many is told how many, of how many companies, and which are late; what comes later is not among them', async () => {
  const late = await note(bakery, { emissionDate: daysAgo(20) });
  const from = day(daysAgo(25));
  const asked = (await admin.get(`${here}/ciencia?todas=sim&situacao=resumos&de=${from}`)).text;
  expect(plain(asked)).toMatch(/Dar ciência de 3 notas, de 2 empresas\?/);
  expect(plain(asked)).toContain('1 foi emitida há mais de 10 dias');
  expect(plain((await admin.get(`${here}/ciencia`)).text)).toContain('Nenhuma destas notas espera resposta');
  const hidden = Object.fromEntries(
    [...asked.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name, value] as const,
    ),
  ) as Record<string, string>;
  const after = await note(mill);
  // Temporal is away: requests are stored, and nothing is lost.
  const [first, second] = [await admin.post(`${here}/ciencia`, hidden), await admin.post(`${here}/ciencia`, hidden)];
  expect([first.status, first.location, second.location]).toEqual([
    303,
    `${here}/ciencias/${hidden['pedido']}`,
    first.location,
  ]);
  const notes = await sql<{ id: string }>(
    `select received_document_id as id from bulk_answer_note where bulk_answer_id = ?`,
    [hidden['pedido']],
  );
  expect([notes.length, notes.some(({ id }) => id === late.id), notes.some(({ id }) => id === after.id)]).toEqual([
    3,
    true,
    false,
  ]);
  const page = first.location ?? '';
  await sql(
    `update bulk_answer set worked_at = now() - interval '2 minutes', created_at = now() - interval '2 minutes' where id = ?`,
    [hidden['pedido']],
  );
  const stopped = await until('it is told that it stopped', async () => {
    const words = plain((await admin.get(page)).text);
    return words.includes('Parou no meio') && words;
  });
  expect(stopped).toMatch(/Ciência de 3 notas .*0 de 3 com resposta\. Parou no meio.*Continuar com as 3 que faltam/);
  expect(plain((await admin.get(here)).text)).toContain('Ciência de 3 notas , de Ana Ribeiro');
  const { office: other } = await newOffice(panel.orm, { name: 'Outro' });
  const stranger = await panel.member({ officeId: other.id, role: 'OFFICE_ADMIN' });
  expect((await stranger.get(page.replace(office.taxId, other.taxId))).status).toBe(404);
  const told = await sql('select actor_kind, details from audit_entry where subject_id = ?', [hidden['pedido']]);
  expect(told).toEqual([{ actor_kind: 'PERSON', details: { notes: 3 } }]);
});
