import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApiKey } from '../../../../domain/access/api-key.entity.ts';
import { Company } from '../../../../domain/companies/company.entity.ts';
import { type LinkStatus, OfficeLink } from '../../../../domain/offices/office-link.entity.ts';
import { ExportLink } from '../../../../domain/received/export-link.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { setSuspended } from '../../../../operations/provisioning.ts';
import { newOffice } from '../../../support/rows/office.ts';
import { receive } from '../../../support/rows/received-files.ts';
import { startApi, type TestApi } from '../../fixture.ts';
import { linkedCompany } from './linked-company.ts';

const path = '/v1/accounting/received-documents/export/link';
const month = { year: 2026, month: 10 };

let api: TestApi;
let accountant: Awaited<ReturnType<typeof newOffice>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  accountant = await newOffice(api.orm);
});

test('a link gives the same archive without a key, as often as needed', async () => {
  const company = await linked('Padaria');
  await linked('Sem notas');
  const note = await receive(api.orm, company);
  const { status, body } = await api.call('POST', path, { key: accountant.key, body: month });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      fileName: `${accountant.office.taxId}-2026-10.zip`,
      documentCount: 1,
      companyCount: 1,
      pendingSummaries: 0,
    },
  });
  const url = new URL(String(body.url));
  expect([url.origin, url.pathname]).toEqual([api.url, '/v1/received-documents/export/download']);
  for (let time = 0; time < 2; time += 1) {
    const answer = await fetch(url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': `attachment; filename=${accountant.office.taxId}-2026-10.zip`,
      'x-company-count': '1',
    });
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toContain(
      `${company.taxId} - Padaria/notas/${note.accessKey}`,
    );
  }
});

test.each<[string, (company: string) => Promise<unknown>]>([
  ['the key is revoked', () => em().nativeUpdate(ApiKey, { id: accountant.keyId }, { revokedAt: new Date() })],
  [
    'the key loses the scope',
    () => em().nativeUpdate(ApiKey, { id: accountant.keyId }, { scopes: ['documents:read'] }),
  ],
  ['the office is suspended', () => suspended(true)],
  ['a company of it leaves', (company) => left(company, 'ENDED')],
  ['a company of it is deactivated', (company) => active(company, false)],
  ['the office was suspended and no longer is', async () => (await suspended(true), suspended(false))],
  ['a company left and came back', async (company) => (await left(company, 'ENDED'), left(company, 'ACTIVE'))],
  ['a company was inactive for a while', async (company) => (await active(company, false), active(company, true))],
])('it stops at once when %s', async (_why, happen) => {
  const [one, two] = [await linked('Um'), await linked('Dois')];
  await receive(api.orm, one);
  const url = await link();
  expect((await fetch(url)).status).toBe(200);
  await happen(two.id);
  const answer = await fetch(url);
  expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ code: 'link_revoked' })]);
});

test('a link of chosen companies lives on when another one leaves, and one that has expired is unknown', async () => {
  const [one, two] = [await linked('Um'), await linked('Dois')];
  for (const company of [one, two]) await receive(api.orm, company);
  const url = await link({ companyIds: [one.id] });
  await em().nativeUpdate(OfficeLink, { company: two.id }, { status: 'ENDED' });
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('x-document-count')]).toEqual([200, '1']);
  await em().nativeUpdate(ExportLink, { office: accountant.office.id }, { expiresAt: new Date(Date.now() - 1) });
  expect((await fetch(url)).status).toBe(401);
});

test.each([
  [{ ...month, companyIds: [] }, 'companyIds'],
  [{ ...month, companyIds: ['x'] }, 'companyIds[0]'],
  [{ ...month, companyIds: 'x' }, 'companyIds'],
  [{ ...month, summaries: true }, 'summaries'],
  [{ year: 2026 }, 'month'],
])('a link of %j is refused', async (body, field) => {
  const answer = await api.call('POST', path, { key: accountant.key, body });
  expect({ status: answer.status, ...answer.body }).toMatchObject({
    status: 400,
    code: 'validation_error',
    issues: [{ path: field }],
  });
});

const suspended = (isSuspended: boolean) => setSuspended(api.orm, accountant.office.id, isSuspended);
const left = (company: string, status: LinkStatus) => em().nativeUpdate(OfficeLink, { company }, { status });
const active = (id: string, isActive: boolean) => em().nativeUpdate(Company, { id }, { isActive });
const em = () => acrossCompanies(api.orm);

const linked = (name: string) => linkedCompany(api.orm, accountant.office, name);

async function link(choice: { companyIds?: string[] } = {}): Promise<string> {
  const { body } = await api.call('POST', path, { key: accountant.key, body: { ...month, ...choice } });
  return String(body.url);
}
