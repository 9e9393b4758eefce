/**
 * How many times a crash test kills: once for each case in its own table, so that each moment meets each process, or as often as
 * `CRASH_KILLS` says. A kill takes ten to thirty seconds of two cores. `CRASH_KILLS=24 npm test -- tests/crash` before a release, or after
 * a change of what survives a crash.
 */
export const killsFor = (cases: number): number => Number(process.env.CRASH_KILLS ?? cases);

/**
 * How much the tests of contingency do. The defaults suit CI; before a release, or after a change of contingency:
 *
 * - `CONTINGENCY_STORIES=50`, with `CONTINGENCY_SEED` for other ones: half a minute each
 * - `CONTINGENCY_JOURNEY=full`: half an hour of a shop, whose line is cut for twenty minutes; `CONTINGENCY_LINE=BLACK_HOLE` for a line that
 * never answers
 * - `CRASH_KILLS=60`: each of four processes five times in each of three moments
 */
export const stories = Number(process.env.CONTINGENCY_STORIES ?? 2);
export const seedOfStories = Number(process.env.CONTINGENCY_SEED ?? 20_261_124);
export const isFullJourney = process.env.CONTINGENCY_JOURNEY === 'full';
export const lineThatIsCut = process.env.CONTINGENCY_LINE ?? 'REFUSED';

/** How many customers the panel's crash test creates: `CRASH_CUSTOMERS=500 npm test -- tests/crash/panel` before a release. */
export const customers = Number(process.env.CRASH_CUSTOMERS ?? 40);
