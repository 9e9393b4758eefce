import { expect, test } from 'vitest';
import { coalesce } from '../../../activities/webhooks/lanes.ts';

test('calls that come while one works go together afterwards, never beside it, and never into what has begun', async () => {
  const runs: string[][] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const call = coalesce(async (items: string[]) => {
    const number = runs.push([...items]);
    await gates[number - 1]?.promise;
    return number;
  });
  const first = call('a');
  await Promise.resolve();
  await Promise.resolve();
  const later = [call('b'), call('c')];
  expect(runs).toEqual([['a']]);
  gates[0]!.resolve();
  expect(await first).toBe(1);
  gates[1]!.resolve();
  expect(await Promise.all(later)).toEqual([2, 2]);
  expect(runs).toEqual([['a'], ['b', 'c']]);
});

test('a run that fails tells those who were in it, and the next one works', async () => {
  let isBroken = true;
  const call = coalesce(async (items: string[]) => {
    if (isBroken) throw new Error('broken');
    return items.length;
  });
  await expect(Promise.allSettled([call('a'), call('b')])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  isBroken = false;
  expect(await call('c')).toBe(1);
});
