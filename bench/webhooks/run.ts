import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openWebhookHouse } from './house.ts';
import { measureThroughput, throughputReport } from './throughput.ts';

const help = `npm exec -- node bench/webhooks/run.ts [--deliveries 10000] [--rounds 3] [--single 500] [--only throughput] [--profile <folder>]

  --deliveries  of the actor and of each floor, in each round
  --rounds      the loads take turns this often, so that all share what the machine is doing
  --single      deliveries with a workflow each, in each round
  --only        one part: throughput
  --profile     each Node process leaves a CPU profile there; the figures are then worth nothing
`;
const options = {
  deliveries: { type: 'string', default: '10000' },
  rounds: { type: 'string', default: '3' },
  single: { type: 'string', default: '500' },
  only: { type: 'string' },
  profile: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const { values } = parseArgs({ options });
if (values.help) {
  print(help);
} else {
  const before = loadavg()[0]?.toFixed(1);
  const house = await openWebhookHouse(say, values.profile);
  try {
    const { deliveries, rounds, single } = values;
    print(
      `\n${availableParallelism()} cores for everything, load average ${before} before the start, Node ${process.versions.node}\n`,
    );
    const load = { deliveries: Number(deliveries), rounds: Number(rounds), single: Number(single) };
    print(throughputReport(await measureThroughput(house, load, say)));
  } finally {
    await house.stop();
  }
}
