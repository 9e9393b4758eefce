import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoBuyer } from '../../local/demo/companies.ts';
import { demoSaleOnTerms, demoService } from '../../local/demo/sales.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { inFolder, readByYauzl, type Reading, sha256 } from '../adapters/archives/foreign-readers.ts';
import { until } from '../support/checks/until.ts';
import type { Erp } from '../support/clients/erp.ts';
import { openServed, type Served } from '../support/servers/served.ts';

type Fields = Record<string, unknown>;
type Received = Fields & {
  id: string;
  nsu: string;
  schemaType: string;
  payables: (Fields & { id: string })[];
  events: { id: string; code: string; sequence: number; status: string }[];
};
type Sold = { id: string; accessKey: string };

const received = '/v1/received-documents';
const justification = 'Mercadoria recusada na entrega, por avaria';

let served: Served;
let buyer: Erp;
beforeAll(async () => {
  const settings = { PUPPETEER_EXECUTABLE_PATH: (await chromiumExecutable()).path };
  served = await openServed({ distributionWaitSeconds: 2, settings });
  ({ erp: buyer } = await served.openCompany(demoBuyer));
});
afterAll(() => served?.close());

test('a sale comes to its buyer as a summary, then whole, in one row; confirmed, it is owed, paid, and stands', async () => {
  const sold = await sale('venda-1');
  const summary = await arrived(sold, 'RES_NFE');
  expect(summary).toMatchObject({
    model: 'NFE',
    issuer: { taxId: served.company.taxId, name: served.company.name },
    totalValue: '350.00',
    role: 'RECIPIENT',
    status: 'AUTHORIZED',
    ...{ manifestation: null, hasFullXml: false, payables: [] },
    pdf: { available: false },
  });
  expect(await listed('pending=true')).toEqual([summary.id]);
  expect((await buyer.call('GET', `${received}/${summary.id}/danfe`)).status).toBe(409);
  expect(await served.erp.call('GET', `${received}/${summary.id}`)).toMatchObject({ status: 404 });

  expect(await manifest(summary, 'CIENCIA')).toMatchObject({ status: 200, body: { manifestation: 'CIENCIA' } });
  expect(await listed('pending=true')).toEqual([]);
  const whole = await arrived(sold, 'PROC_NFE');
  expect(whole).toMatchObject({ id: summary.id, hasFullXml: true, manifestation: 'CIENCIA', pdf: { available: true } });
  expect(BigInt(whole.nsu)).toBeGreaterThan(BigInt(summary.nsu));
  expect(whole['versions']).toHaveLength(2);
  expect(await listed(`accessKey=${sold.accessKey}`)).toEqual([summary.id]);

  const page = await buyer.download(`${received}/${whole.id}/danfe`);
  expect(page.content.subarray(0, 5).toString()).toBe('%PDF-');

  expect(await manifest(whole, 'CONFIRMADA')).toMatchObject({ status: 200, body: { manifestation: 'CONFIRMADA' } });
  const { payables } = await detail(whole.id);
  expect(payables).toMatchObject([
    { status: 'OPEN', number: '001', amount: '175.00' },
    { status: 'OPEN', number: '002', amount: '175.00' },
  ]);
  expect(await pay(payables[0]!)).toMatchObject({ status: 200, body: { status: 'PAID' } });

  const cancellation = await served.erp.ask('POST', `/v1/fiscal-documents/${sold.id}/cancel`, { justification });
  expect(cancellation).toMatchObject({ status: 422, body: { code: 'authority_rejected', cStat: '221' } });
  expect(await detail(whole.id)).toMatchObject({
    status: 'AUTHORIZED',
    payables: [{ status: 'PAID' }, { status: 'OPEN' }],
  });
});

test('the supplier sees in his own note what its recipient said of it', async () => {
  const sold = await sale('venda-2');
  await manifest(await arrived(sold, 'RES_NFE'), 'CONFIRMADA');
  await arrived(sold, 'PROC_NFE');
  const events = await until('the confirmation comes to the supplier', async () => {
    const { body } = await served.erp.call('GET', `/v1/fiscal-documents/${sold.id}`);
    const found = body['events'] as Fields[];
    return found.length > 0 && found;
  });
  expect(events).toMatchObject([{ code: '210200', status: 'REGISTERED' }]);
});

