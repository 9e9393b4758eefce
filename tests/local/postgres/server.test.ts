import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MikroORM } from '@mikro-orm/postgresql';
import { type RunningPostgres, startPostgres, stopLeftoverPostgres } from '../../../local/postgres/server.ts';
import type { LocalPorts } from '../../../local/settings.ts';
import { reachable } from '../../../machine/reachable.ts';
import { ownLocalPorts } from '../own-local-ports.ts';

let folder: string;
let ports: LocalPorts;
const running: RunningPostgres[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-postgres-'));
  await chmod(folder, 0o755);
  ports = await ownLocalPorts();
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  await rm(folder, { recursive: true });
});

test('what was committed before a kill -9 is there after the next start, at the same address', async () => {
  const server = await start();
  await query(server.url, 'create table note (number int)');
  await query(server.url, 'insert into note values (42)');
  process.kill(server.pid, 'SIGKILL');
  expect(await server.exited).toBe('SIGKILL');

  const again = await start();
  expect(again.url).toBe(server.url);
  expect(await query(again.url, 'select number from note')).toEqual([{ number: 42 }]);
});

test('a server that a killed start left running is stopped, so that the next can have its data', async () => {
  const leftover = await start();
  await stopLeftoverPostgres(join(folder, 'data'));
  expect(await reachable('127.0.0.1', ports.postgres.port)).toBe(false);
  await leftover.exited;
  await stopLeftoverPostgres(join(folder, 'data'));
});

async function start(): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir: join(folder, 'data'), port: ports.postgres.port, log: () => {} });
  running.push(server);
  return server;
}

async function query(clientUrl: string, sql: string): Promise<unknown> {
  const orm = await MikroORM.init({ clientUrl, entities: [], discovery: { warnWhenNoEntities: false } });
  try {
    return await orm.em.getConnection().execute(sql);
  } finally {
    await orm.close();
  }
}
