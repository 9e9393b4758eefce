import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { createOrm, type Orm } from '../../config/orm.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { watchDocuments } from '../emission/document-watch.ts';
import { cpuBetween, cpuTimes } from '../figures/cpu.ts';
import { percentile } from '../figures/percentile.ts';
import { type ClusterInstallation, openClusterInstallation } from './installation.ts';
import { diskOf, memoryByRole, mostConnections } from './sizes.ts';

const help = `npm exec -- node bench/cluster/run.ts [--rate 10] [--seconds 60] [--apis 2] [--workers 3] [--partitions 1] [--shards 64]

  Issues notes at a rate through several APIs on a Temporal cluster with PostgreSQL, and shows how long they take and what they cost.

  --rate         notes a second, whether the ones before have ended or not
  --partitions   partitions of each task queue
  --pool         DATABASE_POOL of each process
  --lean         without the indexes that ops/temporal/lean-visibility.sql drops
`;
const options = {
  rate: { type: 'string', default: '10' },
  seconds: { type: 'string', default: '60' },
  apis: { type: 'string', default: '2' },
  workers: { type: 'string', default: '3' },
  partitions: { type: 'string', default: '1' },
  shards: { type: 'string', default: '64' },
  pool: { type: 'string', default: '10' },
  lean: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Posts notes at a rate. @returns for each note the milliseconds from its request to AUTHORIZED */
async function offer({ apis, companyKey, orm }: ClusterInstallation, rate: number, seconds: number): Promise<number[]> {
  const pools = apis.map((api) => new Pool(api, { connections: 64 }));
  const documents = watchDocuments(orm);
  const issue = async (at: number): Promise<number> => {
    const start = performance.now();
    const { statusCode, body } = await pools[at % pools.length]!.request({
      method: 'POST',
      path: '/v1/fiscal-documents',
      headers: { authorization: `Bearer ${companyKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(demoSale(randomUUID())),
    });
    const { id } = (await body.json()) as { id: string };
    if (statusCode !== 201) throw new Error(`create answered ${statusCode}`);
    await documents.ended(id);
    return performance.now() - start;
  };
  const issuing: Promise<number>[] = [];
  const begun = performance.now();
  for (let at = 0; at < rate * seconds; at += 1) {
    await setTimeout(Math.max(0, begun + (at * 1000) / rate - performance.now()));
    issuing.push(issue(at));
  }
  const took = await Promise.all(issuing);
  await Promise.all(pools.map((pool) => pool.close()));
  return took;
}

type Databases = { admin: Orm; visibility: Orm };

async function measure(
  installation: ClusterInstallation,
  { admin, visibility }: Databases,
  rate: number,
  seconds: number,
): Promise<void> {
  await offer(installation, rate, 5);
  const [cpu, disk] = [await cpuTimes(), await diskOf(admin, visibility)];
  const over = new AbortController();
  const connections = mostConnections(admin, over.signal);
  const begun = performance.now();
  const took = await offer(installation, rate, seconds);
  const elapsed = (performance.now() - begun) / 1000;
  const spent = cpuBetween(cpu, await cpuTimes());
  await setTimeout(5_000); // Temporal writes its visibility a little later
  over.abort();
  const ms = (share: number): string => percentile(took, share).toFixed(0);
  print(`notes          ${took.length}, ${(took.length / elapsed).toFixed(1)} a second where ${rate} were asked for`);
  print(`to the end, ms p50 ${ms(0.5)}, p95 ${ms(0.95)}, slowest ${ms(1)}`);
  for (const [name, cost] of spent) print(`CPU a note, ms ${name} ${(cost / took.length).toFixed(1)}`);
  const after = await diskOf(admin, visibility);
  for (const [name, bytes] of after) {
    print(`disk a note    ${name} ${((bytes - (disk.get(name) ?? 0)) / took.length / 1024).toFixed(1)} KB`);
  }
  for (const [name, most] of await connections) print(`connections    ${name} ${most}`);
  for (const [role, megabytes] of await memoryByRole()) print(`memory, MB     ${role} ${megabytes.join(', ')}`);
}

const { values } = parseArgs({ options });
if (values.help) {
  print(help);
} else {
  const number = (name: Exclude<keyof typeof options, 'help' | 'lean'>): number => Number(values[name]);
  const load = {
    apis: number('apis'),
    workers: number('workers'),
    partitions: number('partitions'),
    shards: number('shards'),
    pool: number('pool'),
    isLean: values.lean,
  };
  const installation = await openClusterInstallation(load, say);
  const admin = await createOrm(installation.adminUrl, { pool: 2 });
  const ofVisibility = Object.assign(new URL(installation.adminUrl), { pathname: '/temporal_visibility' });
  const visibility = await createOrm(ofVisibility.href, { pool: 1 });
  try {
    print(
      `${availableParallelism()} cores for everything, load average ${loadavg()[0]?.toFixed(1)}; ${JSON.stringify(load)}`,
    );
    await measure(installation, { admin, visibility }, number('rate'), number('seconds'));
    print(`load average at the end ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    await Promise.all([admin.close(), visibility.close()]);
    await installation.stop();
  }
}
