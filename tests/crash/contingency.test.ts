import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, vi, test } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { faultsInBooks } from '../support/checks/books.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import type { Erp } from '../support/clients/erp.ts';
import { killsFor } from '../support/faults/kills.ts';
import { untilSettled } from '../support/checks/until-settled.ts';
import type { Part } from '../support/servers/part.ts';
import { quietRuntime } from '../support/servers/quiet-runtime.ts';
import { insisted, keepCallSnapshots, sentToShut } from '../support/checks/shut-services.ts';
import { couponSale, noteSaleIn, shopIn } from '../support/clients/till.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { watchFor } from '../support/checks/until.ts';

const moments = ['entry', 'late transmission', 'substitution'] as const;
type Moment = (typeof moments)[number];
const processes = ['worker', 'temporal', 'api', 'postgres'] as const;
/** Processes and moments both take turns; as 4 and 3 have no common divisor, each process is killed in every moment. */
const kills = killsFor(moments.length * processes.length);

vi.setConfig({ testTimeout: 1_200_000 + kills * 60_000 });
quietRuntime();

type Shop = { company: Company; erp: Erp };
let deployment: Deployment;
/** Two shops, so that they share the judge's status questions, as real companies do. */
let shops: Shop[];
let sales = 0;
beforeAll(async () => {
  deployment = await openDeployment({ settings: { LAVRA_AUTHORITY_TIMEOUT_MS: '2000' } });
  await keepCallSnapshots(deployment.orm);
  shops = [];
  for (const root of [31_000_001, 31_000_002]) shops.push(await deployment.openCompany(shopIn('SP', cnpjOf(root))));
});
afterAll(() => deployment?.close());

test(`${kills} kills of every process amid entry, late transmission and substitution leave one valid note a sale and no number without a fate`, async () => {
  for (let kill = 0; kill < kills; kill += 1) {
    const moment = moments[kill % moments.length]!;
    await killAmid(moment, partOf(processes[kill % processes.length]!));
  }
  await untilSettled(deployment, shops);
  const companies = shops.map(({ company }) => company);
  expect(await issued(companies)).toBe(sales);
  expect(await faultsInBooks(deployment, companies)).toEqual([]);
  expect(await sentToShut(deployment.orm)).toEqual([]);
  expect(await insisted(deployment)).toEqual([]);
});

function partOf(process: (typeof processes)[number]): Part {
  const { apis, workers, temporal, postgres } = deployment;
  return { worker: workers[0]!, temporal, api: apis[0]!, postgres }[process];
}

/**
 * Two coupons whose answers are lost and two notes whose line is cut go into contingency, are transmitted and settled; `part` is killed at
 * the moment.
 */
async function killAmid(moment: Moment, part: Part): Promise<void> {
  const { authority } = deployment;
  const away = (): Promise<unknown> => authority.control('PUT', '/lines/SP', { line: 'RESET' });
  const back = (): Promise<unknown> => authority.control('DELETE', '/lines');
  const before = await replacedCount();
  await authority.control('PUT', '/scenario', [{ service: 'NfeAutorizacao', drop: 'after', times: 2 }]);
  const coupons = shops.map(({ erp }) => erp.insist(couponSale));
  await watchFor(
    'two answers were lost',
    async () => (await authority.control<object[]>('GET', '/scenario')).length === 0,
  );
  await away();
  // After the coupons: if a note took one of the two lost answers, a coupon would be authorized at once and none would be offline.
  const selling = [...coupons, ...shops.map(({ erp }) => erp.insist(noteSaleIn('SP')))];
  sales += selling.length;
  if (moment === 'entry') await killAfter(part, Math.random() * 2_500);
  await Promise.all(selling);
  await watchFor('a note was replaced', async () => (await replacedCount()) > before);
  await watchFor('coupons are out', async () => (await countOf(`document where contingency_mode = 'OFFLINE'`)) > 0);

  if (moment === 'substitution') {
    // Slow answers, so that the kill comes between the cancellation and its record.
    const slow = ['RecepcaoEvento', 'NfeInutilizacao'].map((service) => ({ service, latencyMs: 1_500 }));
    await authority.control('PUT', '/scenario', slow);
  } else await authority.control('DELETE', '/scenario');
  await back();
  if (moment === 'late transmission') {
    await watchFor('the service is back', async () => (await countOf(shutStandings)) === 0);
    await killAfter(part, Math.random() * 700);
  }
  if (moment === 'substitution') {
    await watchFor('what was replaced is about to be settled', async () => (await countOf(settlements)) > 0);
    await killAfter(part, Math.random() * 1_500);
    await authority.control('DELETE', '/scenario');
  }
  await untilSettled(deployment, shops);
}

async function killAfter(part: Part, ms: number): Promise<void> {
  await sleep(ms);
  await part.kill();
  await part.start();
}

const shutStandings = `authority_standing where standing = 'SHUT'`;
const settlements = `(
  select id from document_event where replaced_note_id is not null and status = 'PENDING'
  union all select id from inutilization where status = 'PENDING') pending`;

const replacedCount = (): Promise<number> => countOf('replaced_note');

async function countOf(from: string): Promise<number> {
  const [row] = await acrossCompanies(deployment.orm).execute<{ count: number }[]>(
    `select count(*)::int as count from ${from}`,
  );
  return row?.count ?? 0;
}

async function issued(companies: Company[]): Promise<number> {
  return countOf(
    `document where status = 'AUTHORIZED' and company_id in (${companies.map(({ id }) => `'${id}'`).join(', ')})`,
  );
}
