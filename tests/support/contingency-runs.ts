/**
 * How much the tests of contingency do. The default suits CI; before a release, or after a change of contingency:
 *
 * - `CONTINGENCY_STORIES=50`, with `CONTINGENCY_SEED` for other ones: half a minute each
 * - `CONTINGENCY_JOURNEY=full`: half an hour of a shop, its line cut for twenty minutes; `CONTINGENCY_LINE=BLACK_HOLE` for one that swallows
 * - `CRASH_KILLS=60`: each of four processes five times in each of three moments
 */
export const stories = Number(process.env.CONTINGENCY_STORIES ?? 2);
export const seedOfStories = Number(process.env.CONTINGENCY_SEED ?? 20_261_124);
export const isFullJourney = process.env.CONTINGENCY_JOURNEY === 'full';
export const lineThatIsCut = process.env.CONTINGENCY_LINE ?? 'REFUSED';
