import { setTimeout } from 'node:timers/promises';

/** How many exchanges with one receiver run at a time at most. */
const lanesAtMost = 16;
/** How many items are taken up at a time, and how many are under way until their results are written, for each open lane. */
const takenUpPerLane = 16;
const underWayPerLane = 5;
/** How often free lanes look for what has become due, while other lanes are busy. */
const lookAgainMs = 500;

type Item = { id: string };

/** An exchange that has ended: its lane is free, while its result is being written. */
export type LaneResult = { isWell: boolean; written: Promise<unknown> };

export type LaneWork<Due extends Item> = {
  /** Gives up to `limit` items that are due, without those that are under way. */
  take: (limit: number, except: string[]) => Promise<Due[]>;
  carry: (item: Due) => Promise<LaneResult>;
  /** Whether nothing more is to be taken up. */
  isOver: () => boolean;
};

/**
 * Carries everything that is due in parallel lanes: one at first, twice as many after each success, one again after a failure, so that a receiver
 * that hangs holds a single connection. What is under way is finished and written, whatever happens.
 *
 * @throws what `take` or `carry` threw, or a write
 */
export async function inLanes<Due extends Item>({ take, carry, isOver }: LaneWork<Due>): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const faults: unknown[] = [];
  let waiting: Due[] = [];
  let lanes = 1;
  let travelling = 0;
  let change = Promise.withResolvers<void>();

  const somethingChanged = (): void => {
    change.resolve();
    change = Promise.withResolvers<void>();
  };
  const travel = async (item: Due): Promise<void> => {
    travelling += 1;
    try {
      const { isWell, written } = await carry(item).finally(() => void (travelling -= 1));
      lanes = isWell ? Math.min(lanes * 2, lanesAtMost) : 1;
      somethingChanged();
      await written;
    } catch (error) {
      faults.push(error);
    } finally {
      underWay.delete(item.id);
      somethingChanged();
    }
  };

  try {
    while (faults.length === 0 && !isOver()) {
      if (waiting.length === 0) waiting = await take(lanes * takenUpPerLane, [...underWay.keys()]);
      if (waiting.length === 0 && underWay.size === 0) break;
      const room = isOver() ? 0 : Math.min(lanes - travelling, lanes * underWayPerLane - underWay.size);
      for (const item of waiting.splice(0, Math.max(0, room))) underWay.set(item.id, travel(item));
      const isIdle = waiting.length === 0 && travelling < lanes;
      await Promise.race([change.promise, ...(isIdle ? [setTimeout(lookAgainMs, undefined, { ref: false })] : [])]);
    }
  } finally {
    await Promise.all(underWay.values());
  }
  if (faults.length > 0) throw faults[0];
}

/**
 * Merges calls that come at the same time: while `run` works, new items wait, and then go together. So the run for an item begins after that item's
 * call, and there is never more than one run at a time.
 *
 * @returns a function of one item, which settles with the run of that item
 */
export function coalesce<Item, Result>(run: (items: Item[]) => Promise<Result>): (item: Item) => Promise<Result> {
  let gathering: { items: Item[]; result: Promise<Result> } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return (item) => {
    if (gathering) {
      gathering.items.push(item);
      return gathering.result;
    }
    const items = [item];
    const result = last.then(() => {
      gathering = null;
      return run(items);
    });
    gathering = { items, result };
    last = result.catch(() => {}); // The callers get the error
    return result;
  };
}
