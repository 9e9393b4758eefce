import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createOrm, type Orm } from '../../../config/orm.ts';
import { isDatabaseAway } from '../../../operations/database.ts';
import { poolState, watchPool } from '../../../operations/figures/pool.ts';
import { startOwnApi } from '../../api/own-api.ts';
import { openLink } from '../../support/faults/link.ts';
import { testDatabase } from '../../support/servers/parts.ts';
import { collectingLogger } from '../../support/checks/collecting-logger.ts';
import { until } from '../../support/checks/until.ts';

const size = 4;
const soon = { stillMs: 500, everyMs: 100 };

let url: string;
beforeAll(async () => void (url = await testDatabase()));
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test('connections that nobody will give back are taken back, and health is 503 until then', async () => {
  const orm = await open(url);
  const lines: Record<string, unknown>[] = [];
  const watch = watchPool(orm, { ...soon, logger: collectingLogger(lines), signal: stopping() });
  const api = await startOwnApi({ pool: watch, databaseUrl: url });
  closing.push(() => api.close());
  const forgotten = Array.from({ length: size }, () => orm.em.fork());
  await Promise.all(forgotten.map((em) => em.begin()));

  const sick = await until('health tells', async () => {
    const { status, body } = await api.call('GET', '/health');
    return status === 503 && body;
  });
  expect(sick).toMatchObject({ status: 'error', reason: 'database_pool_stuck' });
  await orm.em.fork().execute('select 1');
  await until('health is well', async () => (await api.call('GET', '/health')).status === 200);
  expect(await poolState(orm)).toMatchObject({ open: 1, idle: 1, waiting: 0, limit: size });
  expect(await forgotten[0]?.execute('select 1').catch(isDatabaseAway)).toBe(true);
  expect(lines).toMatchObject([{ level: 'error', count: size }, { level: 'info' }]);
});

test('a database that is away when a process starts does not end its watch, nor the process', async () => {
  let refused = 0;
  const away = createServer((socket) => void ((refused += 1), socket.destroy()));
  await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
  closing.push(() => away.close());
  const { port } = away.address() as AddressInfo;
  const orm = await open(Object.assign(new URL(url), { port: String(port) }).href);
  const end = new AbortController();
  const watch = watchPool(orm, { ...soon, logger: collectingLogger([]), signal: end.signal });
  let isOver = false;
  const over = watch.over.then(() => (isOver = true));

  // MikroORM opens a connection when its pool is first read.
  await until('it has been refused', () => Promise.resolve(refused > 0));
  await sleep(10 * soon.everyMs);
  expect({ isOver, isStuck: watch.isStuck() }).toEqual({ isOver: false, isStuck: false });
  end.abort();
  await over;
});

test('connections whose network broke without a word are taken back, and what waited on them is notified', async () => {
  const { hostname, port } = new URL(url);
  expect(hostname).toBe('127.0.0.1');
  const link = await openLink(Number(port));
  const orm = await open(Object.assign(new URL(url), { port: link.address.split(':')[1] }).href);
  closing.push(() => link.close());
  watchPool(orm, { ...soon, logger: collectingLogger([]), signal: stopping() });
  const callers = Array.from({ length: size }, () => orm.em.fork());
  await Promise.all(callers.map((em) => em.begin()));
  link.lose();
  const asked = callers.map((em) => em.execute('select 1').catch(isDatabaseAway));

  await orm.em.fork().execute('select 1');
  expect(await Promise.all(asked)).toEqual(Array(size).fill(true));
});

test('connections that PostgreSQL works for, or waits with, stay with their work, and the process is well', async () => {
  const orm = await open(url);
  const other = await open(url);
  const watch = watchPool(orm, { ...soon, logger: collectingLogger([]), signal: stopping() });
  const keeper = other.em.fork();
  await keeper.begin();
  await keeper.execute('select pg_advisory_xact_lock(31)');
  let looks = 0;
  const waiting = Array.from({ length: size }, () => orm.em.fork().execute('select pg_advisory_xact_lock(31)'));
  await until('several looks', async () => {
    expect(watch.isStuck()).toBe(false);
    return (looks += 1) > 30;
  });
  await keeper.commit();
  await Promise.all(waiting);
});

async function open(address: string): Promise<Orm> {
  const orm = await createOrm(address, { pool: size, connectMs: 60_000 });
  closing.push(() => orm.close());
  return orm;
}

function stopping(): AbortSignal {
  const stop = new AbortController();
  closing.push(() => stop.abort());
  return stop.signal;
}
