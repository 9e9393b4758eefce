import { setTimeout } from 'node:timers/promises';

/** Exchanges with one receiver at a time, at most. */
const lanesAtMost = 16;
/** Taken up at a time for each lane that is open. */
const itemsPerLane = 8;
/** While some lanes still travel, the free ones look for what has become due meanwhile. */
const lookAgainMs = 500;

type Item = { id: string };

export type LaneWork<Due extends Item> = {
  /** Up to `limit` items that are due, without those that are under way. */
  take: (limit: number, except: string[]) => Promise<Due[]>;
  /** Carries one item to its end; gives whether it went well. */
  carry: (item: Due) => Promise<boolean>;
  /** Whether nothing more is to be taken up. */
  isOver: () => boolean;
};

/**
 * Carries everything that is due in parallel lanes: one at first, twice as many after each success, one again after a failure, so that a
 * receiver that hangs holds a single connection. What is under way is finished, whatever happens.
 */
export async function inLanes<Due extends Item>({ take, carry, isOver }: LaneWork<Due>): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  let waiting: Due[] = [];
  let lanes = 1;

  const goOn = (): boolean => failures.length === 0 && !isOver();
  const travel = async (item: Due): Promise<void> => {
    try {
      lanes = (await carry(item)) ? Math.min(lanes * 2, lanesAtMost) : 1;
    } catch (error) {
      failures.push(error);
    } finally {
      underWay.delete(item.id);
    }
  };

  try {
    while (goOn()) {
      if (waiting.length === 0) waiting = await take(lanes * itemsPerLane, [...underWay.keys()]);
      if (waiting.length === 0 && underWay.size === 0) break;
      for (const item of waiting.splice(0, goOn() ? lanes - underWay.size : 0)) underWay.set(item.id, travel(item));
      const isIdle = waiting.length === 0 && underWay.size < lanes;
      await Promise.race([
        ...underWay.values(),
        ...(isIdle ? [setTimeout(lookAgainMs, undefined, { ref: false })] : []),
      ]);
    }
  } finally {
    await Promise.all(underWay.values());
  }
  if (failures.length > 0) throw failures[0];
}
