/**
 * How often a crash test kills its process. Each kill costs about ten seconds of two cores; ten meet every moment that a test knows at least
 * twice. `CRASH_KILLS=20 npm test -- tests/crash` before a release, or after a change of what survives a crash.
 */
export const kills = Number(process.env.CRASH_KILLS ?? 10);

/** The same where one more kill meets nothing that three have not met, but by chance. */
export const fewKills = Number(process.env.CRASH_KILLS ?? 3);

/** Rounds of sales that are dumped at a moment by chance, and restored. */
export const dumps = Number(process.env.CRASH_KILLS ?? 2);
