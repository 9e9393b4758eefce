import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What tests start as programs, again and again. */
const programs = ['../../api/app.ts', '../../worker/worker.ts', '../../worker/parts.ts', '../../simulator/index.ts'];

/**
 * Lets Node keep what it compiled of our programs in `folder`: they start in two thirds of the time. It writes when a program ends,
 * and those that tests kill never come to it, so one that only loads goes ahead.
 */
export async function keepCompiledCode(folder: string): Promise<void> {
  process.env.NODE_COMPILE_CACHE = folder;
  const imports = programs.map((path) => `await import('${new URL(path, import.meta.url).href}');`);
  const args = ['--input-type=module', '--eval', `${imports.join('\n')} process.exit();`];
  await once(spawn(process.execPath, args, { stdio: 'ignore', timeout: 30_000 }), 'exit');
}
