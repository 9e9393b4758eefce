import { setTimeout } from 'node:timers/promises';

/** Waits, without keeping the process alive. @returns false where `signal` is aborted */
export async function waitUnlessAborted(waitMs: number, signal: AbortSignal): Promise<boolean> {
  await setTimeout(waitMs, undefined, { signal, ref: false }).catch(() => {});
  return !signal.aborted;
}
