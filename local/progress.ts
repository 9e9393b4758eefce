import type { Log } from './chain.ts';

const everyMs = 5000;

/** Says what a step does and, while it lasts, how long it has been at it. */
export async function withProgress<T>(says: string, log: Log, step: () => Promise<T>): Promise<T> {
  log(says);
  const started = Date.now();
  const timer = setInterval(() => log(`${says} (há ${elapsedSeconds(started)} s)`), everyMs);
  try {
    return await step();
  } finally {
    clearInterval(timer);
  }
}

function elapsedSeconds(started: number): number {
  return Math.round((Date.now() - started) / 1000);
}
