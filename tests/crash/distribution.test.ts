import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { openDeployment, type Deployment } from '../support/servers/deployment.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { until, watchFor } from '../support/checks/until.ts';
import {
  expectHourKept,
  expectRows,
  expectWholeQueue,
  type Heard,
  questions,
  untilCaughtUp,
} from './distribution-evidence.ts';
import {
  answered,
  anyMoment,
  claimed,
  holdFiles,
  progressOf,
  questionsOpen,
  stored,
  storing,
  type VisitMoment,
} from './distribution-moments.ts';
import { type Expected, supply } from './distribution-supply.ts';
import { openSupplierReceiver, type SupplierReceiver } from './supplier-receiver.ts';
import { killsFor } from '../support/faults/kills.ts';

const moments = [claimed, answered, storing, stored, anyMoment];
const kills = killsFor(moments.length);
/** Several companies, so that a kill interrupts some visits while others are about to begin. */
const companyCount = 6;
/** The authority's hour in seconds: longer than Temporal takes to notice a dead visit and repeat it. */
const hourSeconds = 15;

let deployment: Deployment;
let receiver: SupplierReceiver;
const companies: Company[] = [];
const expected = new Map<Company, Expected[]>();
let heard: Heard[];
let unheard = 0;
/** Kills the worker repeatedly: each time notes arrive for all companies at both sources, and a visit has reached its moment. */
beforeAll(async () => {
  deployment = await openDeployment({ distributionWaitSeconds: hourSeconds });
  receiver = await openSupplierReceiver();
  companies.push(deployment.company);
  await receiver.subscribe(deployment.company, deployment.erp);
  while (companies.length < companyCount) {
    const { company, erp } = await deployment.openCompany({ taxId: cnpjOf(40_000_000 + companies.length) });
    companies.push(company);
    await receiver.subscribe(company, erp);
  }
  await Promise.all(
    companies.map((company, at) => arrive(company, { goods: at < 2 ? 120 : 1, services: at === 2 ? 60 : 1 })),
  );
  for (let kill = 0; kill < kills; kill += 1) await killAmid(moments[kill % moments.length]!, deployment.workers[0]!);
  await killAmid(answered, deployment.postgres);
  await killAmid(answered, deployment.temporal);
  // The kills may have let no service come before them.
  await until('a service that has come is cancelled', async () =>
    (await Promise.all(companies.map(cancelOne))).includes(true),
  );
  await untilCaughtUp(deployment, companies, 600_000);
  await receiver.untilAllTold(deployment);
  await deployment.workers[0]!.kill();
  heard = await questions(deployment);
});
afterAll(async () => {
  await deployment?.close();
  receiver?.close();
});

test(`a worker killed ${kills} times amid visits, and each server once, skips no NSU, keeps each once, byte for byte`, async () => {
  for (const company of companies) {
    await expectWholeQueue(deployment, company, 'NFE');
    await expectWholeQueue(deployment, company, 'NFSE');
  }
});

test('there is one row for each note and each event, as if nothing had been killed', async () => {
  for (const company of companies) await expectRows(deployment, company, expected.get(company) ?? []);
});

test('webhooks told each note, each change, each cancellation and each payable, as it arose and as it was due, under one event, as if nothing had been killed', async () => {
  let changed = 0;
  for (const company of companies) changed += await receiver.expectEachToldOnce(deployment, company);
  expect(changed).toBeGreaterThan(0);
});

test('no question came early, and 656 was never earned', async () => {
  expect(heard.filter(({ early, cStat }) => early || cStat === 656)).toEqual([]);
  expect(heard.length).toBeGreaterThan(kills);
  expect(unheard).toBeGreaterThan(0);
  expect(await questionsOpen(deployment)).toBeGreaterThan(0); // of kills between a question and its answer
});

async function killAmid({ scenario, isHeld, isReached }: VisitMoment, part: Deployment['postgres']): Promise<void> {
  await deployment.authority.control('PUT', '/scenario', scenario);
  await Promise.all(companies.map((company) => arrive(company)));
  await Promise.all(companies.map(cancelOne));
  const hold = isHeld ? await holdFiles(deployment) : null;
  const before = await progressOf(deployment);
  await watchFor('a visit has come far enough', () => isReached(deployment, before));
  await part.kill();
  await hold?.letGo();
  if (part !== deployment.postgres) unheard += await expectHourKept(deployment, hourSeconds);
  await deployment.authority.control('DELETE', '/scenario');
  await part.start();
}

/** Has the city cancel a service whose note was stored before. @returns whether there is one */
async function cancelOne(company: Company): Promise<boolean> {
  const rows = await acrossCompanies(deployment.orm).find(ReceivedDocument, { company: company.id, eventCode: '' });
  const here = new Set(rows.map(({ accessKey }) => accessKey));
  const standing = expected.get(company)?.find(({ accessKey, schemaType, status }) => {
    return schemaType === 'NFSE' && status === 'AUTHORIZED' && here.has(accessKey);
  });
  if (!standing) return false;
  await deployment.authority.control('POST', `/nfse/${standing.accessKey}/events`, { tpEvento: '305101' });
  Object.assign(standing, { status: 'CANCELLED', events: ['305101'] });
  return true;
}

async function arrive(company: Company, counts?: { goods: number; services: number }): Promise<void> {
  const more = await supply(deployment, company.taxId, counts);
  expected.set(company, [...(expected.get(company) ?? []), ...more]);
}
