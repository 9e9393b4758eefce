import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { quotaStanding } from '../../../operations/documents/quota.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { newCompany } from '../../api/fixture.ts';
import { issuer } from '../../support/samples/notes.ts';
import { testOrm } from '../../support/servers/parts.ts';

let orm: Orm;
let company: Company;
beforeAll(async () => {
  orm = await testOrm();
  const settings = { ...issuer.settings, monthlyQuota: 100 };
  ({ company } = await newCompany(orm, { environment: 'PRODUCTION', settings }));
  // Nothing else counts the rows of these tests.
  await acrossCompanies(orm).execute('alter table document disable trigger user');
});
afterAll(() => orm.close());

const november = new Date('2026-11-15T12:00:00-03:00');
const december = new Date('2026-12-01T00:00:01-03:00');

test('a month is Brasília’s; what the authority’s clock dates ahead of ours counts already, cancelled ones too, others not', async () => {
  await add({ status: 'AUTHORIZED', authorizedAt: '2026-10-31T23:59:59-03:00' });
  expect(await standing(november)).toMatchObject({ authorized: 0 });
  await add({ status: 'AUTHORIZED', authorizedAt: '2026-11-01T00:00:00-03:00' });
  await add({ status: 'CANCELLED', authorizedAt: '2026-11-30T23:59:59-03:00' });
  expect(await standing(november)).toMatchObject({ authorized: 2 });
  await add({ status: 'AUTHORIZED', authorizedAt: '2026-12-01T00:00:00-03:00' });
  expect(await standing(november)).toMatchObject({ authorized: 3 });
  expect(await standing(december)).toMatchObject({ authorized: 1, resetsAt: new Date('2027-01-01T03:00:00Z') });
  await add({ status: 'AUTHORIZED', authorizedAt: '2026-11-10T12:00:00-03:00', environment: 'HOMOLOGATION' });
  const { company: other } = await newCompany(orm, { environment: 'PRODUCTION' });
  await add({ status: 'AUTHORIZED', authorizedAt: '2026-11-10T12:00:00-03:00', company: other });
  expect(await standing(november)).toMatchObject({ limit: 100, authorized: 3, underWay: 0 });
});

test('what is prepared and not settled counts in whatever month it is looked at; what waits for its turn, and earlier attempts, do not', async () => {
  await add({ status: 'PROCESSING' });
  await add({ status: 'PROCESSING', attempt: 2, prepared: 1 });
  await add({ status: 'REJECTED', prepared: 1 });
  expect(await standing(november)).toMatchObject({ underWay: 0 });
  await add({ status: 'PROCESSING', prepared: 1 });
  expect(await standing(november)).toMatchObject({ authorized: 3, underWay: 1 });
  expect(await standing(december)).toMatchObject({ authorized: 1, underWay: 1 });
});

test('a company without a quota is counted by nobody', async () => {
  const { company: free } = await newCompany(orm, { environment: 'PRODUCTION' });
  expect(await standing(november, free)).toBeNull();
});

test('a month among those before it is counted by its index, behind the API’s policies, too', async () => {
  await addMany(20_000, '2026-01-01');
  await addMany(2_000, '2026-11-02');
  await acrossCompanies(orm).execute('vacuum analyze document');
  const plan = await inCompany(orm, company.id, async (em) => {
    expect(await quotaStanding(em, of(company), november)).toMatchObject({ authorized: 2_003 });
    return em.execute<Record<string, string>[]>(
      `explain select count(*) from document
       where company_id = ? and environment = 'PRODUCTION' and authorization_date >= ?`,
      [company.id, new Date('2026-11-01T00:00:00-03:00')],
    );
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('document_authorized');
});

function of({ id, settings }: Company) {
  return { company: id, settings: settings ?? null };
}

function standing(now: Date, whose = company) {
  return quotaStanding(acrossCompanies(orm), of(whose), now);
}

type Row = {
  status: 'AUTHORIZED' | 'CANCELLED' | 'PROCESSING' | 'REJECTED';
  authorizedAt?: string;
  environment?: string;
  company?: Company;
  attempt?: number;
  /** The number of the attempt that was prepared. */
  prepared?: number;
};

async function add({
  status,
  authorizedAt,
  environment = 'PRODUCTION',
  company: whose = company,
  attempt = 1,
  prepared,
}: Row) {
  const em = acrossCompanies(orm);
  const [{ id } = { id: '' }] = await em.execute<{ id: string }[]>(
    `insert into document (id, company_id, type, environment, status, total_value, issue_date_time, authorization_date,
       claimed_at, client_snapshot, payload, attempt, created_at, updated_at)
     values (gen_random_uuid(), ?, 'NFE', ?, ?, 10, now(), ?, now(), '{}', '{}', ?, now(), now()) returning id`,
    [whose.id, environment, status, authorizedAt ?? null, attempt],
  );
  if (prepared === undefined) return;
  await em.execute(
    `insert into emission (document_id, attempt, company_id, series, number, subject, signed_xml, digest_value, created_at)
     values (?, ?, ?, 1, 1, 'x', '<x/>', 'x', now())`,
    [id, prepared, whose.id],
  );
}

/** Writes so many authorized documents, one every twenty seconds from a day on. */
async function addMany(count: number, from: string): Promise<void> {
  await acrossCompanies(orm).execute(
    `insert into document (id, company_id, type, environment, status, series, number, total_value, issue_date_time,
       authorization_date, client_snapshot, payload, attempt, created_at, updated_at)
     select gen_random_uuid(), ?, 'NFE', 'PRODUCTION', 'AUTHORIZED', 7, 0, 10,
       now(), ?::timestamptz + n * interval '20 seconds', '{}', to_jsonb(repeat('x', 500)), 1, now(), now()
     from generate_series(1, ?::int) n`,
    [company.id, from, count],
  );
}
