import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const folder = import.meta.dirname;
const result = z.object({ seconds: z.number(), cpuSeconds: z.number(), memoryMb: z.number(), byteCount: z.number() });
/** The measurement of one archive by one contestant. */
export type Result = z.infer<typeof result>;

/** Installs the rivals' packages beside this file, the first time. */
export function installRivals(): void {
  if (existsSync(join(folder, 'node_modules', 'yazl'))) return;
  process.stdout.write('Installing archiver, compress-commons and yazl for the comparison...\n');
  execFileSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
}

/** Runs a contestant of a script (`ours.ts`, `rival.js`) in a process of its own. @throws if it reports nothing */
export async function resultOf(script: string, name: string, count: number): Promise<Result> {
  const child = fork(join(folder, script), [name, String(count)], { cwd: folder });
  const [told] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])]);
  return result.parse(told);
}
