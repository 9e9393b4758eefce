import { afterAll, beforeAll, expect, test } from 'vitest';
import { Document } from '../../domain/documents/document.entity.ts';
import { demoSale, demoService } from '../../local/demo/sales.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { watchFor, until } from '../support/checks/until.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { expectEachIssuedOnce, sends } from './evidence.ts';

const notes = 40;
const notesWhileAway = 5;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment?.close());

test('a PostgreSQL killed with 40 notes in flight, of goods and of services, loses none, and each is issued once when it is back', async () => {
  await deployment.authority.control('PUT', '/scenario', [
    { service: 'NfeAutorizacao', latencyMs: 3_000 },
    { service: 'NfseEmissao', latencyMs: 3_000 },
  ]);
  const accepted = await Promise.all(Array.from({ length: notes }, (_, at) => deployment.erp.insist(soldAs(at))));
  expect(accepted.filter(({ status }) => status !== 201 && status !== 200)).toEqual([]);
  await watchFor(
    'the authority has heard of half of the notes',
    async () => (await sends(deployment)).size >= notes / 2,
  );
  await deployment.postgres.kill();

  const refused = await deployment.erp.issue();
  expect(refused).toMatchObject({ status: 503, body: { statusCode: 503, code: 'service_unavailable' } });
  const insisting = Array.from({ length: notesWhileAway }, (_, at) => deployment.erp.insist(soldAs(at)));
  await deployment.postgres.start();
  const met = (await Promise.all(insisting)).flatMap((one) => one.met);
  expect(met.filter((status) => ![200, 201, 503].includes(status))).toEqual([]);

  await expectEachIssuedOnce(deployment, notes + notesWhileAway);
});

test('notes that a crash of worker and PostgreSQL met between number and outcome keep their places of the quota, one each', async () => {
  const quota = { environment: 'PRODUCTION', taxId: cnpjOf(42_591_651), monthlyQuota: 3 } as const;
  const { company, erp } = await deployment.openCompany(quota);
  const ofCompany = () => acrossCompanies(deployment.orm).find(Document, { company: company.id });
  await deployment.authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', latencyMs: 25_000 });
  await Promise.all([erp.insist(), erp.insist()]);
  await watchFor('both are prepared', async () => (await ofCompany()).filter(({ number }) => number > 0).length === 2);
  await Promise.all([deployment.workers[0]?.kill(), deployment.postgres.kill()]);
  await deployment.postgres.start();
  await erp.insist();
  await deployment.authority.control('DELETE', '/scenario');
  await deployment.workers[0]?.start();

  const issued = await until('the three are authorized', async () => {
    const documents = await ofCompany();
    return documents.every(({ status }) => status === 'AUTHORIZED') && documents;
  });
  expect(issued.map(({ number }) => number).sort()).toEqual([1, 2, 3]);
  expect(await erp.issue()).toMatchObject({ status: 422, body: { code: 'quota_exhausted' } });
});

/** Goods and services in turn. */
const soldAs = (at: number) => (at % 2 === 0 ? demoSale : demoService);
