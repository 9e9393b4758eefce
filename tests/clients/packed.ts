import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { command } from '../../machine/command.ts';
import { machineSettings } from '../../machine/settings.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** The search path without npm's folders, whose Node is newer than the oldest that users may have. */
const searchPath = machineSettings()
  .searchPath.filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

/** The packages that `@lavra/client` needs, copied from here, so that the installation needs no network. */
const needed = ['clients/typescript', 'node_modules/openapi-fetch', 'node_modules/openapi-typescript-helpers'] as const;

export type Project = {
  /** Writes a program, and runs it with the oldest Node that users may have. @returns its output */
  run(name: string, program: string, env: Record<string, string>): Promise<string>;
  /** The faults that the TypeScript compiler finds in these programs and in all types of the package, a line each. */
  typeFaults(programs: Record<string, string>): Promise<string[]>;
  /** The files of the packed package. */
  packed: string[];
  close(): Promise<void>;
};

/** A user's project: a new folder with the packed client installed. */
export async function projectWithClient(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'lavra-client-'));
  const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
  await command(process.execPath, [compiler, '-p', join(root, needed[0])]);
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  const said = await command('npm', ['pack', ...needed.map((each) => join(root, each)), ...options]);
  const packs = JSON.parse(said) as { files: { path: string }[] }[];
  await writeFile(join(folder, 'package.json'), '{ "name": "erp", "private": true, "type": "module" }');
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz')).map((name) => `./${name}`);
  await command('npm', ['install', '--offline', '--ignore-scripts', ...tarballs], { cwd: folder });
  return {
    packed: packs[0]?.files.map(({ path }) => path) ?? [],
    async run(name, program, env) {
      const file = join(folder, `${name}.mjs`);
      await writeFile(file, program);
      return command('node', [file], { cwd: folder, env: { PATH: searchPath, ...env } });
    },
    async typeFaults(programs) {
      const files = Object.entries(programs).map(([name, text]) => [join(folder, `${name}.ts`), text] as const);
      for (const [file, text] of files) await writeFile(file, text);
      const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
      const modern = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
      const options = [...strict, ...modern, '--typeRoots', join(root, 'node_modules/@types')];
      const names = files.map(([file]) => file);
      return run(process.execPath, [compiler, ...options, ...names], { cwd: folder }).then(
        () => [],
        ({ stdout }: { stdout: string }) => stdout.split('\n').filter((line) => line.includes('error TS')),
      );
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
