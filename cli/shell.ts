import type { Readable, Writable } from 'node:stream';
import type { Session } from './session.ts';

/** What a run of the command reads and writes. */
export type Terminal = { stdin: Readable & { isTTY?: boolean }; stdout: Writable; stderr: Writable };

/** What a command found or did: `data` is printed with --json, `text` without. */
export type Answer = { data: unknown; text: string; exitCode?: number };

/** Connects commander to the commands: gives each the session, and prints what it answers. */
export function createShell(session: Session, { stdin, stdout, stderr }: Terminal, { json }: { json: boolean }) {
  let exitCode = 0;
  return {
    stdin,
    stdout,
    stderr,
    exitCode: () => exitCode,

    /** Prints a warning beside the answer, on the error stream, so that scripts may ignore it. */
    warn: (text: string): void => void stderr.write(`Aviso: ${text}\n`),

    /** An action that prints by itself, as it goes. */
    speaks<Arguments extends unknown[]>(work: (session: Session, ...typed: Arguments) => Promise<void>) {
      return (...typed: Arguments): Promise<void> => work(session, ...typed);
    },

    /** An action that prints what `work` answers. */
    does<Arguments extends unknown[]>(work: (session: Session, ...typed: Arguments) => Promise<Answer>) {
      return async (...typed: Arguments): Promise<void> => {
        const answer = await work(session, ...typed);
        stdout.write(json ? `${JSON.stringify(answer.data, null, 2)}\n` : `${answer.text}\n`);
        exitCode = answer.exitCode ?? 0;
      };
    },
  };
}
export type Shell = ReturnType<typeof createShell>;
