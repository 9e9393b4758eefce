import { run } from './run.ts';

/** `lavra <command>`: provisions and looks after an installation. */
process.exitCode = await run(process.argv.slice(2), process);
