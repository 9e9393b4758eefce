import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const rivals = ['node-sped-pdf', '@nfewizard/danfe'] as const;
export type Rival = (typeof rivals)[number];

const answer = z.union([
  z.object({ timesMs: z.array(z.number()), byteCount: z.number() }),
  z.object({ failure: z.string() }),
]);

/** A note in the forms that the rivals take. */
export type RivalNote = { xml: string; parsed: unknown; accessKey: string };

export type Rivals = {
  /** Draws `count` times, one after another. @returns the times in milliseconds, and the size of the last PDF */
  draw: (rival: Rival, count: number) => Promise<{ timesMs: number[]; byteCount: number }>;
  stop: () => void;
};

/** Starts the rivals' process; installs their packages beside this file the first time. */
export async function startRivals(note: RivalNote): Promise<Rivals> {
  const folder = import.meta.dirname;
  if (!existsSync(join(folder, 'node_modules', 'node-sped-pdf'))) {
    process.stdout.write(`Installing ${rivals.join(' and ')} for the comparison (about a minute, once)...\n`);
    const install = ['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
    execFileSync('npm', install, { cwd: folder, stdio: 'ignore' });
  }
  const child = fork(join(folder, 'rival.js'), { cwd: folder, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ask = async (message: object) => {
    const answered = once(child, 'message');
    child.send(message);
    const reply = answer.parse((await answered).at(0));
    if ('failure' in reply) throw new Error(`A rival did not draw: ${reply.failure}`);
    return reply;
  };
  await ask({ note });
  return {
    draw: (rival, count) => ask({ rival, count }),
    stop() {
      child.kill();
    },
  };
}
