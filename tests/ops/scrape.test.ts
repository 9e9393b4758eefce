import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answersOk, type RunningService, startService, untilReady } from '../../local/services/service.ts';
import { command } from '../../machine/command.ts';
import { machineSettings } from '../../machine/settings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { giveCertificate, newCompany } from '../api/fixture.ts';
import { until } from '../support/checks/until.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { ownPorts } from '../support/servers/own-ports.ts';
import { prometheus } from '../support/servers/prometheus.ts';
import { metricsIn, ops, panelQueries, type Query } from './dashboards.ts';

/** A deployment that has faults, scraped by a real Prometheus with our rules. */
let deployment: Deployment;
let receiver: Server;
let server: RunningService;
let address: string;
let folder: string;
let ports: { workers: number[]; api: number };
const wantedPort = ownPorts(1);
const readyWithinMs = 60_000;
const runs = prometheus ? test : test.skip;

beforeAll(async () => {
  if (!prometheus) return;
  const [port = 0] = await wantedPort;
  folder = await mkdtemp(join(tmpdir(), 'lavra-scrape-'));
  [deployment, receiver] = await Promise.all([
    openDeployment({ settings: { LAVRA_METRICS_PORT: String(port) } }),
    listening(),
  ]);
  ports = {
    workers: portsIn(await deployment.workerLog(), 'worker is ready'),
    api: portsIn(await deployment.apiLog(), 'API is ready')[0] ?? 0,
  };
  await setting();
  [address, server] = await scraping();
});
afterAll(async () => {
  await server?.stop();
  await deployment?.close();
  receiver?.closeAllConnections();
  receiver?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

runs('of processes that want one port each gets one, and the log of the others names the setting', async () => {
  const [port = 0] = await wantedPort;
  const own = [...ports.workers, ports.api];
  expect(new Set(own).size).toBe(2);
  expect(own).toContain(port);
  const logs = `${await deployment.workerLog()}${await deployment.apiLog()}`;
  for (const other of own.filter((each) => each !== port)) {
    expect(logs).toContain(`port ${port} is taken: metrics are on port ${other}; set LAVRA_METRICS_PORT to another`);
  }
});

runs.each(['workers', 'api'] as const)('promtool finds nothing wrong with what the %s show', async (which) => {
  for (const port of [ports[which]].flat()) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await command(prometheus?.promtool ?? '', ['check', 'metrics'], { input: ours(text) });
  }
});

/** Metrics of the SDK that only exist after a first occurrence. */
const onceItHappens = ['temporal_request_failure_total'];

runs('every metric that panels and rules name is there', async () => {
  const { data } = await ask<{ metric: string }[]>('/api/v1/targets/metadata');
  const known = new Set(data.map(({ metric }) => metric));
  const recorded = (await rules()).filter(({ type }) => type === 'recording').map(({ name }) => name);
  const asked = [...panelQueries, ...(await ruleQueries())].flatMap(({ where, expr }) =>
    metricsIn(expr).map((metric) => ({ where, metric })),
  );
  const missing = asked.filter(({ metric }) => {
    const base = metric.replace(/_(bucket|count|sum)$/, '');
    return !known.has(metric) && !known.has(base) && !recorded.includes(metric) && !onceItHappens.includes(metric);
  });
  expect(missing).toEqual([]);
});

/** Panels that may be empty after such a run, as none of our own parts failed. */
const silent = ['lavra-service: Erros por operação', 'lavra-service: Chamadas ao Temporal que falham'];

runs('every panel of the dashboards has something to show of a run with faults', async () => {
  for (const { where, expr } of panelQueries.filter((query) => !silent.includes(query.where))) {
    await until(`a value of "${where}": ${expr}`, async () => (await values(expr)).length > 0);
  }
  for (const { where, expr } of panelQueries)
    expect({ where, found: await values(expr) }).toEqual({ where, found: expect.anything() });
});

runs('no rule fails, and those that a person should hear of are on their way', async () => {
  const alerts = await until('the alerts', async () => {
    const found = await rules();
    const isPending = (name: string) => found.some((rule) => rule.name === name && rule.state !== 'inactive');
    return isPending('LavraSilenced') && isPending('LavraCertificateEnds') && found;
  });
  expect(alerts.filter(({ health }) => health === 'err')).toEqual([]);
  const active = alerts
    .filter(({ type, state }) => type === 'alerting' && state !== 'inactive')
    .map(({ name }) => name);
  expect(active).not.toContain('LavraNoWorker');
  for (const { name, annotations } of alerts.filter(({ type }) => type === 'alerting')) {
    expect({ name, command: annotations?.command }).toEqual({
      name,
      command: expect.stringMatching(/^(lavra|docker compose) /),
    });
  }
});

runs('the table of the operator names everything that is shown', async () => {
  const guide = await readFile(join(ops, '..', 'docs', 'operations.md'), 'utf8');
  const { data } = await ask<{ metric: string }[]>('/api/v1/targets/metadata');
  const names = new Set(data.map(({ metric }) => metric).filter((metric) => metric.startsWith('lavra_')));
  expect(names.size).toBeGreaterThan(20);
  const told = [...guide.matchAll(/^\| `(lavra_\w+)`/gm)].map(([, name]) => name);
  expect(told.toSorted()).toEqual([...names].toSorted());
});

/** Makes an endpoint that accepts webhooks and one that refuses them; a source that must not be asked; and a certificate near its end. */
async function setting(): Promise<void> {
  const { erp, orm } = deployment;
  const { port } = receiver.address() as AddressInfo;
  for (const path of ['well', 'ill']) {
    await erp.ask('POST', '/v1/webhooks', { url: `http://127.0.0.1:${port}/${path}` });
  }
  const { company: ending } = await newCompany(orm, { certificateEnds: null });
  await giveCertificate(orm, ending, new Date(Date.now() + 3 * 86_400_000).toISOString());
  await acrossCompanies(orm).execute(
    `insert into authority_call (id, company_id, tax_id_root, environment, service, subject, started_at, c_stat)
     values (gen_random_uuid(), ?, '99999999', 'HOMOLOGATION', 'NfeConsultaProtocolo', 'x', now(), '656')`,
    [ending.id],
  );
}

/** Has one note refused, and cancels another whose first answer was lost. */
async function round(): Promise<void> {
  const { erp, authority } = deployment;
  const faults = [{ answer: { cStat: 591 } }, { drop: 'after' }];
  for (const fault of faults) {
    await authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', times: 1, ...fault });
    const { id } = await erp.insist();
    const { body } = await until('the end of a note', async () => {
      const shown = await erp.ask('GET', `/v1/fiscal-documents/${id}`);
      return ['AUTHORIZED', 'REJECTED'].includes(String(shown.body['status'])) && shown;
    });
    if (body['status'] !== 'AUTHORIZED') continue;
    await erp.ask('POST', `/v1/fiscal-documents/${id}/cancel`, { justification: 'Venda desfeita pelo cliente' });
  }
}

/** Runs rounds until rates rise from one scrape to the next; in the end one note waits. */
async function scraping(): Promise<[string, RunningService]> {
  const [port = 0] = await ownPorts(1);
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: [join(ops, 'prometheus', 'rules.yml')],
    scrape_configs: Object.entries({ 'lavra-worker': ports.workers, 'lavra-api': [ports.api] }).map(([job, own]) => ({
      job_name: job,
      static_configs: [{ targets: own.map((each) => `127.0.0.1:${each}`) }],
    })),
  };
  const file = join(folder, 'prometheus.yml');
  await writeFile(file, JSON.stringify(config)); // JSON is valid YAML
  const service = startService({
    name: 'Prometheus',
    program: prometheus?.prometheus ?? '',
    args: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    env: machineSettings().inherited,
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(service, () => answersOk(`${url}/-/ready`), readyWithinMs);
  address = url;
  await until('a first scrape of both', async () => (await values('up == 1')).length === 2);
  await until('rates of faults', async () => {
    await round();
    const risen = ['lavra_documents_total{outcome="rejected"}', 'lavra_authority_answers_total{c_stat="591"}'];
    const lost = 'lavra_authority_request_duration_seconds_count{result!="answer"}';
    const found = await Promise.all([...risen, lost].map((counter) => values(`rate(${counter}[1m]) > 0`)));
    return found.every((series) => series.length > 0);
  });
  await deployment.authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', paused: { cStat: 108 } });
  await deployment.erp.insist();
  return [url, service];
}

/** A receiver of webhooks that refuses those at one path. */
async function listening(): Promise<Server> {
  const listener = createServer((request, response) => {
    request.resume();
    const isPing = request.headers['x-webhook-event'] === 'webhook.ping';
    response.writeHead(request.url === '/ill' && !isPing ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return listener;
}

function portsIn(log: string, message: string): number[] {
  const lines = log.split('\n').filter((line) => line.includes(message));
  return lines.map((line) => (JSON.parse(line) as { metricsPort: number }).metricsPort);
}

/** The metrics that Lavra names itself; those of the SDK and of Node have names of their own. */
function ours(text: string): string {
  const lines = text.split('\n').filter((line) => /^(# (HELP|TYPE) )?lavra_/.test(line));
  return `${lines.join('\n')}\n`;
}

type Rule = {
  name: string;
  type: 'alerting' | 'recording';
  query: string;
  health: string;
  state?: string;
  annotations?: { command?: string };
};

async function rules(): Promise<Rule[]> {
  const { data } = await ask<{ groups: { rules: Rule[] }[] }>('/api/v1/rules');
  return data.groups.flatMap((group) => group.rules);
}

async function ruleQueries(): Promise<Query[]> {
  return (await rules()).map(({ name, query }) => ({ where: name, expr: query }));
}

async function values(expr: string): Promise<unknown[]> {
  const { data } = await ask<{ result: unknown[] }>(`/api/v1/query?query=${encodeURIComponent(expr)}`);
  return data.result;
}

async function ask<Data>(path: string): Promise<{ data: Data }> {
  const answer = await fetch(`${address}${path}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${text}`);
  return JSON.parse(text) as { data: Data };
}
