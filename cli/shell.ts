import type { Session } from './session.ts';
import type { Surroundings } from './surroundings.ts';

/** What a command found or did: `data` is printed with --json, `text` without. */
export type Answer = { data: unknown; text: string; exitCode?: number };

/** Between commander and the commands: gives each the session, and prints what it answers. */
export function createShell(session: Session, { stdin, stdout, stderr }: Surroundings, { json }: { json: boolean }) {
  let exitCode = 0;
  return {
    stdin,
    stdout,
    stderr,
    exitCode: () => exitCode,

    /** Something to know that is not the answer; on the error stream, so that scripts may ignore it. */
    warn: (text: string): void => void stderr.write(`Aviso: ${text}\n`),

    /** An action that prints by itself, as it goes. */
    speaks<Given extends unknown[]>(work: (session: Session, ...given: Given) => Promise<void>) {
      return (...given: Given): Promise<void> => work(session, ...given);
    },

    /** An action that prints what `work` answers. */
    does<Given extends unknown[]>(work: (session: Session, ...given: Given) => Promise<Answer>) {
      return async (...given: Given): Promise<void> => {
        const answer = await work(session, ...given);
        stdout.write(json ? `${JSON.stringify(answer.data, null, 2)}\n` : `${answer.text}\n`);
        exitCode = answer.exitCode ?? 0;
      };
    },
  };
}
export type Shell = ReturnType<typeof createShell>;
