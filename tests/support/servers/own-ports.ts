import { randomInt } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { busyAmong } from '../../../local/services/ports.ts';

/** Below the ports that systems give by themselves, so that no program takes the port of a killed part before its restart. */
const lowest = 20_000;
const highest = 32_000;

/** Numbers of ports that are free and stay this test's own, also while nobody listens there: no test of the run is given them again. */
export async function ownPorts(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const port = randomInt(lowest, highest);
    if ((await takes(port)) && (await busyAmong([{ port, setting: '' }])).length === 0) found.push(port);
  }
  return found;
}

/** Takes the number for this process by a file, which one of all processes of the run can make. */
async function takes(port: number): Promise<boolean> {
  try {
    await (await open(join(process.env.TEST_PORTS!, String(port)), 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
