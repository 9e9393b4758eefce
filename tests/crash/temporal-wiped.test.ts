import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closingRetentionId,
  emissionId,
  reconciliationId,
  searchAttributes,
  webhookRetentionId,
} from '../../temporal/names.ts';
import { openDeployment, type Deployment } from '../support/servers/deployment.ts';
import { until } from '../support/checks/until.ts';
import { documents, registered } from './evidence.ts';

const notes = 4;
const notesWhileAway = 2;

let deployment: Deployment;
beforeAll(async () => {
  // As in production: reconciliation looks every minute for what a crash left behind.
  deployment = await openDeployment({ settings: { LAVRA_RECONCILIATION_SECONDS: '60' } });
});
afterAll(() => deployment?.close());

test('a Temporal that comes back with an empty database gets what it needs, and every waiting note is issued once', async () => {
  const { authority, client, erp, orm } = deployment;
  await authority.control('PUT', '/scenario', { paused: { cStat: 108 } }); // runs wait in Temporal for its end
  for (let left = notes; left > 0; left -= 1) expect([200, 201]).toContain((await erp.insist()).status);
  await until('every run waits', async () =>
    (await documents({ orm })).every(({ waitingFor }) => waitingFor?.includes('108')),
  );
  await deployment.temporal.kill();
  for (let left = notesWhileAway; left > 0; left -= 1) expect([200, 201]).toContain((await erp.insist()).status);
  await authority.control('DELETE', '/scenario');

  await deployment.wipeTemporal();
  const isIssued = async (): Promise<boolean> =>
    (await documents({ orm })).every(({ status }) => status === 'AUTHORIZED');
  await until('every note is authorized', isIssued);
  const keys = (await documents({ orm })).map(({ accessKey }) => accessKey);
  expect(keys).toHaveLength(notes + notesWhileAway);
  expect((await registered(deployment)).toSorted()).toEqual(keys.toSorted());

  const { customAttributes } = await client.connection.operatorService.listSearchAttributes({ namespace: 'default' });
  expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(Object.values(searchAttributes)));
  for (const id of [reconciliationId, webhookRetentionId, closingRetentionId]) {
    await client.schedule.getHandle(id).describe();
  }
  // A run that a busy Temporal does not start within three seconds is left to reconciliation: so this is repeated.
  await until('a new sale has its run at once', async () => {
    const { id } = await erp.insist();
    return client.workflow.getHandle(emissionId(id, 1)).describe();
  });
});
