import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type Simulator, startSimulator } from '../../../simulator/index.ts';

/**
 * The program that holds the authorities of the test files of one process (`simulator.ts`): it loads the simulator once for all of them, and
 * makes the keys of an authority's own certificates once. Each authority has ports, a state folder and a clock of its own.
 */

/** Starts an authority over a state folder, or stops the one at a port. */
export type Order = { start: { state: string; schemas: string; distributionWaitSeconds?: number } } | { stop: number };

/** What became of the order of this number. */
export type Outcome = {
  number: number;
  error?: string;
  started?: { port: number; controlPort: number; caPem: string };
};

const authorities = new Map<number, Simulator>();
/** Keys and certificates of the first, by the names of their files. */
const made = new Map<string, Buffer>();

process.on('message', (message: Order & { number: number }) => void answer(message));
process.on('disconnect', () => process.exit());

async function answer({ number, ...order }: Order & { number: number }): Promise<void> {
  const outcome = await carriedOut(order).catch((error: unknown) => ({
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }));
  process.send?.({ number, ...outcome } satisfies Outcome);
}

async function carriedOut(order: Order): Promise<Omit<Outcome, 'number'>> {
  if ('stop' in order) {
    await authorities.get(order.stop)?.close();
    authorities.delete(order.stop);
    return {};
  }
  const { state, schemas, ...options } = order.start;
  mkdirSync(state, { recursive: true });
  if (filesOf(state).length === 0)
    for (const [name, bytes] of made) writeFileSync(join(state, name), bytes, { mode: 0o600 });
  const complain = (error: unknown): void => void process.stderr.write(`${inspect(error)}\n`);
  const simulator = await startSimulator({ state, schemas: [schemas], complain, ...options });
  authorities.set(simulator.port, simulator);
  if (made.size === 0) for (const name of filesOf(state)) made.set(name, readFileSync(join(state, name)));
  const { port, controlPort, caPem } = simulator;
  return { started: { port, controlPort, caPem } };
}

/** Keys and certificates in a state folder. */
const filesOf = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.pem'));
