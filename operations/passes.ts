import { setTimeout } from 'node:timers/promises';

/** Waits, and keeps no process alive by it. @returns false where the work is over */
export async function passes(waitMs: number, signal: AbortSignal): Promise<boolean> {
  await setTimeout(waitMs, undefined, { signal, ref: false }).catch(() => {});
  return !signal.aborted;
}
