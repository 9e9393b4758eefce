/** Buffers that wait to be made one. */
export type Gathered = {
  /** Bytes that wait. */
  byteLength: () => number;
  add: (...buffers: Buffer[]) => void;
  /** All that waits; nothing does afterwards. */
  take: () => Buffer;
};

export function gathered(): Gathered {
  let waiting: Buffer[] = [];
  let sum = 0;
  return {
    byteLength: () => sum,
    add(...buffers) {
      waiting.push(...buffers);
      for (const { length } of buffers) sum += length;
    },
    take() {
      const whole = waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting, sum);
      waiting = [];
      sum = 0;
      return whole;
    },
  };
}
