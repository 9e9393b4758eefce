import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type RunningService, startService } from './service.ts';

export type ProgramOptions = {
  name: string;
  /** Path of the program from the root of the repository, such as `api/server.ts`. */
  script: string;
  env: Record<string, string>;
  /** Folder of the log files: the lines of each program are appended to a file with its name. */
  logs: string;
};

const root = resolve(import.meta.dirname, '../..');

/** A part of the command line by which these programs are recognized. */
export const programSign = 'end-with-parent.ts';

/**
 * Where Node keeps the compiled code of the programs and their modules, with the types stripped: a start then takes a third less CPU time. It
 * belongs to this clone, and is deleted with its packages.
 */
const compiledCode = join(root, 'node_modules', '.cache', 'compiled');

/** Preloaded into a program, it ends that program when the process that started it ends; it notices by the pipe on standard input. */
const endWithParent = pathToFileURL(join(import.meta.dirname, programSign)).href;

/** Starts one of the project's own programs with the Node that runs this one. */
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
