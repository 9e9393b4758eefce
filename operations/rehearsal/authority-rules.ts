import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Breach } from '../../domain/rehearsal/findings.ts';

/** The rules of the authority's simulator about what documents say, in a process of its own. */
export type AuthorityRules = {
  /** What each document breaks, in their order; null for one that it cannot read. */
  breaches(documents: readonly { xml: string; at: Date }[]): Promise<(Breach[] | null)[]>;
  close(): Promise<void>;
};

const program = resolve(import.meta.dirname, '../../simulator/content-check', `main${extname(import.meta.filename)}`);

/** Whether the simulator is installed beside this command. */
export function hasAuthorityRules(): boolean {
  return existsSync(program);
}

/** Why a rehearsal goes without the authority's rules, where the simulator is not installed. */
export const withoutAuthorityRules =
  'O simulador da autoridade não está instalado aqui: o relatório tem só o que o próprio Lavra recusa.';

const answer = z.union([
  z.object({ breaches: z.array(z.object({ code: z.string(), message: z.string() })) }),
  z.object({ error: z.string() }),
]);

/** Starts the simulator's rules. It ends with its standard input, and so with us, however we end. */
export function openAuthorityRules(): AuthorityRules {
  const child = spawn(process.execPath, [program], { env: {}, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((done) => {
    child.once('close', () => done());
    child.once('error', () => done());
  });
  child.stdin.on('error', () => {}); // it has ended, which its missing answers tell
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async breaches(documents) {
      for (const { xml, at } of documents) child.stdin.write(`${JSON.stringify({ at: at.toISOString(), xml })}\n`);
      const answers: (Breach[] | null)[] = [];
      while (answers.length < documents.length) {
        const line = await lines.next();
        if (line.done) throw new Error('o julgamento terminou antes da hora: rode de novo com --no-judge');
        const read = answer.parse(JSON.parse(line.value));
        answers.push('breaches' in read ? read.breaches : null);
      }
      return answers;
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
