import type { Log } from './first-that-works.ts';

const firstAfterMs = 5000;
const atMostMs = 60_000;

/** Logs what a step does and, while it runs, for how long: after 5 seconds, then less and less often. */
export async function withProgress<T>(says: string, log: Log, step: () => Promise<T>): Promise<T> {
  log(says);
  const started = Date.now();
  let timer = setTimeout(remind, firstAfterMs, firstAfterMs);
  function remind(waitedMs: number): void {
    log(`${says} (há ${Math.round((Date.now() - started) / 1000)} s)`);
    const nextMs = Math.min(waitedMs * 2, atMostMs);
    timer = setTimeout(remind, nextMs, nextMs);
  }
  try {
    return await step();
  } finally {
    clearTimeout(timer);
  }
}
