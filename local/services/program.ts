import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type RunningService, startService } from './service.ts';

export type ProgramOptions = {
  name: string;
  /** Path of the program from the root of the repository, as `api/server.ts`. */
  script: string;
  env: Record<string, string>;
  /** Folder of the log files: each program's lines are appended to the file of its name. */
  logs: string;
};

const root = resolve(import.meta.dirname, '../..');

/** What the command line of each of these programs shows. */
export const programSign = 'end-with-parent.ts';

/**
 * Where Node keeps what it has compiled of the programs and of what they load, with their types stripped: a start then takes a third less of a
 * core. It belongs to this clone, and goes with its packages.
 */
const compiledCode = join(root, 'node_modules', '.cache', 'compiled');

/** Preloaded, it ends a program with the one that started it by a pipe to its standard input. */
const endWithParent = pathToFileURL(join(import.meta.dirname, programSign)).href;

/** Starts one of the project's own programs with this Node. */
export async function startProgram({ name, script, env, logs }: ProgramOptions): Promise<RunningService> {
  await mkdir(logs, { recursive: true });
  const file = join(logs, `${script.replaceAll('/', '-').replace(/\.ts$/, '')}.log`);
  const log = createWriteStream(file, { flags: 'a' });
  const service = startService({
    name,
    program: process.execPath,
    args: ['--import', endWithParent, join(root, script)],
    env: { NODE_COMPILE_CACHE: compiledCode, ...env },
    cwd: root,
    onLine: (line) => log.write(`${line}\n`),
  });
  void service.exited.then(() => log.end());
  return { ...service, log: file };
}
