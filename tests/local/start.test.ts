import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createOrm } from '../../config/orm.ts';
import { buyerErp } from '../../local/demo/buyer-erp.ts';
import { bakery, workshop } from '../../local/demo/companies.ts';
import { erp } from '../../local/demo/erp.ts';
import { office } from '../../local/demo/office.ts';
import { isSigned, webhookReceiver } from '../../local/demo/webhook-receiver.ts';
import { assertFree } from '../../local/services/ports.ts';
import { type RunningService, startService, untilReady } from '../../local/services/service.ts';
import { type LocalPort, type LocalPorts, localSettings } from '../../local/settings.ts';
import { localState, readState } from '../../local/state.ts';
import { command, failedWith } from '../../machine/command.ts';
import { exists } from '../../machine/files.ts';
import { until } from '../support/checks/until.ts';
import { ownLocalPorts } from './own-local-ports.ts';

const running = z.object({
  api: z.url(),
  panel: z.string(),
  docs: z.url(),
  temporalUi: z.url(),
  simulator: z.url(),
  companyKey: z.string().startsWith('ck_'),
  buyerKey: z.string().startsWith('ck_'),
  officeKey: z.string().startsWith('ok_'),
  mail: z.string(),
  ports: z.record(z.string(), z.number()),
  taxRegime: z.enum(['SIMPLES', 'NORMAL']),
});

const evidence = z.object({ secret: z.string(), headers: z.record(z.string(), z.string()), rawBody: z.string() });
const portfolio = z.object({ data: z.array(z.object({ name: z.string(), officeIssuingAllowed: z.boolean() })) });
const owner = z.object({ watchdog: z.number(), services: z.array(z.number()) });
const environment = z.object({ DATABASE_URL: z.url() });

const node = { program: process.execPath, args: [resolve('local/start.ts')] };
const usualMetricsPort = 9464;

const started: RunningService[] = [];
let home: string;
let ports: LocalPorts;

/** One installation for all tests; each goes on where the one before ended. */
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lavra-start-'));
  await chmod(home, 0o755);
  ports = await ownLocalPorts();
  await startUntilRunning();
});

afterAll(async () => {
  for (const service of started.splice(0)) await service.stop();
  await rm(home, { recursive: true, force: true });
});

test('API, panel and worker are in the database by logins of their own, and none is the server’s administrator', async () => {
  const orm = await createOrm(await ownersUrl());
  const sessions = `select distinct a.usename as name, r.rolsuper as super from pg_stat_activity a
    join pg_roles r on r.oid = a.usesysid where a.datname = current_database() order by 1`;
  const query = () => orm.em.fork().execute<{ name: string; super: boolean }[]>(sessions);
  const { api, panel } = await addresses();
  const found = await until('API, panel and worker are connected', async () => {
    // Calls both processes, because an idle one closes its connections.
    for (const ready of [`${api}/health/ready`, new URL('/health/ready', panel).href]) await statusOf(ready);
    const rows = await query();
    return rows.length >= 4 && rows;
  });
  await orm.close();
  expect(panel).toMatch(/\/senha\/[\w-]{43}$/);
  expect(await (await fetch(panel)).text()).toContain('Bem-vindo, Pessoa da demo');
  expect(found).toEqual(
    ['lavra_login_api', 'lavra_login_owner', 'lavra_login_panel', 'lavra_login_worker'].map((name) => ({
      name,
      super: false,
    })),
  );
});

test('Ctrl-C stops everything, and the next start knows the same keys', async () => {
  const { companyKey, buyerKey, officeKey } = await addresses();
  process.kill(latest().pid, 'SIGINT');
  expect(await latest().exited).toBe('código 0');
  expect(await exists(localState(home).running)).toBe(false);
  await assertFree(Object.values(ports));

  await startUntilRunning();
  const again = await addresses();
  expect(again).toMatchObject({ companyKey, buyerKey, officeKey });
  for (const key of [companyKey, buyerKey]) expect(await statusOf(`${again.api}/v1/fiscal-documents`, key)).toBe(200);
  expect(await companiesOf(again)).toEqual([
    { name: workshop.name, officeIssuingAllowed: false },
    { name: bakery.name, officeIssuingAllowed: true },
  ]);
  expect(await statusOf(again.docs)).toBe(200);
  expect(await statusOf(again.temporalUi)).toBe(200);
  expect(await statusOf(`${again.simulator}/health`)).toBe(200);
});

