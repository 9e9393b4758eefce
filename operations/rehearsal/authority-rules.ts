import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Breach } from '../../domain/rehearsal/findings.ts';

/** The simulator's rules about the content of documents, in a process of their own. */
export type AuthorityRules = {
  /** The rules that each document breaks, in the order of the documents; null for one that the simulator cannot read. */
  breaches(documents: readonly { xml: string; at: Date }[]): Promise<(Breach[] | null)[]>;
  close(): Promise<void>;
};

const program = resolve(import.meta.dirname, '../../simulator/content-check', `main${extname(import.meta.filename)}`);

/** Whether the simulator is installed beside this command. */
export function hasAuthorityRules(): boolean {
  return existsSync(program);
}

/** The notice of a rehearsal without the authority's rules, where the simulator is not installed. */
export const noAuthorityRulesNotice =
  'O simulador da autoridade não está instalado aqui: o relatório tem só o que o próprio Lavra recusa.';

const answer = z.union([
  z.object({ breaches: z.array(z.object({ code: z.string(), message: z.string() })) }),
  z.object({ error: z.string() }),
]);

/** Starts the process of the simulator's rules. It ends with its standard input, and so with this process, however this one ends. */
export function openAuthorityRules(): AuthorityRules {
  const child = spawn(process.execPath, [program], { env: {}, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((done) => {
    child.once('close', () => done());
    child.once('error', () => done());
  });
  child.stdin.on('error', () => {}); // The process has ended; its missing answers show that
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
