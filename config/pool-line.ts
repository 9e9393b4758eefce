/** The line before a pool of which every connection is taken: who came first goes first. */
export type PoolLine = {
  /** How many wait. */
  readonly length: number;
  /**
   * Waits for a place, for as long as connections are taken and given back.
   *
   * @throws Error as the driver's where none was for `patienceMs`
   */
  turn(): Promise<void>;
  /** Gives a place back. */
  leave(): void;
};

export type PoolLineOptions = {
  places: number;
  patienceMs: number;
  /** When a connection was taken or given back last, in milliseconds since 1970. */
  movedAt: () => number;
};

/**
 * The driver lets each wait for so many milliseconds, however busy the database is: of 200 requests at once those at the end were told that it was
 * away. Here a wait is given up only where nothing moves, so that a database that is away is told from one that has much to do.
 */
export function poolLine({ places, patienceMs, movedAt }: PoolLineOptions): PoolLine {
  let free = places;
  const waiting = new Set<() => void>();
  return {
    get length() {
      return waiting.size;
    },
    async turn() {
      if (free > 0) {
        free -= 1;
        return;
      }
      await wait();
    },
    leave() {
      const [next] = waiting;
      if (next) next();
      else free = Math.min(free + 1, places);
    },
  };

  function wait(): Promise<void> {
    const cameAt = Date.now();
    return new Promise((resolve, reject) => {
      let timer = setTimeout(look, patienceMs);
      const go = (): void => {
        clearTimeout(timer);
        waiting.delete(go);
        resolve();
      };
      waiting.add(go);

      function look(): void {
        const stillMs = Date.now() - Math.max(cameAt, movedAt());
        if (stillMs < patienceMs) {
          timer = setTimeout(look, patienceMs - stillMs);
          return;
        }
        waiting.delete(go);
        reject(new Error('timeout exceeded when trying to connect: no connection came free'));
      }
    });
  }
}
