import { setTimeout } from 'node:timers/promises';

const repeatedWithinMs = 1000;
const lookEveryMs = 500;

/**
 * Resolves when we are asked to end: at the first Ctrl-C or SIGTERM, or when the npm that runs us is gone. A later signal
 * ends the process at once, and with it what it started. A signal that follows immediately is the same Ctrl-C: the terminal
 * and npm both send it.
 */
export function untilAskedToEnd(underNpm: boolean): Promise<'asked'> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    const ask = (): void => {
      if (askedAt !== undefined && Date.now() - askedAt > repeatedWithinMs) process.exit(130);
      askedAt ??= Date.now();
      resolve('asked');
    };
    process.on('SIGINT', ask);
    process.on('SIGTERM', ask);
    // npm passes SIGTERM to its shell, which ends without telling us.
    if (underNpm) void parentGone().then(() => resolve('asked'));
  });
}

async function parentGone(): Promise<void> {
  const parent = process.ppid;
  while (process.ppid === parent) await setTimeout(lookEveryMs, undefined, { ref: false });
}
