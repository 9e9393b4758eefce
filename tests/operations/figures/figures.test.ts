import { afterAll, beforeAll, expect, test } from 'vitest';
import { Registry } from 'prom-client';
import { v7 as uuid } from 'uuid';
import { createOrm, type Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { type InstallationFigures, readFigures } from '../../../operations/figures/figures.ts';
import { poolState } from '../../../operations/figures/pool.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { installationMetrics } from '../../../worker/installation-metrics.ts';
import { giveCertificate, newCompany } from '../../api/fixture.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { collectingLogger } from '../../support/checks/collecting-logger.ts';
import { replacedNote } from '../../support/rows/replaced.ts';
import { processingDocument } from '../../support/samples/sale.ts';

/** Rows of two companies, read by the worker's login. */
let orm: Orm;
let worker: Orm;
let company: Company;
let figures: InstallationFigures;
beforeAll(async () => {
  const url = await testDatabase();
  [orm, worker] = await Promise.all([patientOrm(url), patientOrm(byLogin(url, 'worker'))]);
  company = (await newCompany(orm, { certificateEnds: null })).company;
  const { company: other } = await newCompany(orm, { environment: 'PRODUCTION' });
  await newCompany(orm, { certificateEnds: null });
  await giveCertificate(orm, company, inDays(-3));
  await giveCertificate(orm, company, inDays(5));
  await waiting(company, 'PERSON', 7_200);
  await waiting(company, 'PERSON', 60);
  await waiting(other, 'AUTHORITY_PAUSED', 900);
  const sent = await waiting(company, 'ANSWER', 1);
  await deliveries();
  await distributions();
  await throttled('656', 10);
  await throttled('656', 20);
  await throttled('656', 62);
  await throttled('429', 2);
  await pendingEvent(sent);
  await replacedNote(orm, company, { status: 'PROPOSED', waitingKind: 'PERSON', waitingSince: new Date() });
  await replacedNote(orm, company, { status: 'GIVEN_UP', settledAt: new Date() });
  figures = await readFigures(worker);
});
afterAll(() => Promise.all([orm.close(), worker.close()]));

test('what waits is counted by what it waits for, with the age of the oldest', () => {
  const [people, paused, events] = [
    group('document', 'PERSON'),
    group('document', 'AUTHORITY_PAUSED'),
    group('event', 'OURS'),
  ];
  expect(people).toMatchObject({ environment: 'HOMOLOGATION', count: 2 });
  expect(age(people)).toBe(7_200);
  expect(paused).toMatchObject({ environment: 'PRODUCTION', count: 1 });
  expect(age(paused)).toBe(900);
  expect(events).toMatchObject({ environment: 'HOMOLOGATION', count: 1 });
  const replaced = figures.waits.filter(({ subject }) => subject === 'replaced_note');
  expect(replaced).toMatchObject([{ environment: 'HOMOLOGATION', kind: 'PERSON', count: 1 }]);
});

test('deliveries count by the health of their endpoint; those of endpoints that are off do not', () => {
  const { overdueSeconds, ...rest } = figures.webhooks;
  expect(rest).toEqual({ pending: 2, pendingInTrouble: 1, endpointsInTrouble: 1, endpointsDisabled: 1 });
  expect(Math.round(overdueSeconds / 10)).toBe(30);
});

test('of each active company the certificate counts that it signs with', () => {
  const { ending, ...groups } = figures.certificates;
  expect(groups).toEqual({ expired: 0, within1Day: 0, within7Days: 1, within30Days: 0, later: 1, missing: 1 });
  expect(ending).toMatchObject([{ companyId: company.id, taxId: company.taxId }]);
});

test('who is silenced now counts once for each service, and no longer than the silence lasts', () => {
  expect(figures.silences).toEqual([{ service: 'NfeConsultaProtocolo', environment: 'HOMOLOGATION', taxpayers: 1 }]);
});

test('distributions say how much is still to come, and how late the latest is', () => {
  const [nfe] = figures.distributions;
  expect(figures.distributions).toHaveLength(1);
  expect(nfe).toMatchObject({ source: 'NFE', status: 'THROTTLED', count: 1, nsuBehind: 40 });
  expect(Math.round((nfe?.overdueSeconds ?? 0) / 10)).toBe(60);
});

test('a scrape has them all, and those of nothing are 0', async () => {
  const text = await installationMetrics({ orm: worker, logger: collectingLogger([]), registry: new Registry() })();
  const shown = text.replaceAll('lavra_installation_', '');
  expect(shown).toContain('waiting{subject="document",environment="HOMOLOGATION",kind="PERSON"} 2\n');
  expect(shown).toContain('waiting{subject="event",environment="PRODUCTION",kind="OURS"} 0\n');
  expect(shown).toContain('certificates{left="7d"} 1\n');
  expect(shown).toContain(
    `certificate_expiry_timestamp_seconds{company_id="${company.id}",tax_id="${company.taxId}"} `,
  );
  expect(shown).toContain('distributions{source="NFSE",status="PAUSED"} 0\n');
  expect(shown).toContain('figures_up 1\n');
});

test('figures are read every fifteen seconds at most; of a database that is away none is shown', async () => {
  const source = installationMetrics({ orm: worker, logger: collectingLogger([]), registry: new Registry() });
  const before = await source();
  await acrossCompanies(orm).execute(`update document set waiting_kind = 'OURS' where waiting_kind = 'PERSON'`);
  expect(await source()).toBe(before);

  const away = await createOrm('postgres://nobody:x@127.0.0.1:1/nowhere');
  const logs: Record<string, unknown>[] = [];
  const text = await installationMetrics({ orm: away, logger: collectingLogger(logs), registry: new Registry() })();
  expect(text).toContain('lavra_installation_figures_up 0\n');
  expect(text.match(/^lavra_installation_\w+/gm)).toEqual(['lavra_installation_figures_up']);
  await away.close();
  expect(logs).toMatchObject([{ level: 'warn', message: 'the figures of the installation could not be read' }]);
});

test('the pool tells what of it is in use', async () => {
  const used = await worker.em.fork().transactional(async (em) => {
    await em.execute('select 1');
    return poolState(worker);
  });
  expect(used.limit).toBe(10);
  expect(used.open - used.idle).toBe(1);
  const idle = await poolState(worker);
  expect(idle).toMatchObject({ open: used.open, idle: used.open, waiting: 0 });
});

function group(subject: string, kind: string) {
  return figures.waits.find((each) => each.subject === subject && each.kind === kind);
}

/** The age in seconds, without those that the test took. */
function age(figure: { oldestSeconds: number } | undefined): number {
  return Math.floor((figure?.oldestSeconds ?? 0) / 60) * 60;
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

async function waiting(owner: Company, kind: string, seconds: number): Promise<Document> {
  const document = await processingDocument(orm, owner);
  await acrossCompanies(orm).execute(
    `update document set environment = ?, waiting_kind = ?, waiting_since = now() - make_interval(secs => ?) where id = ?`,
    [owner.environment, kind, seconds, document.id],
  );
  return document;
}

async function pendingEvent({ id }: Document): Promise<void> {
  await acrossCompanies(orm).execute(
    `insert into document_event (id, company_id, document_id, type, code, sequence, status, waiting_kind, waiting_since,
       occurred_at, created_at, updated_at)
     values (gen_random_uuid(), ?, ?, 'CANCELLATION', '110111', 1, 'PENDING', 'OURS', now(), now(), now(), now())`,
    [company.id, id],
  );
}

async function deliveries(): Promise<void> {
  const em = acrossCompanies(orm);
  for (const [failures, isActive, count] of [
    [0, true, 2],
    [3, true, 1],
    [5, false, 1],
  ] as const) {
    const endpoint = uuid();
    await em.execute(
      `insert into webhook_endpoint (id, company_id, url, events, is_active, sealed_secret, disabled_at, consecutive_failures, created_at, updated_at)
       values (?, ?, 'https://erp.example.com', '{}', ?, '{}', ?, ?, now(), now())`,
      [endpoint, company.id, isActive, isActive ? null : new Date(), failures],
    );
    await em.execute(
      `with happened as (
         insert into event (id, company_id, type, data, created_at)
         select 'evt_' || replace(gen_random_uuid()::text, '-', ''), ?, 'WEBHOOK_TEST', '{}', now() from generate_series(1, ?)
         returning id, company_id
       )
       insert into webhook_delivery (id, company_id, endpoint_id, event_id, status, next_attempt_at, created_at)
       select gen_random_uuid(), company_id, ?, id, 'PENDING', now() - interval '5 minutes', now() from happened`,
      [company.id, count, endpoint],
    );
  }
}

async function distributions(): Promise<void> {
  await acrossCompanies(orm).execute(
    `insert into distribution (id, company_id, environment, source, last_nsu, max_nsu, status, not_before, next_visit_at, created_at, updated_at)
     select gen_random_uuid(), ?, environment, 'NFE', 10, 50, 'THROTTLED', now() - interval '1 hour', now() - interval '10 minutes', now(), now()
     from (values ('HOMOLOGATION'), ('PRODUCTION')) as in_each (environment)`,
    [company.id],
  );
}

async function throttled(cStat: string, minutesAgo: number): Promise<void> {
  await acrossCompanies(orm).execute(
    `insert into authority_call (id, company_id, tax_id_root, environment, service, subject, started_at, c_stat)
     values (gen_random_uuid(), ?, ?, 'HOMOLOGATION', 'NfeConsultaProtocolo', 'x', now() - make_interval(mins => ?), ?)`,
    [company.id, company.taxId.slice(0, 8), minutesAgo, cStat],
  );
}
