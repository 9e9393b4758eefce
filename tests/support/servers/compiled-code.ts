import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The programs that tests start again and again. */
const programs = [
  '../../../api/app.ts',
  '../../../worker/worker.ts',
  '../../../worker/parts.ts',
  '../../../simulator/index.ts',
];

/**
 * Lets Node keep the compiled code of our programs in `folder`: they start in two thirds of the time. Node writes it when a program ends
 * by itself, and tests kill theirs, so first a program runs that only loads them.
 */
export async function keepCompiledCode(folder: string): Promise<void> {
  process.env.NODE_COMPILE_CACHE = folder;
  const imports = programs.map((path) => `await import('${new URL(path, import.meta.url).href}');`);
  const args = ['--input-type=module', '--eval', `${imports.join('\n')} process.exit();`];
  await once(spawn(process.execPath, args, { stdio: 'ignore', timeout: 120_000 }), 'exit');
}
