import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyInput } from '../../../../domain/companies/settings-schema.ts';
import { LinkInvitation } from '../../../../domain/offices/link-invitation.entity.ts';
import { demoCompany } from '../../../../local/demo/companies.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { createCompany } from '../../../../operations/provisioning.ts';
import { invitationId } from '../../../../temporal/names.ts';
import { linkOf, newOffice } from '../../../support/rows/office.ts';
import { cnpjOf } from '../../../support/samples/tax-ids.ts';
import { type TestTemporal, testTemporal } from '../../../support/servers/temporal.ts';
import { startApi, type TestApi } from '../../fixture.ts';

const path = '/v1/accounting/links';

let temporal: TestTemporal;
let api: TestApi;
beforeAll(async () => {
  temporal = await testTemporal();
  api = await startApi({ temporal: temporal.client });
});
afterAll(async () => {
  await api?.close();
  await temporal?.close();
});

test('a link that is asked for is 201 with the run of its mail, then 200 without a second', async () => {
  const { key } = await newOffice(api.orm);
  const company = await newCompany({ adminEmails: ['dona@empresa.example'] });
  const asked = await api.call('POST', path, { key, body: { taxId: company.taxId } });
  expect(asked.status).toBe(201);
  expect(asked.body).toMatchObject({
    companyId: company.id,
    taxId: company.taxId,
    companyName: company.name,
    status: 'PENDING',
    requestedBy: 'OFFICE',
    officeIssuingAllowed: false,
    decidedAt: null,
    invitation: { status: 'PENDING', error: null, sentAt: null },
  });
  expect(asked.body['message']).toMatch(/foram convidados por e-mail/);
  expect(asked.text).not.toContain('dona@empresa.example');
  const { id } = await acrossCompanies(api.orm).findOneOrFail(LinkInvitation, { company: company.id });
  const run = temporal.client.workflow.getHandle(invitationId(id));
  expect((await run.describe()).type).toBe('invitation');
  await run.terminate('no worker of this test takes it');
  const again = await api.call('POST', path, { key, body: { taxId: punctuated(company.taxId) } });
  expect(again.status).toBe(200);
  expect(again.body).toEqual(asked.body);
  expect(await acrossCompanies(api.orm).count(LinkInvitation, { company: company.id })).toBe(1);
});

test('while Temporal is away the answer is the same, and the mail waits for reconciliation', async () => {
  const { key } = await newOffice(api.orm);
  const company = await newCompany();
  const cut = await startApi({ databaseUrl: api.orm.config.get('clientUrl') });
  try {
    const asked = await cut.call('POST', path, { key, body: { taxId: company.taxId } });
    expect(asked.status).toBe(201);
    expect(asked.body).toMatchObject({ status: 'PENDING', invitation: { status: 'PENDING' } });
    expect(await cut.logs()).toContainEqual(
      expect.objectContaining({ message: 'the mail of an invitation could not be started' }),
    );
  } finally {
    await cut.close();
  }
});

test('a link that is active already is 200, one of another office 409, an unknown company 404', async () => {
  const { office, key } = await newOffice(api.orm);
  const { key: otherKey } = await newOffice(api.orm);
  const company = await newCompany();
  await linkOf(api.orm, office, company, { issuingAllowed: true });
  const own = await api.call('POST', path, { key, body: { taxId: company.taxId } });
  expect([own.status, own.body['status'], own.body['officeIssuingAllowed']]).toEqual([200, 'ACTIVE', true]);
  const other = await api.call('POST', path, { key: otherKey, body: { taxId: company.taxId } });
  expect([other.status, other.body['code']]).toEqual([409, 'company_already_linked']);
  const unknown = await api.call('POST', path, { key, body: { taxId: newCnpj() } });
  expect([unknown.status, unknown.body['code']]).toEqual([404, 'company_not_found']);
  for (const taxId of ['', '123', 11222333000181, null]) {
    const invalid = await api.call('POST', path, { key, body: { taxId } });
    expect([taxId, invalid.status, invalid.body['code']]).toEqual([taxId, 400, 'validation_error']);
  }
});

