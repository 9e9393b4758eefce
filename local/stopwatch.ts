import type { Log } from '../machine/first-that-works.ts';

/** Tells each step with the seconds that it took, as `  0,42 s  venda enviada`. */
export function stopwatch(log: Log): (what: string) => void {
  let last = performance.now();
  return (what) => {
    const now = performance.now();
    const seconds = ((now - last) / 1000).toFixed(2).replace('.', ',');
    last = now;
    log(`${seconds.padStart(7)} s  ${what}`);
  };
}
