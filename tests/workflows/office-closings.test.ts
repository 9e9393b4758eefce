import { randomUUID } from 'node:crypto';
import { Worker } from '@temporalio/worker';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ClosingActivities, ClosingStepActivities } from '../../activities/closings/index.ts';
import { closingId, messages, officeClosingsId, queues } from '../../temporal/names.ts';
import { wakeClosings } from '../../temporal/start.ts';
import { untilTemporalTakes, until } from '../support/checks/until.ts';
import { workflowBundle } from '../support/servers/parts.ts';
import { type TestTemporal, testTemporal } from '../support/servers/temporal.ts';

const nothing = { documentCount: 0, doneCount: 0, pdfCount: 0 };

let temporal: TestTemporal;
let running: Promise<void>;
let worker: Worker;
/** The rows: open closings of each office, in the order of their requests. */
const rows = new Map<string, string[]>();
/** Closings in the order in which they began; how many ran at once; and why some were given up. */
const begun: string[] = [];
let [atOnce, most] = [0, 0];
const abandoned = new Map<string, string>();
let filler = '';
/** If set, parts wait for it. */
let held: Promise<unknown> | undefined;

beforeAll(async () => {
  temporal = await testTemporal();
  worker = await Worker.create({
    connection: temporal.native,
    taskQueue: queues.closings,
    workflowBundle,
    activities: standIns,
    maxCachedWorkflows: 50,
  });
  running = worker.run();
});
afterEach(() => {
  rows.clear();
  begun.length = 0;
  abandoned.clear();
  held = undefined;
  filler = '';
  [atOnce, most] = [0, 0];
});
afterAll(async () => {
  worker?.shutdown();
  await running;
  await temporal?.close();
});

/** Activities with rows in memory and parts that take no time: these tests are about order alone. */
const standIns: ClosingActivities & ClosingStepActivities = {
  async dueClosings(officeId, others, limit) {
    const due = (rows.get(officeId) ?? []).filter((id) => !others.includes(id)).slice(0, limit);
    return due.map((id, at) => ({ ...dueOf(id), ...(at === 0 ? { filler } : {}) }));
  },
  async beginClosing(id) {
    begun.push(id);
    atOnce += 1;
    most = Math.max(most, atOnce);
    return nothing;
  },
  async pack(id) {
    await held;
    leave(id);
    return { kind: 'settled', end: 'COMPLETED' };
  },
  async abandonClosing(id, reason) {
    abandoned.set(id, reason);
    leave(id);
    return 'FAILED';
  },
};

const dueOf = (closingId: string) => ({
  closingId,
  companyTaxId: '11222333000181',
  companyName: 'Loja',
  month: '2026-10',
});

function leave(id: string): void {
  atOnce -= 1;
  for (const [office, ids] of rows)
    rows.set(
      office,
      ids.filter((one) => one !== id),
    );
}

test('closings are carried out ten at a time, in the order in which they were asked for', async () => {
  const [officeId, ids] = ask(25);
  let release = (): void => {};
  held = new Promise<void>((resolve) => (release = resolve));
  const run = await wake(officeId);
  await until('ten have begun', async () => begun.length === 10);
  release();
  await run.result();
  expect(begun.toSorted()).toEqual(ids.toSorted());
  expect(begun.slice(0, 10).toSorted()).toEqual(ids.slice(0, 10).toSorted());
  expect(most).toBe(10);
  expect(rows.get(officeId)).toEqual([]);
});

test('what is asked for while others are under way begins at once, where there is room', async () => {
  const [officeId] = ask(1);
  let release = (): void => {};
  held = new Promise<void>((resolve) => (release = resolve));
  const run = await wake(officeId);
  await until('the first has begun', async () => begun.length === 1);
  rows.get(officeId)?.push(randomUUID());
  await wake(officeId);
  await until('the second has begun', async () => begun.length === 2);
  expect(await run.query(messages.state)).toMatchObject({ running: begun, ended: 0 });
  release();
  await run.result();
});

test('a closing that is ended from outside is given up with a reason, and the others go on', async () => {
  const [officeId, ids] = ask(3);
  let release = (): void => {};
  held = new Promise<void>((resolve) => (release = resolve));
  const run = await wake(officeId);
  await until('all have begun', async () => begun.length === 3);
  await temporal.client.workflow.getHandle(closingId(ids[1]!)).terminate('teste');
  await until('it is given up', async () => abandoned.has(ids[1]!));
  expect(abandoned.get(ids[1]!)).toMatch(/interrompido/);
  release();
  await run.result();
  expect(abandoned.size).toBe(1);
});

test('an actor whose history grows begins anew once those under way have ended, and forgets none', async () => {
  const [officeId, ids] = ask(35);
  // Three of these make a history so large that Temporal suggests a new run, as about four thousand events do.
  filler = 'x'.repeat(1_500_000);
  const first = await wake(officeId);
  const { runId } = await first.describe();
  await first.result();
  expect(begun.toSorted()).toEqual(ids.toSorted());
  expect(most).toBeLessThanOrEqual(10);
  const { status } = await temporal.client.workflow.getHandle(officeClosingsId(officeId), runId).describe();
  expect(status.name).toBe('CONTINUED_AS_NEW');
  expect(abandoned.size).toBe(0);
});

function ask(count: number): [officeId: string, ids: string[]] {
  const officeId = randomUUID();
  const ids = Array.from({ length: count }, () => randomUUID());
  rows.set(officeId, [...ids]);
  return [officeId, ids];
}

async function wake(officeId: string) {
  await untilTemporalTakes(() => wakeClosings(temporal.client, { officeId, officeTaxId: '44555666000181' }));
  return temporal.client.workflow.getHandle(officeClosingsId(officeId));
}