test.each(['worker', 'api'] as const)('a killed %s is started again, in words, at the same address', async (part) => {
  const { api, companyKey } = await addresses();
  const killed = (await processOf(part)) ?? 0;
  process.kill(killed, 'SIGKILL');
  await until('another is in its place', async () => ![undefined, killed].includes(await processOf(part)));
  expect(latest().lastLines().at(-1)).toMatch(/^(Worker|API) terminou sozinho \(SIGKILL\): iniciando de novo\.$/);
  expect(await statusOf(`${api}/v1/fiscal-documents`, companyKey)).toBe(200);
  await servicesOf();
});

test('the scene of an office is played from its request to the end of its links, and leaves what it saw', async () => {
  const { api, simulator: control, mail, companyKey, buyerKey } = await addresses();
  const receiver = await webhookReceiver();
  const kept = new Map<string, string>();
  const steps: string[] = [];
  await office({
    client: erp(api, companyKey),
    buyer: buyerErp(api, buyerKey),
    ...{ api, control, mail, receiver, database: await ownersUrl() },
    step: (what) => void steps.push(what),
    progress: () => undefined,
    keep: async (name, content) => void kept.set(name, content.toString()),
  });
  await receiver.close();

  const key = [...kept.keys()].find((name) => name.endsWith('.pdf'))?.slice(0, 44) ?? '';
  const invitations = [bakery, workshop].map(({ taxId }) => `convite-${taxId}.eml`);
  expect([...kept.keys()].sort()).toEqual([`${key}-procNFe.xml`, `${key}.pdf`, ...invitations, 'webhook.json'].sort());
  const note = new RegExp(`<tpAmb>1</tpAmb>[^]*<chNFe>${key}</chNFe>[^]*<cStat>100</cStat>`);
  expect(kept.get(`${key}-procNFe.xml`)).toMatch(note);
  const { secret, ...webhook } = evidence.parse(JSON.parse(kept.get('webhook.json') ?? ''));
  expect(isSigned(webhook, secret)).toBe(true);
  expect(webhook.rawBody).toContain(key);
  expect(steps.join('\n')).toMatch(/403 office_issuing_not_allowed[^]*403 company_not_in_portfolio/);
});

test('after a kill -9 the next start takes over what was left behind; nobody else may read it, also what was left open', async () => {
  const { temporal, logs, authorityCa, running } = localState(home);
  const servers = [`${temporal}-wal`, `${temporal}-shm`, join(logs, 'api-server.log')];
  const mostSecret = [temporal, ...servers, join(dirname(authorityCa), 'register.jsonl'), running];
  const { companyKey } = await addresses();
  expect(await openToOthers()).toEqual([]);

  const left = await servicesOf();
  process.kill(latest().pid, 'SIGKILL');
  await latest().exited;
  await until('nothing of it runs any more', async () => !left.some(runs));
  for (const file of mostSecret) await chmod(file, 0o644);
  for (const folder of new Set([home, ...mostSecret.map((file) => dirname(file))])) await chmod(folder, 0o755);

  await startUntilRunning();
  const again = await addresses();
  expect(again.companyKey).toBe(companyKey);
  // Ended links stay ended: both companies had been linked to the office of the scene.
  expect(await companiesOf(again)).toEqual([]);
  for (const file of mostSecret) expect(await exists(file)).toBe(true);
  expect(await openToOthers()).toEqual([]);
  process.kill(latest().pid, 'SIGINT');
  await latest().exited;
  expect(await openToOthers()).toEqual([]);
});

