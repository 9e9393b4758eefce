import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import type { LocalPort, LocalPorts } from '../settings.ts';

/** @throws Error that names every busy port, with the setting that chooses another. */
export async function assertFree(ports: LocalPort[]): Promise<void> {
  const busy = await busyAmong(ports);
  if (busy.length === 0) return;
  const lines = busy.map(({ port, setting }) => `A porta ${port} está ocupada: escolha outra com ${setting}.`);
  throw new Error(lines.join('\n'));
}

/** The ports that another program listens on. */
export async function busyAmong(ports: LocalPort[]): Promise<LocalPort[]> {
  const busy: LocalPort[] = [];
  for (const each of ports) if (!(await isFree(each.port))) busy.push(each);
  return busy;
}

/** The same ports, each on a number that was free a moment ago. */
export async function freePorts(ports: LocalPorts): Promise<LocalPorts> {
  const names = Object.keys(ports).length;
  const numbers = await distinctFreePorts(names);
  const moved = ({ setting }: LocalPort): LocalPort => ({ setting, port: numbers.pop() ?? 0 });
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

async function distinctFreePorts(count: number): Promise<number[]> {
  const numbers = new Set<number>();
  while (numbers.size < count) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) numbers.add(port);
  }
  return [...numbers];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
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
