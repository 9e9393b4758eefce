import manifest from '../package.json' with { type: 'json' };

/** Lavra's version, as `/health` and `verProc` have it. */
export const version: string = manifest.version;