test('where a usual port is busy another is taken and reported; where npm is killed and the folder is gone, nothing is left running', async () => {
  const squatter = createServer();
  // The port only has to be busy: an `npm start` beside this test that already has it is fine.
  await new Promise<void>((busy) => {
    squatter.once('error', () => busy()).listen(usualMetricsPort, '127.0.0.1', busy);
  });
  const npm = await startUntilRunning({ program: 'npm', args: ['start'], ports: { ...ports, metrics: undefined } });
  squatter.close();
  const { ports: told } = await addresses();
  expect(told['metrics']).not.toBe(usualMetricsPort);
  expect(npm.lastLines().join('\n')).toMatch(
    new RegExp(`porta ${usualMetricsPort} .* ${told['metrics']} \\(LAVRA_METRICS_PORT`),
  );
  expect(await statusOf(`http://127.0.0.1:${told['metrics']}/metrics`)).toBe(200);

  const left = await servicesOf();
  // PostgreSQL still writes, so that a folder may get a new file while it is removed: so this retries.
  await rm(home, { recursive: true, maxRetries: 50, retryDelay: 100 });
  process.kill(npm.pid, 'SIGKILL');
  await until('nothing of it runs any more', async () => !left.some(runs));
});

/** Ids of the processes of the current start. */
async function servicesOf(): Promise<number[]> {
  const { watchdog, services } = owner.parse(JSON.parse((await readState(localState(home).owner)) ?? ''));
  expect(services).toHaveLength(6);
  const all = [watchdog, ...services];
  expect(all.filter((pid) => !runs(pid))).toEqual([]);
  return all;
}

/** The id of the API's or worker's process, from the state; undefined while it does not run. */
async function processOf(part: 'api' | 'worker'): Promise<number | undefined> {
  const { services } = owner.parse(JSON.parse((await readState(localState(home).owner)) ?? ''));
  const lines = await Promise.all(
    services.map(async (pid) => ({
      pid,
      line: await command('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ''),
    })),
  );
  return lines.find(({ line }) => line.includes(`${part}/server.ts`))?.pid;
}

/** Whether a process with this id runs, whoever its user is. */
function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return failedWith(error, 'EPERM');
  }
}

/** Files and folders of the state that others than their owner may use. */
async function openToOthers(): Promise<string[]> {
  // Started by root, PostgreSQL runs as another user, who must be able to enter its folder.
  const passed = process.getuid?.() === 0 ? 0o711 : 0o700;
  const open = await Promise.all(
    ['.', ...(await readdir(home, { recursive: true }))].map(async (file) => {
      // servers remove files of their own while they run
      const mode = ((await stat(join(home, file)).catch(() => undefined))?.mode ?? 0) & 0o777;
      const beyond = file === '.' ? mode & ~passed : mode & 0o077;
      return beyond === 0 ? [] : [`${file} ${mode.toString(8)}`];
    }),
  );
  return open.flat();
}

/** The process that was started last. */
function latest(): RunningService {
  const service = started.at(-1);
  if (!service) throw new Error('nothing was started');
  return service;
}

type Started = { program: string; args: string[]; ports: Partial<Record<keyof LocalPorts, LocalPort | undefined>> };

/** Settings of a proxy that does not answer: requests to this computer must not go through it. */
const proxied = Object.fromEntries(
  ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) => [name, 'http://127.0.0.1:9']),
);

async function startUntilRunning(
  { program, args, ports: asked }: Started = { ...node, ports },
): Promise<RunningService> {
  await rm(localState(home).running, { force: true });
  const chosen = Object.values(asked).flatMap((each): [string, string][] =>
    each ? [[each.setting, String(each.port)]] : [],
  );
  const { inherited } = localSettings();
  const service = startService({
    name: 'npm start',
    program,
    args,
    env: { ...inherited, ...proxied, ...Object.fromEntries(chosen), LAVRA_HOME: home },
    cwd: resolve('.'),
    graceMs: 60_000,
  });
  started.push(service);
  await untilReady(service, () => exists(localState(home).running), 120_000);
  return service;
}

async function addresses() {
  return running.parse(JSON.parse((await readState(localState(home).running)) ?? ''));
}

async function ownersUrl(): Promise<string> {
  return environment.parse(JSON.parse((await readState(localState(home).environment)) ?? '')).DATABASE_URL;
}

async function companiesOf({ api, officeKey }: z.infer<typeof running>) {
  const headers = { authorization: `Bearer ${officeKey}` };
  const { body } = await request(`${api}/v1/accounting/companies`, { headers });
  return portfolio.parse(await body.json()).data;
}

async function statusOf(url: string, key?: string): Promise<number> {
  const { statusCode, body } = await request(url, { headers: key ? { authorization: `Bearer ${key}` } : {} });
  await body.dump();
  return statusCode;
}
