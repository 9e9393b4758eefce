import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoSale, demoService } from '../../local/demo/sales.ts';
import { watchFor } from '../support/checks/until.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { expectEachIssuedOnce, sends } from './evidence.ts';

const notes = 40;
const notesWhileAway = 3;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment?.close());

test('a Temporal killed with 40 notes in flight, of goods and of services, issues each of them once when it is back', async () => {
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
  await deployment.temporal.kill();

  const meanwhile = await Promise.all(
    Array.from({ length: notesWhileAway }, (_, at) => deployment.erp.insist(soldAs(at))),
  );
  expect(meanwhile.filter(({ status }) => status !== 201 && status !== 200)).toEqual([]);
  expect(meanwhile.map(({ body }) => body)).toEqual(
    Array(notesWhileAway).fill(expect.objectContaining({ status: 'PROCESSING', runId: null })),
  );

  await deployment.temporal.start();
  await expectEachIssuedOnce(deployment, notes + notesWhileAway);
});

/** Goods and services in turn. */
const soldAs = (at: number) => (at % 2 === 0 ? demoSale : demoService);
