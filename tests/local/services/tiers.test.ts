import { expect, test } from 'vitest';
import { type RunningService, startService, untilReady } from '../../../local/services/service.ts';
import { allStarted, type ServiceTiers, serviceTiers } from '../../../local/services/tiers.ts';
import { until } from '../../support/checks/until.ts';

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

test('a service that ends by itself is started again, and another process is in its place', async () => {
  const tiers = serviceTiers();
  const told: string[] = [];
  const first = await tiers.next(() => begin(tiers, 'worker', []));
  let changed = 0;
  let isBroken = false;
  const log = (line: string): void => void told.push(line);
  tiers.keepUp({ log, changed: async () => void (changed += 1) }).catch(() => (isBroken = true));
  process.kill(first.pid, 'SIGKILL');
  await until('another is up', async () => changed === 1);
  const [second] = tiers.services();
  expect(second?.pid).not.toBe(first.pid);
  expect(told).toEqual(['worker terminou sozinho (SIGKILL): iniciando de novo.']);
  await tiers.stop();
  expect(second?.hasExited()).toBe(true);
  expect(isBroken).toBe(false);
});

test('a service that ends again and again is named with its last lines', async () => {
  const tiers = serviceTiers();
  await tiers.next(() => tiers.add(async () => node('worker', 'console.error("out of memory"); process.exitCode = 3')));
  const told: string[] = [];
  await expect(tiers.keepUp({ log: (line) => void told.push(line) })).rejects.toThrow(
    /^worker terminou sozinho 4 vezes em um minuto \(código 3\)[^]*out of memory/,
  );
  expect(told).toHaveLength(3);
  await tiers.stop();
});

test('a service that does not get ready is stopped and reported with its last lines', async () => {
  const service = node('api', idle);
  await untilReady(service, async () => service.lastLines().includes('ready'), 60_000);
  await expect(untilReady(service, async () => false, 1000)).rejects.toThrow(/^api não respondeu em 1 s[^]*ready/);
  expect(service.hasExited()).toBe(true);
});

function begin(tiers: ServiceTiers, name: string, ended: string[]): Promise<RunningService> {
  return tiers.add(async () => {
    const service = node(name, idle);
    void service.exited.then(() => ended.push(name));
    await untilReady(service, async () => service.lastLines().includes('ready'), 60_000);
    return service;
  });
}

function node(name: string, script: string): RunningService {
  return startService({ name, program: process.execPath, args: ['--eval', script], env: {} });
}
