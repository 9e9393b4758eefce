import { exitCodeOf, failureOf, inWords } from './failure.ts';
import { createProgram } from './program.ts';
import { openSession } from './session.ts';
import { createShell, type Terminal } from './shell.ts';

/**
 * Runs one command line.
 *
 * @param environment the process's own where it is left out
 * @returns the exit code: 0 done, 1 refused, 2 misused, 3 a part is unreachable, 4 imported with refused rows, 70 a fault of ours
 */
export async function run(argv: string[], terminal: Terminal, environment?: NodeJS.ProcessEnv): Promise<number> {
  const json = argv.includes('--json');
  const session = openSession(environment);
  const shell = createShell(session, terminal, { json });
  try {
    const program = await createProgram(shell, argv);
    await program.parseAsync(argv, { from: 'user' });
    return shell.exitCode();
  } catch (error) {
    const failure = await failureOf(error);
    if (failure === null) return 0;
    terminal.stderr.write(json ? `${JSON.stringify({ error: failure })}\n` : inWords(failure));
    return exitCodeOf(failure);
  } finally {
    await session.close();
  }
}
