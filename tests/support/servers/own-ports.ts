import { randomInt } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { busyAmong } from '../../../local/services/ports.ts';

/** Below the ephemeral ports of the system, so that no program gets the port of a killed part before that part is restarted. */
const lowest = 20_000;
const highest = 32_000;

/** Free ports that are reserved for this test, also while nobody listens on them: no other test of the run gets them. */
export async function ownPorts(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const port = randomInt(lowest, highest);
    if ((await takes(port)) && (await busyAmong([{ port, setting: '' }])).length === 0) found.push(port);
  }
  return found;
}

/** Reserves a port for this process by creating a file, which only one process of the run can do. */
async function takes(port: number): Promise<boolean> {
  try {
    await (await open(join(process.env.TEST_PORTS!, String(port)), 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