test('what was paid for a note that is then refused goes to review, the rest is cancelled; a confirmation takes it back', async () => {
  const sold = await sale('venda-3');
  const { id } = await arrived(sold, 'RES_NFE');
  await manifest({ id }, 'CIENCIA');
  const { payables } = await arrived(sold, 'PROC_NFE');
  await pay(payables[0]!);

  expect(await manifest({ id }, 'NAO_REALIZADA', 'muito curta')).toMatchObject({ status: 400 });
  expect(await manifest({ id }, 'NAO_REALIZADA', justification)).toMatchObject({ status: 200 });
  expect(await detail(id)).toMatchObject({
    manifestation: 'NAO_REALIZADA',
    payables: [{ status: 'REVIEW' }, { status: 'CANCELLED' }],
  });
  expect(await manifest({ id }, 'CONFIRMADA')).toMatchObject({ status: 200 });
  expect((await detail(id)).payables).toMatchObject([{ status: 'PAID' }, { status: 'OPEN' }]);
  expect(await manifest({ id }, 'DESCONHECIDA')).toMatchObject({
    status: 422,
    body: { code: 'manifestation_failed', cStat: expect.any(String) },
  });
});

test('a note that its supplier cancels is cancelled for its buyer, with what was owed for it', async () => {
  const sold = await sale('venda-4');
  const { id } = await arrived(sold, 'RES_NFE');
  await manifest({ id }, 'CIENCIA');
  await arrived(sold, 'PROC_NFE');
  const cancellation = await served.erp.ask('POST', `/v1/fiscal-documents/${sold.id}/cancel`, { justification });
  expect(cancellation).toMatchObject({ status: 200 });

  await until('the cancellation arrives', async () => (await detail(id))['status'] === 'CANCELLED');
  expect(await detail(id)).toMatchObject({
    payables: [{ status: 'CANCELLED' }, { status: 'CANCELLED' }],
    events: expect.arrayContaining([expect.objectContaining({ code: '110111' })]),
  });
  expect(await manifest({ id }, 'CONFIRMADA')).toMatchObject({ status: 422, body: { code: 'manifestation_failed' } });
});

test('the month is a ZIP of what came, by key and by link', async () => {
  const sold = await sale('venda-5');
  await arrived(sold, 'RES_NFE');
  const { year, month } = thisMonth();
  const archive = await buyer.download(`${received}/export?year=${year}&month=${month}`);
  expect(archive.status).toBe(200);
  const { found, count } = await entriesOf(archive.content);
  expect(archive.headers.get('x-document-count')).toBe(String(count));
  expect(Number(archive.headers.get('x-pending-summaries'))).toBe((await listed('schemaType=RES_NFE')).length);

  const notes = await rows('schemaType=PROC_NFE');
  const events = await rows('schemaType=PROC_EVENTO');
  expect(notes).toHaveLength(4);
  expect(events).toHaveLength(1);
  const expected = [
    ...(await Promise.all(notes.map((row) => namedFile('notas', row)))),
    ...(await Promise.all(events.map((row) => namedFile('eventos', row)))),
    ...(await Promise.all(notes.map(ownManifestations))).flat(),
  ];
  expect(found.map(({ name, sha256: hash }) => [name, hash]).sort()).toEqual(expected.sort());

  const { status, body } = await buyer.call('POST', `${received}/export/link`, { year, month });
  expect({ status, body }).toMatchObject({ status: 200, body: { documentCount: count, companyCount: 1 } });
  const linked = await fetch(String(body['url']));
  expect(linked.status).toBe(200);
  expect((await entriesOf(Buffer.from(await linked.arrayBuffer()))).found).toEqual(found);
});

test('a service comes whole to its taker, who owes its net value, and not back to its provider', async () => {
  const sold = await sale('servico-1', () => demoService('servico-1'));
  const note = await arrived(sold, 'NFSE');
  expect(note).toMatchObject({
    model: 'NFSE',
    issuer: { taxId: served.company.taxId },
    ...{ role: 'RECIPIENT', hasFullXml: true, manifestation: null },
    payables: [{ status: 'OPEN', number: null, amount: note['totalValue'] }],
  });
  expect(await manifest(note, 'CIENCIA')).toMatchObject({ status: 422, body: { code: 'unsupported_document_type' } });
  const { status, content } = await buyer.download(`${received}/${note.id}/danfe`);
  expect({ status, start: content.subarray(0, 5).toString() }).toEqual({ status: 200, start: '%PDF-' });

  const cancel = { justification: 'Serviço não prestado, a pedido do tomador', reason: '2' };
  expect(await served.erp.ask('POST', `/v1/fiscal-documents/${sold.id}/cancel`, cancel)).toMatchObject({
    status: 200,
  });
  await until('the cancellation arrives', async () => (await detail(note.id))['status'] === 'CANCELLED');
  expect((await detail(note.id)).payables).toMatchObject([{ status: 'CANCELLED' }]);
  expect((await served.erp.call('GET', `${received}?model=NFSE`)).body['data']).toEqual([]);
});

