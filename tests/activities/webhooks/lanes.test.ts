import { expect, test } from 'vitest';
import { inLanes, type LaneWork } from '../../../activities/webhooks/lanes.ts';

type Item = { id: string };
const done = { isWell: true, written: Promise.resolve() };

test('a write that fails ends the visit, after what is under way has been finished and written', async () => {
  const written: string[] = [];
  const carried: string[] = [];
  const broken = new Error('the database is away');
  const work = worker(
    Array.from({ length: 100 }, (_, at) => String(at)),
    {
      async carry({ id }) {
        carried.push(id);
        const result = id === '20' ? Promise.reject(broken) : nextTurn().then(() => written.push(id));
        return { isWell: true, written: result };
      },
    },
  );
  await expect(inLanes(work)).rejects.toBe(broken);
  expect(carried.length).toBeLessThan(100);
  expect(written.toSorted()).toEqual(carried.filter((id) => id !== '20').toSorted());
});

test('nothing is carried twice at a time, though it stays due until it is written', async () => {
  const left = new Set(Array.from({ length: 200 }, (_, at) => String(at)));
  const carried: string[] = [];
  await inLanes<Item>({
    take: async (limit, except) =>
      [...left]
        .filter((id) => !except.includes(id))
        .slice(0, limit)
        .map((id) => ({ id })),
    async carry({ id }) {
      carried.push(id);
      await nextTurn();
      return { isWell: true, written: nextTurn().then(() => left.delete(id)) };
    },
    isOver: () => false,
  });
  expect(carried.toSorted()).toEqual(Array.from({ length: 200 }, (_, at) => String(at)).toSorted());
});

test('when the time is over nothing more is taken up, and what travels arrives', async () => {
  let isOver = false;
  const arrived: string[] = [];
  const work = worker(
    Array.from({ length: 50 }, (_, at) => String(at)),
    {
      async carry({ id }) {
        if (id === '10') isOver = true;
        await nextTurn();
        arrived.push(id);
        return done;
      },
      isOver: () => isOver,
    },
  );
  await inLanes(work);
  expect(arrived).toContain('10');
  expect(arrived.length).toBeLessThan(50);
});

test('what becomes due while a slow exchange travels does not wait for it', async () => {
  const slow = Promise.withResolvers<void>();
  const due = ['first', 'slow'];
  const arrived: string[] = [];
  await inLanes<Item>({
    take: async (limit) => due.splice(0, limit).map((id) => ({ id })),
    async carry({ id }) {
      if (id === 'slow') {
        due.push('late');
        await slow.promise;
      }
      arrived.push(id);
      if (id === 'late') slow.resolve();
      return done;
    },
    isOver: () => false,
  });
  expect(arrived).toEqual(['first', 'late', 'slow']);
});

function worker(ids: string[], work: Partial<LaneWork<Item>> & Pick<LaneWork<Item>, 'carry'>): LaneWork<Item> {
  const left = [...ids];
  return { take: async (limit) => left.splice(0, limit).map((id) => ({ id })), isOver: () => false, ...work };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
