import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Orm } from '../../config/orm.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import type { RehearsalReport } from '../../domain/rehearsal/tally.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { lavraJson } from '../cli/lavra.ts';
import { authorizedSale } from '../support/rows/authorized-sale.ts';
import { patientOrm, schemas, testDatabase } from '../support/servers/parts.ts';
import { type SellerOfCases, sellersOfCases } from './engine/sold.ts';

const usualDay = '2026-11-21';
const newYear = '2027-01-04';
/** Sellers with several cases, which together have more than three in four of all cases. */
const sellers = sellersOfCases().filter(({ sold }) => sold.length > 5);

let orm: Orm;
let folder: string;
let databaseUrl: string;
let id: string;
beforeAll(async () => {
  databaseUrl = await testDatabase();
  orm = await patientOrm(databaseUrl);
  folder = await mkdtemp(join(tmpdir(), 'lavra-rehearsal-'));
  const em = acrossCompanies(orm);
  const { taxId, name } = sellers[0]!.issuer;
  const company = em.create(Company, { taxId, name, environment: 'PRODUCTION' });
  await em.flush();
  ({ id } = company);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await orm.close();
  await rm(folder, { recursive: true });
});

test('there are some hundred of them', () => {
  expect(sellers.flatMap(({ sold }) => sold).length).toBeGreaterThan(400);
});

test.each(sellers.map((seller, index) => [seller.issuer.settings.address.state, index, seller] as const))(
  'a seller in %s (%i): its cases pass on their own day as they were, and in 2027 the authority refuses nothing that Lavra lets through',
  async (_state, _index, seller) => {
    await sells(seller);
    const own = await rehearsed(usualDay);
    expect(own.report).toMatchObject({ total: seller.sold.length, unjudged: null, unchecked: null, refusals: [] });
    expect(own.report.fates.FIT).toBe(seller.sold.length);
    expect(own.report.figures.filter(({ then, now }) => then !== now)).toEqual([]);

    const { report, csv } = await rehearsed(newYear, '--cbs', '8.8');
    expect(report.refusals.filter(({ by }) => by !== 'LAVRA')).toEqual([]);
    expect(report.fates.FIT + report.fates.REFUSED_HERE).toBe(seller.sold.length);
    expect(report.refusals.filter(({ path, message }) => path === '' || message.length < 20)).toEqual([]);
    expect(csv.trim().split('\r\n')).toHaveLength(seller.sold.length + 1);
  },
);

/** Turns the company into the seller, with the seller's cases as its only documents. */
async function sells({ issuer, sold }: SellerOfCases): Promise<void> {
  const em = acrossCompanies(orm);
  await em.nativeDelete(Document, { company: id });
  const company = await em.findOneOrFail(Company, { id });
  company.settings = issuer.settings;
  for (const [index, { payload, client, computed, on }] of sold.entries()) {
    authorizedSale(em, { company, payload, client, computed, on, number: index + 1 });
  }
  await em.flush();
}

async function rehearsed(on: string, ...options: string[]) {
  vi.useFakeTimers({ now: new Date(`${usualDay}T21:00:00Z`), toFake: ['Date'] });
  const args = ['rehearse', '--on', on, '--company', id, '--out', folder, ...options];
  const { answer, error } = await lavraJson(args, { DATABASE_URL: databaseUrl, LAVRA_SCHEMAS: schemas });
  expect(error).toBeNull();
  const { reports } = answer as { reports: { csv: string; report: RehearsalReport }[] };
  const { report, csv } = reports[0]!;
  return { report, csv: await readFile(csv, 'utf8') };
}
