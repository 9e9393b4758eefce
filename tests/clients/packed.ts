import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** What `@lavra/client` needs to run; npm is not asked, so that the installation needs no network. */
const needed = ['clients/typescript', 'node_modules/openapi-fetch', 'node_modules/openapi-typescript-helpers'];

export type Project = {
  /** Writes a program and runs it with the Node that users have at least. Gives what it printed. */
  run(name: string, program: string, env: Record<string, string>): Promise<string>;
  /** What the TypeScript compiler finds in these programs and in all types of the package, a line each. */
  typeFaults(programs: Record<string, string>): Promise<string[]>;
  /** Files of the package as it was packed. */
  packed: string[];
  close(): Promise<void>;
};

/** A user's project: an empty folder in which the packed client was installed. */
export async function projectWithClient(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'lavra-client-'));
  const packed: string[] = [];
  for (const each of needed) {
    const options = ['pack', join(root, each), '--json', '--pack-destination', folder];
    const { stdout } = await run('npm', [...options, ...(each.startsWith('clients') ? [] : ['--ignore-scripts'])]);
    const [pack] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ files: { path: string }[] }];
    if (each.startsWith('clients')) packed.push(...pack.files.map(({ path }) => path));
  }
  await writeFile(join(folder, 'package.json'), '{ "name": "erp", "private": true, "type": "module" }');
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz')).map((name) => `./${name}`);
  await run('npm', ['install', '--offline', '--ignore-scripts', ...tarballs], { cwd: folder });
  return {
    packed,
    async run(name, program, env) {
      const file = join(folder, `${name}.mjs`);
      await writeFile(file, program);
      const { stdout } = await run('node', [file], { cwd: folder, env: { PATH: process.env.PATH, ...env } });
      return stdout;
    },
    async typeFaults(programs) {
      const files = Object.entries(programs).map(([name, text]) => [join(folder, `${name}.ts`), text] as const);
      for (const [file, text] of files) await writeFile(file, text);
      const options = [
        '--noEmit',
        '--strict',
        '--exactOptionalPropertyTypes',
        '--module',
        'nodenext',
        '--target',
        'es2022',
      ];
      const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      const names = files.map(([file]) => file);
      return run(process.execPath, [compiler, ...options, ...types, ...names], { cwd: folder }).then(
        () => [],
        ({ stdout }: { stdout: string }) => stdout.split('\n').filter((line) => line.includes('error TS')),
      );
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
