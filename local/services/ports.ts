import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { command } from '../../machine/command.ts';
import type { Log } from '../../machine/first-that-works.ts';
import { reachable } from '../../machine/reachable.ts';
import type { LocalPort, LocalPorts, LocalSettings } from '../settings.ts';

const host = '127.0.0.1';

/** @throws Error that names every busy port, who holds it, and the setting that chooses another */
export async function assertFree(ports: LocalPort[]): Promise<void> {
  const busy = await busyAmong(ports);
  if (busy.length === 0) return;
  const lines = busy.map(async ({ port, setting }) => `${await busyInWords(port)}: escolha outra com ${setting}.`);
  throw new Error((await Promise.all(lines)).join('\n'));
}

/**
 * The ports to open. Usual ports that are busy are replaced by free ones, and the log says so.
 *
 * @param names the ports that will be opened
 * @throws Error where a port that somebody chose is busy, or where any is and `strictPorts` is set
 */
export async function settledPorts(
  { ports, strictPorts }: Pick<LocalSettings, 'ports' | 'strictPorts'>,
  names: (keyof LocalPorts)[],
  log: Log,
): Promise<LocalPorts> {
  await assertFree(names.map((name) => ports[name]).filter(({ isUsual }) => strictPorts || !isUsual));
  const settled = { ...ports };
  for (const name of names) {
    const { setting, port } = ports[name];
    if (await isFree(port)) continue;
    const [free = 0] = await distinctFreePorts(1, Object.values(settled));
    settled[name] = { ...ports[name], port: free };
    log(`${await busyInWords(port)}: em seu lugar, a ${free} (${setting} escolhe outra).`);
  }
  return settled;
}

const mostTries = 3;

/**
 * Starts a service that listens on the ports of these names. Where it does not come up because another program took one of them meanwhile, it is
 * started again on a free port, which is written to `settings.ports`.
 *
 * @throws Error of the start; as `settledPorts` where a chosen port is taken
 */
export async function onItsPorts<T>(
  settings: Pick<LocalSettings, 'ports' | 'strictPorts'>,
  names: (keyof LocalPorts)[],
  { start, log }: { start: () => Promise<T>; log: Log },
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      const settled = await settledPorts(settings, names, log);
      const isMoved = names.some((name) => settled[name].port !== settings.ports[name].port);
      if (!isMoved || tries === mostTries) throw error;
      Object.assign(settings.ports, settled);
    }
  }
}

/** Whether that process listens on the port; true where the system does not say who does. */
export async function isHeldBy(pid: number, port: number): Promise<boolean> {
  const holder = await portHolder(port);
  return holder === undefined || holder.includes(`processo ${pid})`);
}

async function busyInWords(port: number): Promise<string> {
  const holder = await portHolder(port);
  return holder === undefined ? `A porta ${port} está ocupada` : `A porta ${port} está ocupada por ${holder}`;
}

/** Those of the ports that another program listens on. */
export async function busyAmong<Port extends { port: number }>(ports: Port[]): Promise<Port[]> {
  const busy: Port[] = [];
  for (const each of ports) if (!(await isFree(each.port))) busy.push(each);
  return busy;
}

/** The ports of local mode, each replaced by a number that was free a moment ago. */
export async function freePorts(ports: LocalPorts): Promise<LocalPorts> {
  const names = Object.keys(ports).length;
  const numbers = await distinctFreePorts(names);
  const moved = ({ setting }: LocalPort): LocalPort => ({ setting, port: numbers.pop() ?? 0, isUsual: true });
  return {
    api: moved(ports.api),
    panel: moved(ports.panel),
    postgres: moved(ports.postgres),
    temporal: moved(ports.temporal),
    temporalUi: moved(ports.temporalUi),
    simulator: moved(ports.simulator),
    simulatorControl: moved(ports.simulatorControl),
    metrics: moved(ports.metrics),
    apiMetrics: moved(ports.apiMetrics),
    panelMetrics: moved(ports.panelMetrics),
  };
}

/** Below the ports that systems give out for port 0, so that no other program gets ours by chance before we use it. */
const lowest = 10_000;
const highest = 20_000;

async function distinctFreePorts(count: number, taken: { port: number }[] = []): Promise<number[]> {
  const numbers = new Set<number>();
  while (numbers.size < count) {
    const port = randomInt(lowest, highest);
    if (taken.every((each) => each.port !== port) && (await isFree(port))) numbers.add(port);
  }
  return [...numbers];
}

/**
 * Whether a port is free. Connecting is tried as well as listening: where a program holds the port on all addresses, some systems would still let
 * us listen on this one.
 */
async function isFree(port: number): Promise<boolean> {
  if (await reachable(host, port)) return false;
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

const askForMs = 5000;

/** The program that listens on a port, as `node (processo 123)`; `undefined` where the system does not say, or it belongs to another user. */
async function portHolder(port: number): Promise<string | undefined> {
  return (await byLsof(port)) ?? (await bySs(port));
}

/** By `lsof`, on macOS and where it is installed. It prints `p123`, then `cnode`. */
async function byLsof(port: number): Promise<string | undefined> {
  const said = await asked('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']);
  return inWords(/^c(.+)$/m.exec(said)?.[1], /^p(\d+)$/m.exec(said)?.[1]);
}

/** By `ss`, on Linux. It prints `users:(("node",pid=123,fd=20))`. */
async function bySs(port: number): Promise<string | undefined> {
  const said = await asked('ss', ['-Hltnp', `sport = :${port}`]);
  const [, name, pid] = /\(\("([^"]+)",pid=(\d+)/.exec(said) ?? [];
  return inWords(name, pid);
}

function inWords(name: string | undefined, pid: string | undefined): string | undefined {
  return name === undefined || pid === undefined ? undefined : `${name} (processo ${pid})`;
}

async function asked(program: string, args: string[]): Promise<string> {
  return command(program, args, { timeoutMs: askForMs }).catch(() => '');
}
