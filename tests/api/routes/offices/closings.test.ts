import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '@temporalio/client';
import { Closing } from '../../../../domain/closings/closing.entity.ts';
import { Company } from '../../../../domain/companies/company.entity.ts';
import { OfficeLink } from '../../../../domain/offices/office-link.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { officeClosingsId } from '../../../../temporal/names.ts';
import { linkedCompany, monthDocument } from '../../../support/rows/closing.ts';
import { newOffice } from '../../../support/rows/office.ts';
import { type TestTemporal, testTemporal } from '../../../support/servers/temporal.ts';
import { until } from '../../../support/checks/until.ts';
import { startApi, type TestApi } from '../../fixture.ts';

const path = '/v1/accounting/closings';
const october = { year: 2026, month: 10 };

let api: TestApi;
/** An API on the same database that does not reach Temporal. */
let stranded: TestApi;
let temporal: TestTemporal;
let owner: Awaited<ReturnType<typeof newOffice>>;
const offices: string[] = [];
beforeAll(async () => {
  temporal = await testTemporal();
  api = await startApi({ temporal: temporal.client });
  stranded = await startApi({ databaseUrl: databaseOf(api) });
});
beforeEach(async () => {
  owner = await newOffice(api.orm);
  offices.push(owner.office.id);
});
afterAll(async () => {
  await Promise.all(offices.map((id) => terminated(temporal.client, id)));
  await stranded.close();
  await api.close();
  await temporal.close();
});

test('the whole portfolio is closed: one closing for each company that has documents, and a reason for each other', async () => {
  const [busy, idle] = [await linked('Com notas'), await linked('Sem notas')];
  await monthDocument(api.orm, busy);
  await monthDocument(api.orm, busy, { status: 'CANCELLED' });
  await monthDocument(api.orm, await linked('De outros', 'ENDED'));
  const { status, body } = await post(october);
  expect({ status, body }).toEqual({
    status: 202,
    body: {
      created: [{ companyId: busy.id, closingId: expect.any(String) }],
      skipped: [{ companyId: idle.id, reason: 'no_documents', message: expect.stringMatching(/documentos/) }],
    },
  });
  const [closing] = await closings();
  expect(closing).toMatchObject({
    ...october,
    company: busy.id,
    companyTaxId: busy.taxId,
    companyName: 'Com notas',
    status: 'PENDING',
    includeXml: true,
    includePdf: true,
    documentCount: 2,
    fileName: `${busy.taxId}-fechamento-2026-10.zip`,
    blobKey: `closings/${owner.office.id}/${closing!.id}.zip`,
    createdBy: owner.keyId,
  });
  const actor = await temporal.client.workflow.getHandle(officeClosingsId(owner.office.id)).describe();
  expect(actor.type).toBe('officeClosings');
});

test('a month that is being closed is not begun again; one that has ended is, under another id', async () => {
  const company = await linked();
  await monthDocument(api.orm, company);
  const [first] = (await post(october)).body.created as { closingId: string }[];
  for (const status of ['PENDING', 'RUNNING'] as const) {
    await set(first!.closingId, { status });
    expect((await post(october)).body).toMatchObject({ created: [], skipped: [{ reason: 'already_running' }] });
  }
  expect((await post({ year: 2026, month: 11 })).body).toMatchObject({ skipped: [{ reason: 'no_documents' }] });
  for (const status of ['COMPLETED', 'FAILED'] as const) {
    for (const { id } of await closings()) await set(id, { status });
    expect((await post(october)).body).toMatchObject({ created: [{ companyId: company.id }], skipped: [] });
  }
  expect(await closings()).toHaveLength(3);
});

test('of fifty equal requests that come at once, one begins each company', async () => {
  const companies = await Promise.all(Array.from({ length: 8 }, (_, at) => linked(`Empresa ${at}`)));
  for (const company of companies) await monthDocument(api.orm, company);
  const lists = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? companies : companies.toReversed()));
  const answers = await Promise.all(lists.map((list) => post({ ...october, companyIds: list.map(({ id }) => id) })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  const created = answers.flatMap(({ body }) => body.created as { companyId: string; closingId: string }[]);
  const skipped = answers.flatMap(({ body }) => body.skipped as { reason: string }[]);
  expect(created.map(({ companyId }) => companyId).toSorted()).toEqual(companies.map(({ id }) => id).toSorted());
  expect(skipped.filter(({ reason }) => reason === 'already_running')).toHaveLength(49 * 8);
  expect((await closings()).map(({ id }) => id).toSorted()).toEqual(
    created.map(({ closingId }) => closingId).toSorted(),
  );
});

test('a list is of the companies that it names, each once', async () => {
  const [named, other] = [await linked(), await linked()];
  await monthDocument(api.orm, named);
  await monthDocument(api.orm, other);
  const ids = [...Array.from({ length: 250 }, () => named.id), named.id.toUpperCase()];
  const { status, body } = await post({ ...october, companyIds: ids });
  expect({ status, ...body }).toMatchObject({ status: 202, created: [{ companyId: named.id }], skipped: [] });
  expect(await closings()).toHaveLength(1);
});

test.each<[string, () => Promise<string>]>([
  ['of nobody', async () => randomUUID()],
  ['that is no id', async () => "x'--"],
  ['without a link', async () => (await linkedCompany(api.orm, null)).id],
  ['whose link is pending', async () => (await linked('Pedida', 'PENDING')).id],
  ['whose link has ended', async () => (await linked('Antiga', 'ENDED')).id],
  ['that is inactive', async () => (await inactive()).id],
])('a list with a company %s is refused as a whole, and names it', async (_what, foreign) => {
  const own = await linked();
  await monthDocument(api.orm, own);
  const id = await foreign();
  const { status, body } = await post({ ...october, companyIds: [own.id, id] });
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'company_not_in_portfolio' });
  expect(body.message).toContain(id);
  expect(await closings()).toEqual([]);
});

