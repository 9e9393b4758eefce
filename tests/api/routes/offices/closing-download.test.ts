import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BlobFailed, type Blobs } from '../../../../adapters/blobs/blobs.ts';
import { ApiKey } from '../../../../domain/access/api-key.entity.ts';
import { hashLinkToken } from '../../../../domain/access/key.ts';
import { ClosingLink } from '../../../../domain/closings/closing-files.entity.ts';
import { Closing } from '../../../../domain/closings/closing.entity.ts';
import { Company } from '../../../../domain/companies/company.entity.ts';
import type { OfficeLink } from '../../../../domain/offices/office-link.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { setSuspended } from '../../../../operations/provisioning.ts';
import { newClosing } from '../../../support/rows/closing.ts';
import { emptyCompany } from '../../../support/rows/lots.ts';
import { linkOf, newOffice } from '../../../support/rows/office.ts';
import { type OwnApi, startOwnApi } from '../../own-api.ts';

const path = '/v1/accounting/closings';
const content = randomBytes(300_000);
const sha256 = createHash('sha256').update(content).digest('hex');

let api: OwnApi;
let owner: Awaited<ReturnType<typeof newOffice>>;
let company: Company;
let link: OfficeLink;
let closing: Closing;
/** The URL that the store returns for a file, and the error that it fails with. */
let address: string | null = null;
let fault: BlobFailed | null = null;
beforeAll(async () => {
  api = await startOwnApi({ around: store });
});
afterAll(() => api.close());
beforeEach(async () => {
  [address, fault] = [null, null];
  owner = await newOffice(api.orm);
  company = await emptyCompany(api.orm);
  link = await linkOf(api.orm, owner.office, company);
  closing = await completed();
});

