import { expect, test } from 'vitest';
import fc from 'fast-check';
import { turns } from '../../../adapters/rendering/turns.ts';

const lasting = { waitingPerOwner: 1_000, patienceMs: 60_000 };
const owners = fc.constantFrom('a', 'b', 'c', 'd');

test('each owner in turn is served, and the work of one owner in its order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(owners, { minLength: 1, maxLength: 40 }), async (asked) => {
      const served = await servedInOrder(asked);
      expect(served.toSorted(byNumber)).toEqual(asked.map((_, number) => number));
      for (const owner of new Set(asked)) {
        const own = served.filter((number) => asked[number] === owner);
        expect(own).toEqual(own.toSorted(byNumber));
        // Before an owner's n-th task, no other owner has more than n tasks served.
        own.forEach((number, index) => {
          const before = served.slice(0, served.indexOf(number)).map((earlier) => asked[earlier] ?? '');
          const ofOthers = [...new Set(before)].map((other) => before.filter((one) => one === other).length);
          expect(Math.max(0, ...ofOthers)).toBeLessThanOrEqual(index + 1);
        });
      }
    }),
  );
});

test('an owner that comes while others wait has its turn after one of each', async () => {
  const { take, giveBack } = turns(['place'], lasting);
  const place = await take('a');
  const served: string[] = [];
  const serve = (owner: string) =>
    take(owner).then((taken) => {
      served.push(owner);
      giveBack(taken);
    });
  const first = Array.from({ length: 5 }, () => [serve('a'), serve('b')]).flat();
  const late = serve('c');
  giveBack(place);
  await late;
  expect(served).toEqual(['a', 'b', 'c']);
  await Promise.all(first);
});

test('beyond the bound of one owner work is refused, and another owner is not concerned', async () => {
  const { take, giveBack } = turns(['place'], { ...lasting, waitingPerOwner: 3 });
  const place = await take('a');
  const waiting = [take('a'), take('a'), take('a')];
  await expect(take('a')).rejects.toMatchObject({ name: 'PrintingFailed', reason: 'crowded' });
  waiting.push(take('b'));
  giveBack(place);
  await Promise.all(waiting.map(async (taken) => giveBack(await taken)));
  giveBack(await take('a'));
});

test('who waits too long is told so, and takes no place from those who still wait', async () => {
  const { take, giveBack } = turns(['place'], { ...lasting, patienceMs: 20 });
  const place = await take('a');
  await expect(take('b')).rejects.toMatchObject({ name: 'PrintingFailed', reason: 'late' });
  giveBack(place);
  expect(await take('c')).toBe('place');
});

/** The numbers of tasks in the order in which one place serves them, if all are queued while it is busy. */
async function servedInOrder(asked: readonly string[]): Promise<number[]> {
  const { take, giveBack } = turns(['place'], lasting);
  const place = await take('somebody before');
  const served: number[] = [];
  const serving = asked.map(async (owner, number) => {
    const taken = await take(owner);
    served.push(number);
    giveBack(taken);
  });
  giveBack(place);
  await Promise.all(serving);
  return served;
}

function byNumber(one: number, other: number): number {
  return one - other;
}