test('above two hundred companies it takes a list, of two hundred at most', async () => {
  const ids = await linkedMany(201);
  const whole = await post(october);
  expect({ status: whole.status, code: whole.body.code }).toEqual({ status: 400, code: 'portfolio_too_large' });
  const all = await post({ ...october, companyIds: ids });
  expect({ status: all.status, ...all.body }).toMatchObject({
    status: 400,
    code: 'validation_error',
    issues: [{ path: 'companyIds' }],
  });
  const two = await post({ ...october, companyIds: ids.slice(1) });
  expect({ status: two.status, skipped: (two.body.skipped as unknown[]).length }).toEqual({
    status: 202,
    skipped: 200,
  });
  await acrossCompanies(api.orm).nativeUpdate(OfficeLink, { company: ids[0]! }, { issuingAllowed: true });
  await api.orm.em.fork().execute(`update office_link set status = 'ENDED' where company_id = ?`, [ids[0]]);
  expect((await post(october)).status).toBe(202);
});

test.each<[Record<string, unknown>, string]>([
  [{ ...october, includeXml: false, includePdf: false }, 'includeXml'],
  [{ year: 9999, month: 12 }, 'month'],
  [{ year: 2026, month: 13 }, 'month'],
  [{ year: 2026 }, 'month'],
  [{ ...october, companyIds: [] }, 'companyIds'],
  [{ ...october, companyIds: 'todas' }, 'companyIds'],
  [{ ...october, includeXml: 'sim' }, 'includeXml'],
  [{ ...october, company: 'x' }, 'company'],
])('%j is refused', async (body, field) => {
  await monthDocument(api.orm, await linked());
  const answer = await post(body);
  expect({ status: answer.status, ...answer.body }).toMatchObject({
    status: 400,
    code: 'validation_error',
    issues: [{ path: field }],
  });
  expect(await closings()).toEqual([]);
});

test('one of the two files is enough, and null is as good as nothing', async () => {
  await monthDocument(api.orm, await linked());
  await post({ ...october, includePdf: false, includeXml: null, companyIds: null });
  expect(await closings()).toMatchObject([{ includeXml: true, includePdf: false }]);
});

test('while Temporal is away nothing is left behind, and the companies are told so', async () => {
  const company = await linked();
  await monthDocument(api.orm, company);
  const { status, body } = await stranded.call('POST', path, { key: owner.key, body: october });
  expect({ status, ...body }).toMatchObject({
    status: 202,
    created: [],
    skipped: [{ companyId: company.id, reason: 'dispatch_failed', message: expect.stringMatching(/de novo/) }],
  });
  expect(await closings()).toEqual([]);
  expect((await post(october)).body).toMatchObject({ created: [{ companyId: company.id }] });
});

test('a link that ends between the look at the portfolio and the beginning is reported, and nothing begun for it', async () => {
  const [stays, leaves] = [await linked(), await linked()];
  for (const company of [stays, leaves]) await monthDocument(api.orm, company);
  const asked = await acrossCompanies(api.orm).transactional(async (em) => {
    await em.execute(`update office_link set status = 'ENDED' where company_id = ?`, [leaves.id]);
    const [own] = await em.execute<{ id: string }[]>(`select pg_current_xact_id()::text as id`);
    const answer = post(october);
    await until('the request waits for the link', async () => {
      const waiting = `select 1 from pg_locks where not granted and locktype = 'transactionid' and transactionid::text = ?`;
      return (await api.orm.em.fork().execute(waiting, [own?.id])).length > 0;
    });
    return { answer };
  });
  expect((await asked.answer).body).toMatchObject({
    created: [{ companyId: stays.id }],
    skipped: [{ companyId: leaves.id, reason: 'not_in_portfolio' }],
  });
  expect(await closings()).toMatchObject([{ company: stays.id }]);
});

function databaseOf({ orm }: TestApi): string {
  return orm.config.get('clientUrl') ?? '';
}

const post = (body: unknown) => api.call('POST', path, { key: owner.key, body });

function closings(): Promise<Closing[]> {
  return acrossCompanies(api.orm).find(Closing, { office: owner.office.id }, { orderBy: { id: 'asc' } });
}

async function set(id: string, state: Partial<Closing>): Promise<void> {
  await acrossCompanies(api.orm).nativeUpdate(Closing, { id }, state);
}

function linked(name?: string, status?: OfficeLink['status']): Promise<Company> {
  return linkedCompany(api.orm, owner.office, { name, status });
}

async function inactive(): Promise<Company> {
  const company = await linked('Inativa');
  await acrossCompanies(api.orm).nativeUpdate(Company, { id: company.id }, { isActive: false });
  return company;
}

async function linkedMany(count: number): Promise<string[]> {
  const em = acrossCompanies(api.orm);
  const taxId = () => randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase();
  const companies = Array.from({ length: count }, (_, at) =>
    em.create(Company, { taxId: taxId(), name: `Empresa ${at}`, environment: 'PRODUCTION' }),
  );
  await em.flush();
  for (const { id: company } of companies) {
    em.create(OfficeLink, {
      ...{ office: owner.office.id, company, status: 'ACTIVE', requestedBy: 'OFFICE', requestedAt: new Date() },
    });
  }
  await em.flush();
  return companies.map(({ id }) => id);
}

async function terminated(client: Client, officeId: string): Promise<void> {
  await client.workflow
    .getHandle(officeClosingsId(officeId))
    .terminate()
    .catch(() => {});
}
