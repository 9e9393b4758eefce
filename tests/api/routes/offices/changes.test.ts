import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiKey } from '../../../../domain/access/api-key.entity.ts';
import { Company } from '../../../../domain/companies/company.entity.ts';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { allowIssuing, endLink } from '../../../../operations/offices/change-link.ts';
import { revokeKey, setSuspended } from '../../../../operations/provisioning.ts';
import { linkOf, newOffice } from '../../../support/rows/office.ts';
import { receive } from '../../../support/rows/received-files.ts';
import { newCompany, sale, startApi, type TestApi } from '../../fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Scene = Awaited<ReturnType<typeof newScene>>;
type Change = (scene: Scene) => Promise<unknown>;

const revoke: Change = ({ keyId }) => revokeKey(acrossCompanies(api.orm), keyId);
const suspend: Change = ({ sides }) => setSuspended(api.orm, sides.officeId, true);
const end: Change = ({ sides }) => endLink(api.orm, sides);
const withdraw: Change = ({ sides }) => allowIssuing(api.orm, sides, false);
const close: Change = ({ sides }) =>
  acrossCompanies(api.orm).nativeUpdate(Company, { id: sides.companyId }, { isActive: false });
const narrow: Change = ({ keyId }) =>
  acrossCompanies(api.orm).nativeUpdate(ApiKey, { id: keyId }, { scopes: ['documents:read'] });

test.each<[string, Change, number, string]>([
  ['its key is revoked', revoke, 401, 'invalid_api_key'],
  ['it is suspended', suspend, 403, 'accounting_mode_inactive'],
  ['its key loses the scope', narrow, 403, 'insufficient_scope'],
  ['the link ends', end, 403, 'company_not_in_portfolio'],
  ['the company is closed', close, 403, 'company_not_in_portfolio'],
  ['the company withdraws its permission', withdraw, 403, 'office_issuing_not_allowed'],
])('while an office creates, %s: what was begun is whole, what comes after is refused', async (...row) => {
  const [, change, status, code] = row;
  const scene = await newScene();
  const begun = Array.from({ length: 10 }, () => create(scene));
  await Promise.race(begun);
  await change(scene);
  const after = await create(scene);
  expect([after.status, after.body.code]).toEqual([status, code]);
  const answers = await Promise.all(begun);
  const created = answers.filter((answer) => answer.status === 201);
  expect(created.length).toBeGreaterThan(0);
  for (const refused of answers.filter((answer) => !created.includes(answer))) {
    expect([refused.status, refused.body.code]).toEqual([status, code]);
  }
  const documents = await acrossCompanies(api.orm).find(Document, { company: scene.sides.companyId });
  expect(documents.map(({ id }) => id).toSorted()).toEqual(created.map(({ body }) => String(body.id)).toSorted());
});

test('a permission that is withdrawn leaves the office what it reads, and given again is at once', async () => {
  const scene = await newScene();
  await withdraw(scene);
  const list = await api.call('GET', `${scene.base}/fiscal-documents`, { key: scene.key });
  expect([(await create(scene)).status, list.status]).toEqual([403, 200]);
  await allowIssuing(api.orm, scene.sides, true);
  expect((await create(scene)).status).toBe(201);
});

test.each<[string, Change]>([
  ['its key is revoked', revoke],
  ['it is suspended', suspend],
  ['its key loses the scope', narrow],
  ['the link ends', end],
  ['the company is closed', close],
])('a link to an archive that an office made stops when %s', async (_what, change) => {
  const scene = await newScene();
  const url = await exportLink(scene);
  expect((await fetch(url)).status).toBe(200);
  await change(scene);
  const refused = await fetch(url);
  expect([refused.status, await refused.json()]).toEqual([403, expect.objectContaining({ code: 'link_revoked' })]);
});

test('a link to an archive outlives the permission to issue, which it does not take', async () => {
  const scene = await newScene();
  const url = await exportLink(scene);
  await withdraw(scene);
  expect((await fetch(url)).status).toBe(200);
});

test('an archive that is on its way when the link ends comes whole, and is the last', async () => {
  const scene = await newScene();
  for (let nsu = 1; nsu <= 6; nsu += 1) await receive(api.orm, scene.company, { nsu, content: randomBytes(1_000_000) });
  const path = '/received-documents/export?year=2026&month=10';
  const asked = { headers: { authorization: `Bearer ${scene.key}` } };
  const answer = await fetch(`${api.url}${scene.base}${path}`, asked);
  await end(scene);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const own = await fetch(`${api.url}/v1${path}`, { headers: { authorization: `Bearer ${scene.companyKey}` } });
  expect(bytes.length).toBeGreaterThan(6_000_000);
  expect(bytes.equals(Buffer.from(await own.arrayBuffer()))).toBe(true);
  expect((await fetch(`${api.url}${scene.base}${path}`, asked)).status).toBe(403);
});

/** A company that allows an office to issue for it. */
async function newScene() {
  const [{ office, key, keyId }, { company, key: companyKey }] = [await newOffice(api.orm), await newCompany(api.orm)];
  await linkOf(api.orm, office, company, { issuingAllowed: true });
  const sides = { companyId: company.id, officeId: office.id };
  return { key, keyId, companyKey, company, sides, base: `/v1/accounting/companies/${company.id}` };
}

function create({ key, base }: Scene) {
  return api.call('POST', `${base}/fiscal-documents`, { key, body: sale() });
}

async function exportLink({ key, base, company }: Scene): Promise<string> {
  await receive(api.orm, company);
  const body = { year: 2026, month: 10 };
  const { body: made } = await api.call('POST', `${base}/received-documents/export/link`, { key, body });
  return String(made.url);
}
