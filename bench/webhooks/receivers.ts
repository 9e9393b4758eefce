import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { startService } from '../../local/services/service.ts';
import { machineSettings } from '../../machine/settings.ts';

const program = fileURLToPath(new URL('./receiver.ts', import.meta.url));
const arrivals = z.record(z.string(), z.array(z.tuple([z.string(), z.number()])));

/** Starts the process of the receivers. */
export async function startReceivers() {
  let told = (_port: string): void => {};
  const port = new Promise<string>((resolve) => (told = resolve));
  const service = startService({
    name: 'receiver',
    program: process.execPath,
    args: [program],
    env: machineSettings().inherited,
    onLine: (line) => told(line),
  });
  const origin = `http://127.0.0.1:${await port}`;
  return {
    origin,
    /** When each event first arrived at a path, by id, in milliseconds of this machine's clock; and the number of all arrivals. */
    async arrivedAt(path: string): Promise<{ first: Map<string, number>; total: number }> {
      const all = arrivals.parse(await (await fetch(origin)).json())[path] ?? [];
      return { first: new Map(all.toReversed()), total: all.length };
    },
    stop: () => service.stop(),
  };
}
export type Receivers = Awaited<ReturnType<typeof startReceivers>>;