test('a complete closing has a link of one hour, by which its ZIP comes without a key as often as needed', async () => {
  const asked = Date.now();
  const { status, body, headers } = await ask();
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      url: expect.stringContaining(`${api.url}${path}/download?token=`),
      fileName: closing.fileName,
      fileSize: content.length,
      sha256,
      expiresAt: expect.any(String),
    },
  });
  expect(headers.get('cache-control')).toBe('no-store');
  const lifeMs = Date.parse(String(body.expiresAt)) - asked;
  expect([lifeMs >= 3_600_000, lifeMs < 3_660_000]).toEqual([true, true]);
  const url = String(body.url);
  for (let time = 0; time < 2; time += 1) {
    const answer = await fetch(url);
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
      200,
      {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename=${closing.fileName}`,
        'content-length': String(content.length),
        'accept-ranges': 'bytes',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        etag: `"${sha256}"`,
      },
    ]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  }
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)]);
  const token = new URL(url).searchParams.get('token')!;
  expect(JSON.stringify(await api.logs())).not.toContain(token);
});

test.each([
  ['bytes=0-99', 0, 99],
  ['bytes=1000-', 1_000, 299_999],
  ['bytes=-10', 299_990, 299_999],
  ['bytes=299999-400000', 299_999, 299_999],
])('%s is that part of it', async (range, start, end) => {
  const answer = await fetch(await url(), { headers: { range } });
  expect([answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
    206,
    `bytes ${start}-${end}/300000`,
    String(end - start + 1),
  ]);
  expect(Buffer.from(await answer.arrayBuffer()).equals(content.subarray(start, end + 1))).toBe(true);
});

test.each([
  ['several parts', { range: 'bytes=0-1,5-6' }],
  ['another unit', { range: 'lines=1-2' }],
  ['a part of another file', { range: 'bytes=0-9', 'if-range': '"another"' }],
])('%s is the whole of it', async (_what, headers) => {
  const answer = await fetch(await url(), { headers });
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, content.length]);
});

test('a part of the same file goes on where it was, and one that is not there is refused', async () => {
  const at = await url();
  const same = await fetch(at, { headers: { range: 'bytes=10-19', 'if-range': `"${sha256}"` } });
  expect([same.status, Buffer.from(await same.arrayBuffer())]).toEqual([206, content.subarray(10, 20)]);
  const beyond = await fetch(at, { headers: { range: 'bytes=300000-' } });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */300000']);
});

test.each<[string, Partial<Closing>, RegExp]>([
  ['waits', { status: 'PENDING' }, /espera a vez/],
  ['runs', { status: 'RUNNING', documentCount: 7, doneCount: 3 }, /3 de 7/],
  ['has failed', { status: 'FAILED', failureReason: 'O disco está cheio.' }, /falhou.*O disco está cheio\..*de novo/],
])('a closing that %s has none', async (_what, state, message) => {
  await set(state);
  const { status, body } = await ask();
  expect({ status, ...body }).toMatchObject({
    status: 409,
    code: 'closing_not_ready',
    message: expect.stringMatching(message),
  });
});

test('a ZIP that has been deleted is not found, neither for a new link nor by an old one', async () => {
  const at = await url();
  await set({ deletedAt: new Date() });
  const { status, body } = await ask();
  expect({ status, ...body }).toMatchObject({
    status: 404,
    code: 'not_found',
    message: expect.stringMatching(/de novo/),
  });
  expect(await opened(at)).toEqual([404, 'not_found']);
});

test('another office’s closing is not found', async () => {
  const { office, key } = await newOffice(api.orm);
  await linkOf(api.orm, office, await emptyCompany(api.orm));
  for (const id of [closing.id, randomUUID(), 'x']) {
    const { status, body } = await api.call('GET', `${path}/${id}/download`, { key });
    expect([status, body.code]).toEqual([404, 'not_found']);
  }
});

test('after the link to the company has ended its closings are not handed out', async () => {
  await end();
  const { status, body } = await ask();
  expect([status, body.code]).toEqual([403, 'company_not_in_portfolio']);
  expect((await api.call('GET', `${path}/${closing.id}`, { key: owner.key })).status).toBe(200);
});

test.each<[string, () => Promise<unknown>]>([
  ['the key is revoked', () => changeKey({ revokedAt: new Date() })],
  ['the key has expired', () => changeKey({ expiresAt: new Date(Date.now() - 1) })],
  ['the key has lost the scope', () => changeKey({ scopes: ['received-documents:read'] })],
  ['the office is suspended', () => suspended(true)],
  ['the link to the company has ended', end],
  ['the company is inactive', () => active(false)],
  ['the office was suspended and no longer is', async () => (await suspended(true), suspended(false))],
  ['the link had ended and is active again', async () => (await end(), again())],
  ['the company was inactive for a while', async () => (await active(false), active(true))],
])('a link stops at once when %s', async (_what, change) => {
  const at = await url();
  await change();
  expect(await opened(at)).toEqual([403, 'link_revoked']);
});

test('after an hour it is as unknown as one that never was', async () => {
  const at = await url();
  const token = new URL(at).searchParams.get('token')!;
  const em = acrossCompanies(api.orm);
  await em.nativeUpdate(ClosingLink, { tokenHash: hashLinkToken(token) }, { expiresAt: new Date(Date.now() - 1) });
  for (const wrong of [token, `${token}=`, '%00', "'--"]) {
    const { status, body } = await api.call('GET', `${path}/download?token=${encodeURIComponent(wrong)}`);
    expect([status, body.code]).toEqual([401, 'invalid_link']);
  }
});

test('where the store has addresses of its own, that is the link, and no token is made', async () => {
  address = 'https://bucket.s3.example/closing.zip?X-Amz-Signature=1';
  expect((await ask()).body).toMatchObject({ url: address, fileName: closing.fileName, sha256 });
  expect(await acrossCompanies(api.orm).count(ClosingLink, { closing: closing.id })).toBe(0);
});

test.each([
  ['away', 503, 'service_unavailable'],
  ['refused', 503, 'service_unavailable'],
  ['missing', 404, 'not_found'],
] as const)('a store that is %s is reported', async (kind, status, code) => {
  const at = await url();
  fault = new BlobFailed(kind, 'for the test');
  expect(await opened(at)).toEqual([status, code]);
});

/** The store of the test, which returns URLs and errors as the test sets them. */
function store(blobs: Blobs): Blobs {
  return {
    ...blobs,
    link: async () => address,
    read: async (key, range) => {
      if (fault) throw fault;
      return blobs.read(key, range);
    },
  };
}

const ask = () => api.call('GET', `${path}/${closing.id}/download`, { key: owner.key });

async function url(): Promise<string> {
  return String((await ask()).body.url);
}

async function opened(at: string): Promise<unknown[]> {
  const answer = await fetch(at);
  const { code } = (await answer.json()) as { code: string };
  return [answer.status, code];
}

async function completed(): Promise<Closing> {
  const made = await newClosing(
    api.orm,
    { office: owner.office, company },
    {
      status: 'COMPLETED',
      fileSize: content.length,
      sha256,
      completedAt: new Date(),
      expiresAt: new Date(Date.now() + 90 * 86_400_000),
    },
  );
  const uploadId = await api.blobs.begin(made.blobKey);
  const part = await api.blobs.put(made.blobKey, uploadId, 1, [content]);
  await api.blobs.complete(made.blobKey, { uploadId, parts: [part] });
  return made;
}

async function set(state: Partial<Closing>): Promise<void> {
  await acrossCompanies(api.orm).nativeUpdate(Closing, { id: closing.id }, state);
}

function end(): Promise<unknown> {
  return api.orm.em.fork().execute(`update office_link set status = 'ENDED' where id = ?`, [link.id]);
}

function again(): Promise<unknown> {
  return api.orm.em.fork().execute(`update office_link set status = 'ACTIVE' where id = ?`, [link.id]);
}

function suspended(isSuspended: boolean): Promise<unknown> {
  return setSuspended(api.orm, owner.office.id, isSuspended);
}

function active(isActive: boolean): Promise<unknown> {
  return acrossCompanies(api.orm).nativeUpdate(Company, { id: company.id }, { isActive });
}

function changeKey(changes: Partial<ApiKey>): Promise<unknown> {
  return acrossCompanies(api.orm).nativeUpdate(ApiKey, { id: owner.keyId }, changes);
}
