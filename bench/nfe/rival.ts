import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const answer = z.union([
  z.object({ timesMs: z.array(z.number()) }),
  z.object({ signed: z.string() }),
  z.object({ failure: z.string() }),
]);

/** node-sped-nfe, in a process of its own. */
export type Rival = {
  /** Gives the rival the note and the certificate. @returns the XML that the rival signed */
  prepare(setUp: { note: unknown; pfx: string; password: string }): Promise<string>;
  /** Runs a task `count` times, one after another. @returns the times; null if the rival cannot do it on this machine */
  measure(task: 'sign' | 'check', count: number): Promise<number[] | null>;
  stop(): void;
};

/** Starts the rival's process; installs its package beside this file the first time. */
export function startRival(): Rival {
  const folder = import.meta.dirname;
  if (!existsSync(join(folder, 'node_modules', 'node-sped-nfe'))) {
    process.stdout.write('Installing node-sped-nfe for the comparison...\n');
    execFileSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  }
  const child = fork(join(folder, 'rival.js'), { cwd: folder });
  const ask = async (message: object) => {
    const answered = once(child, 'message');
    child.send(message);
    const received: unknown = (await answered).at(0);
    return answer.parse(received);
  };
  return {
    async prepare(setUp) {
      const reply = await ask({ prepare: setUp });
      if (!('signed' in reply)) throw new Error(`node-sped-nfe did not sign: ${JSON.stringify(reply)}`);
      return reply.signed;
    },
    async measure(task, count) {
      const reply = await ask({ task, count });
      return 'timesMs' in reply ? reply.timesMs : null;
    },
    stop() {
      child.kill();
    },
  };
}
