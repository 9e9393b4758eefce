import type { Readable, Writable } from 'node:stream';

/** What a run of the command reads and writes; the settings are the process's own where none are given. */
export type Surroundings = {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
  environment?: NodeJS.ProcessEnv;
};
