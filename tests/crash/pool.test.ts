import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrm } from '../../config/orm.ts';
import { companyScopes } from '../../domain/access/scopes.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createKey } from '../../operations/provisioning.ts';
import { until } from '../support/checks/until.ts';
import { killsFor } from '../support/faults/kills.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { documents } from './evidence.ts';

/** One kill for each orderly way to stop a PostgreSQL. */
const orderly = ['fast', 'immediate', 'smart'] as const;
const kills = killsFor(orderly.length);
const callers = 8;
/**
 * How soon the pool must serve again, where a broken one never would. An idle machine took under a second; with thirty times more work than
 * cores it took twelve.
 */
const backWithinMs = 90_000;

let deployment: Deployment;
let metrics: string;
let key: string;
beforeAll(async () => {
  deployment = await openDeployment();
  const { orm, company } = deployment;
  const rate = { ratePerSecond: 10_000, rateBurst: 10_000 };
  key = (await createKey(acrossCompanies(orm), { company, name: 'carga', scopes: companyScopes, ...rate })).secret;
  const { metricsPort } = JSON.parse(
    (await deployment.apiLog()).split('\n').find((line) => line.includes('API is ready')) ?? '{}',
  ) as { metricsPort?: number };
  metrics = `http://127.0.0.1:${metricsPort}/metrics`;
});
afterAll(() => deployment?.close());

test(`a PostgreSQL that is killed ${kills} times and restarted ${kills} times under the load of ${callers} callers costs no connection: each time all are served again within seconds, what was cut is 503, and nothing accepted is lost`, async () => {
  const load = startLoad();
  await load.served();
  const limit = (await connections()).limit;
  const slow: number[] = [];
  for (let round = 0; round < kills * 2; round += 1) {
    if (round % 2 === 0) await deployment.postgres.kill();
    else await stop(orderly[(round >> 1) % orderly.length]!);
    await load.refused();
    await deployment.postgres.start();
    const at = Date.now();
    await load.served();
    if (Date.now() - at > backWithinMs) slow.push(Date.now() - at);
  }
  const { accepted, odd, statuses } = await load.stop();

  expect(odd).toEqual([]);
  expect(slow).toEqual([]);
  expect(statuses.get(503)).toBeGreaterThan(kills);
  const kept = new Set((await documents(deployment)).map(({ id }) => id));
  expect(accepted.filter((id) => !kept.has(id))).toEqual([]);
  await until('every connection of the API idles', async () => {
    const now = await connections();
    return now.active === 0 && now.waiting === 0 && now.limit === limit && limit === 10;
  });
  expect((await fetch(`${deployment.addresses[0]}/health`)).status).toBe(200);
});

/** Starts callers that each send requests one after the other: lists, and sales that stay drafts. */
function startLoad() {
  const stopping = new AbortController();
  const accepted: string[] = [];
  const odd: unknown[] = [];
  const statuses = new Map<number, number>();
  const last = new Array<{ at: number; status: number }>(callers);
  const running = Array.from({ length: callers }, async (_, caller) => {
    for (let sent = 0; !stopping.signal.aborted; sent += 1) {
      const since = Date.now();
      const answer = await send(`caller-${caller}-${sent}`, (caller + sent) % 3 === 0);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      last[caller] = { at: since, status: answer.status };
      if (answer.id !== undefined) accepted.push(answer.id);
      if (!answer.isUsual) odd.push(answer);
    }
  });
  const everybody = (what: string, is: (status: number) => boolean): Promise<unknown> => {
    const from = Date.now();
    return until(what, async () =>
      Array.from(last).every((answer) => answer !== undefined && answer.at >= from && is(answer.status)),
    );
  };
  return {
    served: () => everybody('every caller is served', (status) => status < 300),
    refused: () => everybody('every caller is refused', (status) => status === 503),
    async stop() {
      stopping.abort();
      await Promise.all(running);
      return { accepted, odd, statuses };
    },
  };
}

async function send(externalId: string, isSale: boolean) {
  const answer = await fetch(`${deployment.addresses[0]}/v1/fiscal-documents`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(isSale ? { method: 'POST', body: JSON.stringify({ ...demoSale(externalId), emit: false }) } : {}),
  });
  const body = (await answer.json()) as { id?: string; code?: string };
  const { status } = answer;
  const isUsual =
    status === (isSale ? 201 : 200) ||
    (status === 503 && body.code === 'service_unavailable' && Number(answer.headers.get('retry-after')) > 0);
  return { status, isUsual, ...(status === 201 ? { id: body.id } : {}), ...(isUsual ? {} : { body }) };
}

/** Stops PostgreSQL as `pg_ctl stop` does. A smart stop waits for open sessions, so that it is followed by a fast one, as people do. */
async function stop(mode: (typeof orderly)[number]): Promise<void> {
  if (mode === 'fast') return void (await deployment.postgres.end('SIGINT'));
  if (mode === 'immediate') return void (await deployment.postgres.end('SIGQUIT'));
  const ended = deployment.postgres.end('SIGTERM');
  const newcomer = await createOrm(deployment.logins.owner, { pool: 1, connectMs: 1_000 });
  await until('nobody new is let in', () =>
    newcomer.em
      .fork()
      .execute('select 1')
      .then(
        () => false,
        () => true,
      ),
  );
  await newcomer.close();
  await deployment.postgres.end('SIGINT');
  await ended;
}

async function connections() {
  const text = await (await fetch(metrics)).text();
  const value = (name: string): number => Number(text.split('\n').find((line) => line.startsWith(`${name} `))?.slice(name.length)); // oxfmt-ignore
  return {
    active: value('lavra_database_connections{state="active"}'),
    waiting: value('lavra_database_waiting_requests'),
    limit: value('lavra_database_connections_limit'),
  };
}
