import { run } from './run.ts';

/** `lavra <command>`: sets up and maintains an installation. */
process.exitCode = await run(process.argv.slice(2), process);
