import { once } from 'node:events';
import { createServer } from 'node:net';
import type { LocalPort, LocalPorts } from './settings.ts';

/** @throws Error naming every port that something else listens on, with the setting that chooses another. */
export async function assertFree(ports: LocalPort[]): Promise<void> {
  const busy = await busyAmong(ports);
  if (busy.length === 0) return;
  const lines = busy.map(({ port, setting }) => `A porta ${port} está ocupada: escolha outra com ${setting}.`);
  throw new Error(lines.join('\n'));
}

/** Those that something else listens on. */
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
  };
}

/** All are held at once and then let go, so that no number is given twice. */
async function distinctFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const numbers = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return numbers;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
