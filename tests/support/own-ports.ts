import { randomInt } from 'node:crypto';
import { busyAmong } from '../../local/services/ports.ts';

/** Below the ports that systems give by themselves, so that no program takes the port of a killed part before its restart. */
const lowest = 20_000;
const highest = 32_000;
/** Each of the runner's workers keeps to a lane of its own, so that no two choose the same. */
const lanes = 16;
/** Also while nobody listens there yet: between the choice and the start of an API lies the start of its database. */
const given = new Set<number>();

/** Numbers of ports that are free and stay this test's own. */
export async function ownPorts(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const port = anyOfLane();
    if (given.has(port)) continue;
    given.add(port);
    if ((await busyAmong([{ port, setting: '' }])).length === 0) found.push(port);
  }
  return found;
}

function anyOfLane(): number {
  const lane = Number(process.env.VITEST_POOL_ID ?? 0) % lanes;
  return lowest + lanes * randomInt((highest - lowest) / lanes) + lane;
}
