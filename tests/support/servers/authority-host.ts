import { inspect } from 'node:util';
import type { Simulator } from '../../../simulator/index.ts';
import { startSparingly } from './sparing-authority.ts';

/**
 * The program that runs the authorities of all test files of one process (`simulator.ts`): it loads the simulator once for all of them.
 * Each authority has its own ports, state folder and clock.
 */

/** Starts an authority over a state folder, or stops the one at a port. */
export type HostCommand =
  | { start: { state: string; schemas: string; distributionWaitSeconds?: number } }
  | { stop: number };

/** The result of the order with this number. */
export type CommandResult = {
  number: number;
  error?: string;
  started?: { port: number; controlPort: number; caPem: string };
};

const authorities = new Map<number, Simulator>();

process.on('message', (message: HostCommand & { number: number }) => void answer(message));
process.on('disconnect', () => process.exit());

async function answer({ number, ...order }: HostCommand & { number: number }): Promise<void> {
  const outcome = await carriedOut(order).catch((error: unknown) => ({
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }));
  process.send?.({ number, ...outcome } satisfies CommandResult);
}

async function carriedOut(order: HostCommand): Promise<Omit<CommandResult, 'number'>> {
  if ('stop' in order) {
    await authorities.get(order.stop)?.close();
    authorities.delete(order.stop);
    return {};
  }
  const { state, schemas, ...options } = order.start;
  const complain = (error: unknown): void => void process.stderr.write(`${inspect(error)}\n`);
  const simulator = await startSparingly({ state, schemas: [schemas], complain, ...options });
  authorities.set(simulator.port, simulator);
  const { port, controlPort, caPem } = simulator;
  return { started: { port, controlPort, caPem } };
}
