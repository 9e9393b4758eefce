import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { hostileReport, measureHostile } from './hostile.ts';
import { openWebhookInstallation, type WebhookInstallation } from './installation.ts';
import { isolationReport, measureIsolation } from './isolation.ts';
import { measureThroughput, throughputReport } from './throughput.ts';

const help = `npm exec -- node bench/webhooks/run.ts [--only throughput|isolation|hostile] [--profile <folder>] ...

  --deliveries 10000  of the actor and of each floor, in each round
  --rounds 3          the loads take turns this often, so that all share what the machine is doing
  --single 500        deliveries with a workflow each, in each round
  --waiting 10000     deliveries at endpoints that hang
  --endpoints 100     that hang, 25 to a company
  --seconds 60        that events of healthy endpoints are timed beside them
  --only              one part of the three
  --profile           each Node process leaves a CPU profile there; the figures are then worth nothing
`;
const options = {
  deliveries: { type: 'string', default: '10000' },
  rounds: { type: 'string', default: '3' },
  single: { type: 'string', default: '500' },
  waiting: { type: 'string', default: '10000' },
  endpoints: { type: 'string', default: '100' },
  seconds: { type: 'string', default: '60' },
  only: { type: 'string' },
  profile: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;
/** Below the fifty that a company may have. */
const endpointsOfCompany = 25;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const { values } = parseArgs({ options });

const parts = {
  async throughput(installation: WebhookInstallation): Promise<string> {
    const load = {
      deliveries: Number(values.deliveries),
      rounds: Number(values.rounds),
      single: Number(values.single),
    };
    return throughputReport(await measureThroughput(installation, load, say));
  },
  async hostile(installation: WebhookInstallation): Promise<string> {
    return hostileReport(await measureHostile(installation, { each: 25, seconds: 30 }));
  },
  async isolation(installation: WebhookInstallation): Promise<string> {
    const { waiting, endpoints, seconds } = values;
    const companies = Math.ceil(Number(endpoints) / endpointsOfCompany);
    const load = { waiting: Number(waiting), endpoints: Number(endpoints), companies, seconds: Number(seconds) };
    return isolationReport(await measureIsolation(installation, load, say));
  },
};

if (values.help) {
  print(help);
} else {
  const before = loadavg()[0]?.toFixed(1);
  const installation = await openWebhookInstallation(say, values.profile);
  print(
    `\n${availableParallelism()} cores for everything, load average ${before} before the start, Node ${process.versions.node}\n`,
  );
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (values.only === undefined || values.only === name) print(`${await part(installation)}\n`);
    }
  } finally {
    await installation.stop();
  }
}
