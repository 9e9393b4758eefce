import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiKey } from '../../../domain/access/api-key.entity.ts';
import { hashLinkToken } from '../../../domain/access/key.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import { ExportLink } from '../../../domain/received/export-link.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { type KeptDocument, receive } from '../../support/rows/received-files.ts';
import { testDatabase } from '../../support/servers/parts.ts';
import { newCompany, startApi, type TestApi } from '../fixture.ts';

const path = '/v1/received-documents/export/link';
const download = '/v1/received-documents/export/download';
const october = { year: 2026, month: 10 };
let api: TestApi;
let owner: Awaited<ReturnType<typeof newCompany>>;
let note: KeptDocument;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  owner = await newCompany(api.orm);
  note = await receive(api.orm, owner.company);
});

test('a link says what it gives and for how long, and gives it without a key, as often as needed', async () => {
  await receive(api.orm, owner.company, { schemaType: 'RES_NFE' });
  const asked = Date.now();
  const { status, body, headers } = await api.call('POST', path, { key: owner.key, body: october });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { fileName: `${owner.company.taxId}-2026-10.zip`, documentCount: 1, companyCount: 1, pendingSummaries: 1 },
  });
  expect(headers.get('cache-control')).toBe('no-store');
  const lifeMs = Date.parse(String(body.expiresAt)) - asked;
  expect(lifeMs).toBeGreaterThanOrEqual(15 * 60_000);
  expect(lifeMs).toBeLessThan(16 * 60_000);
  const url = new URL(String(body.url));
  expect([url.origin, url.pathname]).toEqual([api.url, download]);
  const archives = [];
  for (let time = 0; time < 3; time += 1) {
    const answer = await fetch(url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename=${owner.company.taxId}-2026-10.zip`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-document-count': '1',
      'x-pending-summaries': '1',
    });
    archives.push(Buffer.from(await answer.arrayBuffer()));
  }
  expect(archives[0]?.includes(`notas/${note.accessKey}-nsu${note.nsu}.xml`)).toBe(true);
  expect(archives[1]?.equals(archives[0]!)).toBe(true);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('x-document-count')]).toEqual([200, '1']);
});

test('it begins with the public address where there is one', async () => {
  const elsewhere = await startApi({ databaseUrl: await testDatabase(), publicUrl: 'https://notas.example/api/' });
  const { company, key } = await newCompany(elsewhere.orm);
  await receive(elsewhere.orm, company);
  const { body } = await elsewhere.call('POST', path, { key, body: october });
  expect(String(body.url).startsWith(`https://notas.example/api${download}?token=`)).toBe(true);
  await elsewhere.close();
});

test.each([
  { year: 2026, month: 9 },
  { year: 9999, month: 1 },
])('a month without documents has no link, be it one to come: %j', async (month) => {
  const { status, body } = await api.call('POST', path, { key: owner.key, body: month });
  expect({ status, code: body.code }).toEqual({ status: 404, code: 'no_documents' });
  expect(await acrossCompanies(api.orm).count(ExportLink, { company: owner.company.id })).toBe(0);
});

test.each([
  [{ year: 2026, month: 0 }, 'month'],
  [{ year: 2026, month: 13 }, 'month'],
  [{ year: 2005, month: 1 }, 'year'],
  [{ year: '2026', month: 1 }, 'year'],
  [{ month: 1 }, 'year'],
  [{ ...october, summaries: true }, 'summaries'],
])('%j is refused', async (body, field) => {
  const answer = await api.call('POST', path, { key: owner.key, body });
  expect({ status: answer.status, ...answer.body }).toMatchObject({
    status: 400,
    code: 'validation_error',
    issues: [{ path: field }],
  });
});

