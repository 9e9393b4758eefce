import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { brasiliaMonth } from '../../../domain/fiscal-time.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { testDatabase } from '../../support/servers/parts.ts';
import { manifest, receive } from '../../support/rows/received-files.ts';
import { until } from '../../support/checks/until.ts';
import { newCompany, startApi, type TestApi } from '../fixture.ts';

const path = '/v1/received-documents/export';
const october = `${path}?year=2026&month=10`;
const agent = new Agent();
let api: TestApi;
/** An API on the same database that soon cuts clients which stop reading. */
let hasty: TestApi;
/** A company whose month is larger than the buffers of a connection. */
let large: Awaited<ReturnType<typeof newCompany>>;
beforeAll(async () => {
  const databaseUrl = await testDatabase();
  [api, hasty] = await Promise.all([startApi({ databaseUrl }), startApi({ databaseUrl, stalledAfterMs: 8_000 })]);
  large = await newCompany(api.orm);
  const content = randomBytes(1_000_000);
  for (let nsu = 1; nsu <= 40; nsu += 1) await receive(api.orm, large.company, { nsu, content });
});
afterAll(async () => {
  agent.destroy();
  await Promise.all([api.close(), hasty.close()]);
});

test('a month comes as a ZIP with its counts in front of it, to HEAD as to GET', async () => {
  const { company, key } = await newCompany(api.orm);
  const note = await receive(api.orm, company);
  await receive(api.orm, company, { schemaType: 'RES_NFE' });
  const wanted = {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename=${company.taxId}-2026-10.zip`,
    'cache-control': 'no-store',
    'x-document-count': '1',
    'x-pending-summaries': '1',
  };
  const got = await ask(october, { key });
  expect({ status: got.statusCode, headers: got.headers }).toMatchObject({ status: 200, headers: wanted });
  expect(await filesIn(await bytesOf(got))).toEqual({
    [`notas/${note.accessKey}-nsu${note.nsu}.xml`]: note.content.toString(),
  });
  const head = await ask(october, { key, method: 'HEAD' });
  expect({ status: head.statusCode, headers: head.headers }).toMatchObject({ status: 200, headers: wanted });
  expect(await bytesOf(head)).toHaveLength(0);
  const all = await ask(`${october}&summaries=true&events=false`, { key });
  expect(all.headers['x-document-count']).toBe('2');
  expect(Object.keys(await filesIn(await bytesOf(all))).length).toBe(2);
});

test('the company’s own manifestations are among the events of their own month, once, as the authority registered them', async () => {
  const { company, key } = await newCompany(api.orm);
  const note = await receive(api.orm, company);
  const of = (changes: Parameters<typeof manifest>[3]) => manifest(api.orm, company, note, changes);
  // In UTC, October 2026 of Brasília begins and ends three hours later.
  const inside = [
    await of({ code: '210210', occurredAt: new Date('2026-10-01T03:00:00Z') }),
    await of({ code: '210220', occurredAt: new Date('2026-11-01T02:59:59Z') }),
    await of({ code: '210220', sequence: 2 }),
  ];
  await of({ code: '210240', occurredAt: new Date('2026-10-01T02:59:59Z') });
  await of({ code: '210240', sequence: 2, occurredAt: new Date('2026-11-01T03:00:00Z') });
  await of({ code: '210200', status: 'REJECTED', procXml: null });
  await of({ code: '210200', sequence: 2, status: 'PENDING', procXml: null });
  const elsewhere = await receive(api.orm, company, { environment: 'PRODUCTION' });
  await manifest(api.orm, company, elsewhere);
  const came = await receive(api.orm, company, { schemaType: 'PROC_EVENTO', eventCode: '210250' });
  await manifest(api.orm, company, await receive(api.orm, company, { accessKey: came.accessKey }), { code: '210250' });
  const got = await ask(`${october}&notes=false`, { key });
  const files = await filesIn(await bytesOf(got));
  expect(files).toEqual({
    ...Object.fromEntries(inside.map(({ name, content }) => [name, content.toString()])),
    [`eventos/${came.accessKey}-nsu${came.nsu}.xml`]: came.content.toString(),
  });
  expect(got.headers['x-document-count']).toBe('4');
  expect(Object.keys(await filesIn(await bytesOf(await ask(`${october}&events=false`, { key }))))).toHaveLength(2);
});

test('a month of manifestations alone is one, also of more than a page of them', async () => {
  const { company, key } = await newCompany(api.orm);
  const note = await receive(api.orm, company, { emissionDate: new Date('2026-09-30T12:00:00Z') });
  for (let sequence = 1; sequence <= 300; sequence += 1) await manifest(api.orm, company, note, { sequence });
  const files = await filesIn(await bytesOf(await ask(october, { key })));
  expect(Object.keys(files)).toHaveLength(300);
});

const [yearNow = 0, monthNow = 0] = brasiliaMonth(new Date()).split('-').map(Number);

test.each([
  ['?year=2026&month=0', 'month'],
  ['?year=2026&month=13', 'month'],
  ['?year=2026&month=1.5', 'month'],
  ['?year=2026&month=x', 'month'],
  ['?year=2026', 'month'],
  ['?month=1', 'year'],
  ['?year=2005&month=12', 'year'],
  ['?year=10000&month=1', 'year'],
  ['?year=2026&month=1&notes=false&events=false', 'notes'],
  ['?year=2026&month=1&notes=maybe', 'notes'],
  ['?year=2026&month=1&day=1', 'day'],
])('%s is refused, and says what of it', async (query, field) => {
  const { key } = await newCompany(api.orm);
  const { status, body } = await api.call('GET', `${path}${query}`, { key });
  expect({ status, ...body }).toMatchObject({ status: 400, code: 'validation_error', issues: [{ path: field }] });
});

test('this month, the first of all and one to come may be asked for; without documents they are no_documents', async () => {
  const { key } = await newCompany(api.orm);
  const next = monthNow === 12 ? `?year=${yearNow + 1}&month=1` : `?year=${yearNow}&month=${monthNow + 1}`;
  for (const query of [`?year=${yearNow}&month=${monthNow}`, next, '?year=9999&month=12', '?year=2006&month=1']) {
    const { status, body } = await api.call('GET', `${path}${query}`, { key });
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'no_documents' });
    expect((await ask(`${path}${query}`, { key, method: 'HEAD' })).statusCode).toBe(404);
  }
});

test('what another company has is not in it', async () => {
  const [ours, theirs] = [await newCompany(api.orm), await newCompany(api.orm)];
  const { nsu } = await receive(api.orm, theirs.company);
  expect((await api.call('GET', october, { key: ours.key })).status).toBe(404);
  const own = await receive(api.orm, ours.company, { nsu });
  const files = await filesIn(await bytesOf(await ask(october, { key: ours.key })));
  expect(files).toEqual({ [`notas/${own.accessKey}-nsu${nsu}.xml`]: own.content.toString() });
});

test('only the environment in which the company is now is in it', async () => {
  const { company, key } = await newCompany(api.orm);
  await receive(api.orm, company, { environment: 'PRODUCTION' });
  expect((await api.call('GET', october, { key })).status).toBe(404);
  await acrossCompanies(api.orm).execute(`update company set environment = 'PRODUCTION' where id = ?`, [company.id]);
  expect((await ask(october, { key, method: 'HEAD' })).statusCode).toBe(200);
});

test('an archive that fails on the way cuts the connection', async () => {
  const { company, key } = await newCompany(api.orm);
  for (let nsu = 1; nsu <= 8; nsu += 1) await receive(api.orm, company, { nsu, content: randomBytes(1_000_000) });
  const { id } = await receive(api.orm, company, { nsu: 9 });
  await acrossCompanies(api.orm).execute('delete from received_file where received_document_id = ?', [id]);
  const answer = await ask(october, { key });
  expect(answer.headers['x-document-count']).toBe('9');
  await expect(bytesOf(answer)).rejects.toThrow('aborted');
});

test('of twenty downloads at once four begin; nothing is held by those that wait, and others are served', async () => {
  const { key } = large;
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(october, { key })));
  const [begun, refused] = [200, 429].map((status) => answers.filter(({ statusCode }) => statusCode === status));
  expect([begun?.length, refused?.length]).toEqual([4, 16]);
  const body: unknown = JSON.parse(String(await bytesOf(refused![0]!)));
  expect(body).toMatchObject({ code: 'rate_limited' });
  expect(Number(refused![0]!.headers['retry-after'])).toBeGreaterThan(0);
  await until('no connection is in use', async () => (await busyConnections()) === 0);
  const other = await newCompany(api.orm);
  await receive(api.orm, other.company);
  expect((await bytesOf(await ask(october, { key: other.key }))).length).toBeGreaterThan(0);
  for (const answer of answers) answer.destroy();
  await untilServed(key);
});

test('a download of which nothing is taken is cut, and its place is free again', async () => {
  const { key } = large;
  const answer = await begin(key);
  const requestId = answer.headers['x-request-id'];
  await until('it is cut', async () =>
    (await hasty.logs()).some((log) => log.requestId === requestId && log.status === 499),
  );
  await untilServed(key, { count: 4, of: hasty });
  answer.destroy();
});

test('a slow reader that goes on is not cut', async () => {
  const { key } = large;
  const answer = await begin(key);
  let taken = 0;
  for (let piece = 0; piece < 60; piece += 1) {
    taken += await take(answer, 400_000);
    await setTimeout(150);
  }
  expect(taken).toBeGreaterThan(10_000_000);
  expect(answer.destroyed).toBe(false);
  answer.destroy();
});

type ExportRequest = { key?: string; method?: string; of?: TestApi };

async function ask(target: string, { key, method = 'GET', of = api }: ExportRequest = {}): Promise<IncomingMessage> {
  const headers = key ? { authorization: `Bearer ${key}` } : {};
  const [answer] = (await once(request(`${of.url}${target}`, { method, agent, headers }).end(), 'response')) as [
    IncomingMessage,
  ];
  answer.on('error', () => {}); // cut on purpose, or reported to the reader
  return answer;
}

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await answer.toArray());
}

/** Begins a download, waiting for a free place: earlier downloads give theirs back only after their answers have arrived. */
async function begin(key: string): Promise<IncomingMessage> {
  return until('a download begins', async () => {
    const answer = await ask(october, { key, of: hasty });
    if (answer.statusCode === 200) return answer;
    answer.resume();
    return null;
  });
}

/** Reads about so many bytes and stops. */
async function take(answer: IncomingMessage, bytes: number): Promise<number> {
  let taken = 0;
  while (taken < bytes) {
    const chunk = answer.read() as Buffer | null;
    if (chunk) taken += chunk.length;
    else if (answer.readableEnded || answer.destroyed) throw new Error(`the answer ended after ${taken} bytes`);
    else await once(answer, 'readable');
  }
  return taken;
}

async function filesIn(zip: Buffer): Promise<Record<string, string>> {
  const archive = await fromBufferPromise(zip);
  const files: Record<string, string> = {};
  for await (const entry of archive.eachEntry()) {
    files[entry.fileName] = String(Buffer.concat(await (await archive.openReadStreamPromise(entry)).toArray()));
  }
  return files;
}

/** Connections of the API's login that are executing something. */
async function busyConnections(): Promise<number> {
  const [row] = await acrossCompanies(api.orm).execute<{ busy: number }[]>(
    `select count(*)::int as busy from pg_stat_activity
     where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
  );
  return row?.busy ?? Number.NaN;
}

/** Waits until `count` downloads of the company run at once. */
async function untilServed(key: string, { count = 1, of = api } = {}): Promise<void> {
  await until('downloads are served', async () => {
    const answers = await Promise.all(Array.from({ length: count }, () => ask(october, { key, method: 'HEAD', of })));
    if (answers.every(({ statusCode }) => statusCode === 200)) return true;
    await setTimeout(1000); // ended downloads give their places back
    return false;
  });
}
