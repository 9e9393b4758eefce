import { readFileSync } from 'node:fs';

/**
 * Loaded into a process before everything else (`--import`): its wall clock goes wrong by the milliseconds that the file CLOCK_SHIFT names says,
 * from one moment to the next, as when somebody sets the time of a host. What measures durations goes on, as there.
 */
const file = process.env.CLOCK_SHIFT!;
const right = Date.now;
let shiftMs = 0;
setInterval(() => (shiftMs = Number(readFileSync(file, 'utf8')) || 0), 100).unref();
Date.now = () => right() + shiftMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, given: [], as) =>
    Reflect.construct(target, given.length === 0 ? [target.now()] : given, as) as Date,
});
