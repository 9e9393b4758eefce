/** The line before a pool whose connections are all taken: first come, first served. */
export type PoolLine = {
  /** How many wait. */
  readonly length: number;
  /**
   * Waits for a place, for as long as connections are taken and given back.
   *
   * @throws Error with the driver's message, where none was for `patienceMs`
   */
  turn(): Promise<void>;
  /** Gives a place back. */
  leave(): void;
};

export type PoolLineOptions = {
  places: number;
  patienceMs: number;
  /** When a connection was last taken or given back, in ms since 1970. */
  movedAt: () => number;
};

/**
 * A line that gives up a wait only where no connection has moved for `patienceMs`. The driver gives up each wait after a fixed time, however busy the
 * database is: of 200 requests at once the last ones would be told that the database is away.
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