test('the authorities were never asked too early, and a user who would is told to wait', async () => {
  const { body } = await buyer.call('GET', `${received}/distribution`);
  const sources = body['sources'] as Fields[];
  expect(sources.map(({ source, status, unreadable }) => ({ source, status, unreadable }))).toEqual(
    ['NFE', 'NFSE'].map((source) => ({ source, status: 'ACTIVE', unreadable: 0 })),
  );
  const questions = await served.authority.control<{ source: string; cStat: unknown; early: boolean }[]>(
    'GET',
    `/distribution/questions?taxId=${demoBuyer.taxId}`,
  );
  expect(new Set(questions.map(({ source }) => source))).toEqual(new Set(['nfe', 'nfse']));
  expect(questions.filter(({ early, cStat }) => early || cStat === 656)).toEqual([]);
  const sync = await until('a moment within the hour', async () => {
    const answer = await buyer.call('POST', `${received}/sync`);
    return answer.status === 429 && answer;
  });
  expect(sync.body).toMatchObject({ code: 'sefaz_wait' });
});

/** Sells to the buyer (goods on terms by default), and waits for the authority. */
async function sale(
  externalId: string,
  sold: () => object = () => demoSaleOnTerms(externalId, new Date()),
): Promise<Sold> {
  const { status, body } = await served.erp.issue(sold);
  expect({ status, body }).toMatchObject({ status: 201 });
  const id = String(body['id']);
  const accessKey = await until('the note is authorized', async () => {
    const { body: found } = await served.erp.call('GET', `/v1/fiscal-documents/${id}`);
    return found['status'] === 'AUTHORIZED' && String(found['accessKey']);
  });
  return { id, accessKey };
}

/** The detail of the buyer's row of a note, once it has arrived in this schema. */
function arrived({ accessKey }: Sold, schemaType: string): Promise<Received> {
  return until(`${accessKey} arrives as ${schemaType}`, async () => {
    const [id] = await listed(`accessKey=${accessKey}&schemaType=${schemaType}`);
    return id !== undefined && detail(id);
  });
}

async function detail(id: string): Promise<Received> {
  const { status, body } = await buyer.call('GET', `${received}/${id}`);
  expect(status).toBe(200);
  return body as Received;
}

async function rows(query: string): Promise<{ id: string; accessKey: string; nsu: string }[]> {
  const { body } = await buyer.call('GET', `${received}?${query}`);
  return body['data'] as { id: string; accessKey: string; nsu: string }[];
}

async function listed(query: string): Promise<string[]> {
  return (await rows(query)).map(({ id }) => id);
}

function manifest({ id }: { id: string }, type: string, reason?: string) {
  const body = { type, ...(reason === undefined ? {} : { justification: reason }) };
  return buyer.ask('POST', `${received}/${id}/manifestation`, body);
}

function pay({ id }: { id: string }) {
  return buyer.call('POST', `/v1/payables/${id}/payment`, {});
}

/** The name of a document in the archive, and the hash of its XML. */
async function namedFile(folder: string, { id, accessKey, nsu }: { id: string; accessKey: string; nsu: string }) {
  const { content } = await buyer.download(`${received}/${id}/xml`);
  return [`${folder}/${accessKey}-nsu${nsu}.xml`, sha256(content)];
}

/** The buyer's own manifestations of a note, which no distribution has; the product knows them by their events. */
async function ownManifestations({ id, accessKey }: { id: string; accessKey: string }) {
  const { events } = await detail(id);
  const registered = events.filter(({ code, status }) => code.startsWith('210') && status === 'REGISTERED');
  return Promise.all(
    registered.map(async ({ id: eventId, code, sequence }) => {
      const { content } = await buyer.download(`${received}/${id}/events/${eventId}/xml`);
      return [`eventos/${accessKey}-${code}-${sequence}.xml`, sha256(content)];
    }),
  );
}

function entriesOf(archive: Buffer): Promise<Reading> {
  return inFolder(async (folder) => {
    const file = join(folder, 'month.zip');
    await writeFile(file, archive);
    return readByYauzl(file);
  });
}

function thisMonth(): { year: number; month: number } {
  const [year = 0, month = 0] = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })
    .format(new Date())
    .split('-')
    .map(Number);
  return { year, month };
}
