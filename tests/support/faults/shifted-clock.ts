import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a process before everything else (`--import`): shifts its wall clock by the milliseconds in the file that CLOCK_SHIFT names,
 * as soon as they change, as if somebody set the time of a host. `performance.now()` and timers are not shifted, as on a real host. A file beside
 * that one, by the id of the process, says which shift the process has: its main thread, for threads load this, too, and may be ahead of that.
 */
const file = process.env.CLOCK_SHIFT!;
const right = Date.now;
let shiftMs = 0;
const has = `${file}-${process.pid}`;
setInterval(() => {
  shiftMs = Number(readFileSync(file, 'utf8')) || 0;
  if (isMainThread) writeFileSync(has, String(shiftMs));
}, 100).unref();
if (isMainThread) process.on('exit', () => rmSync(has, { force: true }));
Date.now = () => right() + shiftMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, given: [], as) =>
    Reflect.construct(target, given.length === 0 ? [target.now()] : given, as) as Date,
});