test('where nobody can be invited the answer says so, and how the link is accepted', async () => {
  const { key } = await newOffice(api.orm);
  const company = await newCompany({ email: null });
  const { status, body } = await api.call('POST', path, { key, body: { taxId: company.taxId } });
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'PENDING', invitation: { status: 'NOBODY' } });
  expect(body['message']).toMatch(/Ninguém pôde ser convidado.*lavra link accept/);
});

test('a fourth invitation in a month is refused with 422', async () => {
  const { key } = await newOffice(api.orm);
  const company = await newCompany();
  const statuses: unknown[] = [];
  for (let times = 0; times < 4; times += 1) {
    const { status, body } = await api.call('POST', path, { key, body: { taxId: company.taxId } });
    statuses.push(status === 201 ? status : [status, body['code']]);
    const past = { expiresAt: new Date(0) };
    await acrossCompanies(api.orm).nativeUpdate(LinkInvitation, { company: company.id }, past);
  }
  expect(statuses).toEqual([201, 201, 201, [422, 'limit_reached']]);
});

test('an office lists its own links alone, with any key, by status and page; addresses in what a server said are hidden', async () => {
  const { office, key } = await newOffice(api.orm, { scopes: ['documents:read'] });
  const { key: askingKey } = await newOffice(api.orm);
  const companies = [await newCompany(), await newCompany(), await newCompany()];
  const [first, second, third] = companies as [(typeof companies)[0], (typeof companies)[0], (typeof companies)[0]];
  await linkOf(api.orm, office, first);
  await linkOf(api.orm, office, second, { status: 'REFUSED' });
  await linkOf(api.orm, office, third, { status: 'PENDING' });
  await api.call('POST', path, { key: askingKey, body: { taxId: third.taxId } });
  const mailError = 'O servidor de e-mail respondeu: 550 5.1.1 <dona@empresa.example> unknown';
  const refused = { mailStatus: 'FAILED', mailError } as const;
  await acrossCompanies(api.orm).nativeUpdate(LinkInvitation, { company: third.id }, refused);

  const page = await api.call('GET', `${path}?page=1&pageSize=2`, { key });
  expect(page.body['meta']).toEqual({ page: 1, pageSize: 2, total: 3, totalPages: 2 });
  expect(idsOf(page.body)).toEqual([third.id, second.id]);
  expect(idsOf((await api.call('GET', `${path}?page=2&pageSize=2`, { key })).body)).toEqual([first.id]);
  expect(idsOf((await api.call('GET', `${path}?status=ACTIVE`, { key })).body)).toEqual([first.id]);
  expect(idsOf((await api.call('GET', `${path}?status=ENDED`, { key })).body)).toEqual([]);
  expect((await api.call('GET', `${path}?status=WHATEVER`, { key })).status).toBe(400);
  const theirs = await api.call('GET', path, { key: askingKey });
  expect(theirs.body['data']).toMatchObject([
    {
      companyId: third.id,
      invitation: { status: 'FAILED', error: expect.stringContaining('550 5.1.1 <***> unknown') },
    },
  ]);
});

test('asking takes the scope portfolio:write', async () => {
  const { key } = await newOffice(api.orm, { scopes: ['documents:read', 'documents:write', 'webhooks:write'] });
  const { status, body } = await api.call('POST', path, { key, body: { taxId: newCnpj() } });
  expect([status, body['code']]).toEqual([403, 'insufficient_scope']);
});

function idsOf(body: Record<string, unknown>): string[] {
  return (body['data'] as { companyId: string }[]).map(({ companyId }) => companyId);
}

function newCnpj(): string {
  return cnpjOf(randomInt(10_000_000, 99_999_999));
}

function punctuated(cnpj: string): string {
  return cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}

function newCompany(form: Partial<CompanyInput> = {}) {
  return createCompany(acrossCompanies(api.orm), {
    ...demoCompany,
    taxId: newCnpj(),
    email: 'dona@empresa.example',
    ...form,
  });
}
