import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { AuditEntry } from '../../../domain/audit/audit-entry.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { setSuspended } from '../../../operations/provisioning.ts';
import { webhooksId } from '../../../temporal/names.ts';
import { recordHistory } from '../../support/checks/recorder.ts';
import { newOffice } from '../../support/rows/office.ts';
import { until } from '../../support/checks/until.ts';
import { delivered, openScene, refused, type Scene } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterEach(() => scene?.retire());
afterAll(() => scene?.close());

const reason = `Desativado após 5 entregas consecutivas com falha. Última falha: ${refused.error}`;

test('the fifth delivery in a row that fails deactivates its endpoint, and says why and when', async () => {
  const endpoint = await scene.addEndpoint();
  await fail(endpoint, 4);
  expect(await scene.endpoint(endpoint)).toMatchObject({ isActive: true, consecutiveFailures: 4, disabledAt: null });

  const [last] = await fail(endpoint, 1);
  const { disabledAt, ...row } = await scene.endpoint(endpoint);
  expect(row).toMatchObject({ isActive: false, consecutiveFailures: 5, disabledReason: reason });
  const fifth = (await scene.attempts(last!))[4];
  expect(+disabledAt!).toBe(+fifth!.startedAt);
  const entries = await acrossCompanies(scene.orm).find(AuditEntry, { subject: endpoint });
  expect(entries.map(({ action, actorKind }) => [action, actorKind])).toEqual([['WEBHOOK_DEACTIVATED', 'SYSTEM']]);
  await scene.ended(endpoint);
  await recordHistory(scene.client, { workflowId: webhooksId(endpoint) }, 'webhook-delivery-deactivated');
});

test('nothing is tried at an inactive endpoint; what waits is held, and goes out when it is active again', async () => {
  scene.answer(() => delivered);
  const endpoint = await scene.addEndpoint();
  const held = await deliveries(endpoint, 2);
  const before = scene.posts.length;
  await scene.change(endpoint, { isActive: false });
  await scene.wake(endpoint);
  await scene.ended(endpoint);
  await scene.sleep('2 days');
  expect(scene.posts.length).toBe(before);
  for (const id of held) expect(await scene.delivery(id)).toMatchObject({ status: 'PENDING', attempts: 0 });

  await reactivate(endpoint);
  for (const id of held) expect(await scene.delivery(id)).toMatchObject({ status: 'SUCCEEDED', attempts: 1 });
});

test('what waits for a suspended office is held, and goes out once the office is back', async () => {
  scene.answer(() => delivered);
  const { office } = await newOffice(scene.orm);
  const endpoint = await scene.addEndpoint(office);
  const [held] = await deliveries(endpoint, 1);
  const before = scene.posts.length;
  await setSuspended(scene.orm, office.id, true);
  await scene.wake(endpoint);
  await scene.ended(endpoint);
  expect(scene.posts.length).toBe(before);
  expect(await scene.delivery(held!)).toMatchObject({ status: 'PENDING', attempts: 0 });
  expect(await scene.endpoint(endpoint)).toMatchObject({ isActive: true, consecutiveFailures: 0 });

  await setSuspended(scene.orm, office.id, false);
  await scene.wake(endpoint);
  await scene.ended(endpoint);
  expect(await scene.delivery(held!)).toMatchObject({ status: 'SUCCEEDED', attempts: 1 });
});

test('an office reads that its endpoint is to be removed and registered again', async () => {
  const { office } = await newOffice(scene.orm);
  const endpoint = await scene.addEndpoint(office);
  await fail(endpoint, 5);
  const disabledReason = `${reason} Para voltar a receber, remova este webhook e cadastre outro.`;
  expect(await scene.endpoint(endpoint)).toMatchObject({ isActive: false, disabledReason });
});

test('a failed delivery is held as well: its next attempt comes with the reactivation', async () => {
  const endpoint = await scene.addEndpoint();
  const [failed] = await fail(endpoint, 1);
  scene.answer(() => delivered);
  await scene.change(endpoint, { isActive: false });
  await scene.sleep('1 day');
  expect(await scene.delivery(failed!)).toMatchObject({ status: 'FAILED', attempts: 5 });
  await reactivate(endpoint);
  expect(await scene.delivery(failed!)).toMatchObject({ status: 'SUCCEEDED', attempts: 6 });
});

test('an endpoint that is deactivated while deliveries wait gets none of them any more', async () => {
  const endpoint = await scene.addEndpoint();
  await deliveries(endpoint, 40);
  const before = scene.posts.length;
  scene.answer(async () => {
    if (scene.posts.length === before + 1) await scene.change(endpoint, { isActive: false });
    return delivered;
  });
  await scene.wake(endpoint);
  await scene.ended(endpoint);
  expect(scene.posts.length).toBe(before + 1);
});

test('a success in between starts the count again', async () => {
  const endpoint = await scene.addEndpoint();
  await fail(endpoint, 4);
  scene.answer(() => delivered);
  await scene.addDelivery(endpoint);
  await scene.wake(endpoint);
  await until('the success counts', async () => (await scene.endpoint(endpoint)).consecutiveFailures === 0);
  expect(await scene.endpoint(endpoint)).toMatchObject({ isActive: true });
  await fail(endpoint, 1);
  expect(await scene.endpoint(endpoint)).toMatchObject({ isActive: true, consecutiveFailures: 1 });
});

test('deliveries that fail together count one by one, and none is tried after the fifth', async () => {
  scene.answer(() => refused);
  const endpoint = await scene.addEndpoint();
  const all = await deliveries(endpoint, 12);
  await scene.wake(endpoint);
  await scene.ended(endpoint);
  expect(await scene.endpoint(endpoint)).toMatchObject({ isActive: false, consecutiveFailures: 5 });
  const rows = await Promise.all(all.map((id) => scene.delivery(id)));
  expect(rows.filter(({ status }) => status === 'FAILED')).toHaveLength(5);
  expect(rows.every(({ nextAttemptAt }) => nextAttemptAt !== null)).toBe(true);
});

test('the later attempts of a failed delivery do not count again', async () => {
  scene.answer(() => refused);
  const endpoint = await scene.addEndpoint();
  await scene.addDelivery(endpoint);
  await scene.wake(endpoint);
  await scene.sleep('6 hours');
  expect(await scene.endpoint(endpoint)).toMatchObject({ isActive: true, consecutiveFailures: 1 });
});

async function deliveries(endpoint: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await scene.addDelivery(endpoint));
  return ids;
}

/** Adds deliveries, each of which fails five times in half a minute; the sixth attempt comes five minutes later. */
async function fail(endpoint: string, count: number): Promise<string[]> {
  scene.answer(() => refused);
  const ids = await deliveries(endpoint, count);
  await scene.wake(endpoint);
  await scene.sleep('90 seconds');
  for (const id of ids) expect(await scene.delivery(id)).toMatchObject({ status: 'FAILED', attempts: 5 });
  return ids;
}

async function reactivate(endpoint: string): Promise<void> {
  await scene.change(endpoint, { isActive: true, consecutiveFailures: 0 });
  await scene.wake(endpoint);
  await scene.ended(endpoint);
}
