import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import type { Log } from '../../machine/first-that-works.ts';
import type { LocalPort, LocalPorts, LocalSettings } from '../settings.ts';
import { portHolder } from './port-holder.ts';

const host = '127.0.0.1';

/** @throws Error that names every busy port with who holds it, and the setting that chooses another. */
export async function assertFree(ports: LocalPort[]): Promise<void> {
  const busy = await busyAmong(ports);
  if (busy.length === 0) return;
  const lines = busy.map(async ({ port, setting }) => `${await busyInWords(port)}: escolha outra com ${setting}.`);
  throw new Error((await Promise.all(lines)).join('\n'));
}

/**
 * The ports to open: of those that are busy, the usual ones on a free number, which is told in a line.
 *
 * @param names those that will be opened
 * @throws Error where a port that somebody chose is busy, or where `strictPorts` and any is
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

async function busyInWords(port: number): Promise<string> {
  const holder = await portHolder(port);
  return holder === undefined ? `A porta ${port} está ocupada` : `A porta ${port} está ocupada por ${holder}`;
}

/** The ports that another program listens on. */
export async function busyAmong<Port extends { port: number }>(ports: Port[]): Promise<Port[]> {
  const busy: Port[] = [];
  for (const each of ports) if (!(await isFree(each.port))) busy.push(each);
  return busy;
}

/** The same ports, each on a number that was free a moment ago. */
export async function freePorts(ports: LocalPorts): Promise<LocalPorts> {
  const names = Object.keys(ports).length;
  const numbers = await distinctFreePorts(names);
  const moved = ({ setting }: LocalPort): LocalPort => ({ setting, port: numbers.pop() ?? 0, isUsual: false });
  return {
    api: moved(ports.api),
    postgres: moved(ports.postgres),
    temporal: moved(ports.temporal),
    temporalUi: moved(ports.temporalUi),
    simulator: moved(ports.simulator),
    simulatorControl: moved(ports.simulatorControl),
    metrics: moved(ports.metrics),
    apiMetrics: moved(ports.apiMetrics),
  };
}

/** Below the ports that systems give for port 0, so that no program takes ours by chance before we use it. */
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

/** Also where a program holds the port on all addresses: some systems would give it to us on this one none the less. */
async function isFree(port: number): Promise<boolean> {
  if (await reachable(host, port)) return false;
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

const giveUpMs = 3000;

/** Whether something accepts connections there; false for a host that does not answer within three seconds. */
export function reachable(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: giveUpMs });
    const answer = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
}
