import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createKey } from '../../operations/provisioning.ts';
import { ownPorts } from '../support/servers/own-ports.ts';
import { patientOrm, testDatabase } from '../support/servers/parts.ts';
import { until } from '../support/checks/until.ts';
import { newCompany, sale } from './fixture.ts';

const root = resolve(import.meta.dirname, '../..');
const closing: (() => unknown)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

test('a taken port is named with the setting that changes it', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  closing.push(() => taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const api = startProcess({ LAVRA_API_PORT: String(port) });
  const [code] = (await once(api.child, 'close')) as [number];
  expect(code).toBe(1);
  expect(api.lines.join('\n')).toContain(`port ${port} is taken: set LAVRA_API_PORT to another`);
});

test('a restart under load loses no request: what was sent is answered, and the process ends by itself', async () => {
  const databaseUrl = await testDatabase();
  const orm = await patientOrm(databaseUrl);
  const { company } = await newCompany(orm);
  const { secret: key } = await createKey(acrossCompanies(orm), {
    company,
    name: 'carga',
    scopes: ['documents:write'],
    ratePerSecond: 10_000,
    rateBurst: 10_000,
  });
  const [port = 0] = await ownPorts(1);
  const api = startProcess({ DATABASE_URL: databaseUrl, LAVRA_API_PORT: String(port) });
  await api.says('API is ready');

  const statuses: number[] = [];
  let asked = Infinity;
  const callers = Array.from({ length: 4 }, async () => {
    for (;;) {
      const began = performance.now();
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const sent = { method: 'POST', headers, body: JSON.stringify(sale()) };
      const answer = await fetch(`http://127.0.0.1:${port}/v1/fiscal-documents`, sent).catch((error: unknown) => {
        if (began < asked + noticeMs && !isRefusal(error)) throw error;
      });
      if (!answer) return; // a request that is refused would go to another process
      statuses.push(answer.status);
      await answer.arrayBuffer();
      if (answer.headers.get('connection') === 'close') return;
    }
  });
  await until('twenty answers', async () => statuses.length >= 20);
  const stopped = once(api.child, 'exit');
  asked = performance.now();
  api.child.kill('SIGTERM');
  await Promise.all(callers);
  expect(await stopped).toEqual([0, null]);
  expect(performance.now() - asked).toBeLessThan(90_000);
  expect(new Set(statuses)).toEqual(new Set([201]));
  const [row] = await orm.em.fork().execute<{ count: string }[]>('select count(*) from document');
  expect(Number(row?.count)).toBe(statuses.length);
  await orm.close();
});

/** How long (ms) a process that got SIGTERM still accepts connections. */
const noticeMs = 1_000;

/** Whether the connection was refused, so that nothing can have been sent. */
function isRefusal(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

/** Starts the API as a process of its own, and records its output. */
function startProcess(env: Record<string, string>) {
  const settings = {
    LAVRA_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    LAVRA_METRICS_PORT: '0',
    ...env,
  };
  const child = spawn(process.execPath, ['api/server.ts'], {
    cwd: root,
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closing.push(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  reader.on('line', (line) => lines.push(line));
  return {
    child,
    lines,
    says: async (text: string): Promise<void> => {
      while (!lines.some((line) => line.includes(text))) await once(reader, 'line');
    },
  };
}
