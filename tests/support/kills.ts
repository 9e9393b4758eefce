/**
 * How often a crash test kills: once for each case of its own table, so that each moment meets each process, or as often as `CRASH_KILLS` says.
 * A kill costs ten to thirty seconds of two cores. `CRASH_KILLS=24 npm test -- tests/crash` before a release, or after a change of what survives
 * a crash.
 */
export const killsFor = (cases: number): number => Number(process.env.CRASH_KILLS ?? cases);
