import { expect, test } from '@jest/globals';
import { untilReady } from '../../../local/services/readiness.ts';
import { type Service, startService } from '../../../local/services/service.ts';
import { allStarted, serviceTiers, type ServiceTiers } from '../../../local/services/tiers.ts';

const idle = 'setInterval(() => {}, 1000); process.on("SIGTERM", () => process.exit(0)); console.log("ready");';

test('services are stopped in the reverse of their start, each before those it needs', async () => {
  const ended: string[] = [];
  const tiers = serviceTiers();
  await tiers.next(() => allStarted([begin(tiers, 'database', ended), begin(tiers, 'orchestrator', ended)]));
  await tiers.next(() => begin(tiers, 'api', ended));
  await tiers.stop();
  expect(ended[0]).toBe('api');
  expect(new Set(ended.slice(1))).toEqual(new Set(['database', 'orchestrator']));
});

test('a service that ends by itself is named with its last lines', async () => {
  const tiers = serviceTiers();
  await tiers.next(async () => tiers.add(node('worker', 'console.error("out of memory"); process.exitCode = 3')));
  await expect(tiers.broken()).rejects.toThrow(/^worker terminou sozinho \(código 3\)[^]*out of memory/);
  await tiers.stop();
});

test('a service that does not get ready is stopped and told with its last lines', async () => {
  const service = node('api', idle);
  await untilReady(service, async () => service.lastLines().includes('ready'), 60_000);
  await expect(untilReady(service, async () => false, 1000)).rejects.toThrow(/^api não respondeu em 1 s[^]*ready/);
  expect(service.hasExited()).toBe(true);
});

async function begin(tiers: ServiceTiers, name: string, ended: string[]): Promise<Service> {
  const service = tiers.add(node(name, idle));
  void service.exited.then(() => ended.push(name));
  await untilReady(service, async () => service.lastLines().includes('ready'), 60_000);
  return service;
}

function node(name: string, script: string): Service {
  return startService({ name, program: process.execPath, args: ['--eval', script], env: {} });
}