test('after a quarter of an hour it is as unknown as one that never was', async () => {
  const token = await link();
  const em = acrossCompanies(api.orm);
  await em.nativeUpdate(ExportLink, { tokenHash: hashLinkToken(token) }, { expiresAt: new Date(Date.now() - 1) });
  const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
  for (const wrong of [token, changed, token.slice(1), `${token}=`, '%00', "'--", 'x'.repeat(5_000)]) {
    const { status, body, headers } = await open(wrong);
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_link' });
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
  }
  const without = await api.call('GET', download);
  expect({ status: without.status, ...without.body }).toMatchObject({ status: 400, issues: [{ path: 'token' }] });
});

const setActive = (isActive: boolean) =>
  acrossCompanies(api.orm).nativeUpdate(Company, { id: owner.company.id }, { isActive });

test.each<[string, () => Promise<unknown>]>([
  ['is revoked', () => changeKey({ revokedAt: new Date() })],
  ['has expired', () => changeKey({ expiresAt: new Date(Date.now() - 1) })],
  ['has lost the scope', () => changeKey({ scopes: ['documents:write', 'received-documents:write'] })],
  ['is of a company that was deactivated', () => setActive(false)],
  ['was of a deactivated company for a while', async () => (await setActive(false), setActive(true))],
])('it stops at once when the key that made it %s', async (_why, change) => {
  const token = await link();
  expect((await open(token)).status).toBe(200);
  await change();
  const { status, body, headers } = await open(token);
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'link_revoked' });
  expect(headers.get('cache-control')).toBe('no-store');
});

test('it gives its own company’s month alone, and another company neither sees nor makes links to it', async () => {
  const stranger = await newCompany(api.orm);
  const theirs = await receive(api.orm, stranger.company);
  const { text } = await open(await link());
  expect([text.includes(note.accessKey), text.includes(theirs.accessKey)]).toEqual([true, false]);
  const [row] = await acrossCompanies(api.orm).find(ExportLink, { company: owner.company.id });
  expect(row).toMatchObject({ companies: [owner.company.id], apiKey: owner.keyRow.id });
});

test('what arrives after it was made is in it', async () => {
  const token = await link();
  const later = await receive(api.orm, owner.company);
  expect((await open(token)).text).toContain(later.accessKey);
});

test('the token is in no log and no metric, and only its hash is kept', async () => {
  const token = await link();
  await open(token);
  await open(`${token}x`);
  await api.call('PUT', `${download}?token=${token}`);
  await api.call('GET', `${download}?token=${token}&token=${token}&day=1`);
  const rows = await acrossCompanies(api.orm).execute<unknown[]>('select * from export_link');
  const metrics = await api.metrics();
  expect((await api.logs()).some(({ operation }) => operation === 'downloadReceivedDocuments')).toBe(true);
  expect(metrics).toContain('downloadReceivedDocuments');
  for (const kept of [JSON.stringify(await api.logs()), metrics, JSON.stringify(rows)])
    expect(kept).not.toContain(token);
  expect(JSON.stringify(rows)).toContain(hashLinkToken(token));
});

test('one link is opened ten times at once, another is not held up by it, and the key’s own limit is not spent', async () => {
  const [token, other] = [await link(), await link()];
  const opened = [];
  for (let time = 0; time < 16; time += 1) opened.push(await open(token));
  const refused = opened.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(opened.slice(0, 10).every(({ status }) => status === 200)).toBe(true);
  expect(refused[0]?.body).toMatchObject({ code: 'rate_limited' });
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await open(other)).status).toBe(200);
  expect(opened[0]?.headers.has('ratelimit-limit')).toBe(false);
});

const linkSchema = z.object({ url: z.string() });

async function link(): Promise<string> {
  const { body } = await api.call('POST', path, { key: owner.key, body: october });
  return new URL(linkSchema.parse(body).url).searchParams.get('token') ?? '';
}

function open(token: string): ReturnType<TestApi['call']> {
  return api.call('GET', `${download}?token=${token}`);
}

function changeKey(changes: Partial<Pick<ApiKey, 'revokedAt' | 'expiresAt' | 'scopes'>>): Promise<unknown> {
  return acrossCompanies(api.orm).nativeUpdate(ApiKey, { id: owner.keyRow.id }, changes);
}
