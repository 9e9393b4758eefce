import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Refused } from '../refused.ts';
import type { Surroundings } from '../surroundings.ts';

type Terminal = Pick<Surroundings, 'stdin' | 'stderr'>;

/** Where the caller said that the secret is: in the command line itself, or on standard input. */
export type SecretSource = { given: string | undefined; fromStdin: true | undefined };

/**
 * A secret from where the caller said, else asked for at the terminal without showing it.
 *
 * @throws {Refused} the one given as `missing`, when there is neither
 */
export async function readSecret(
  { given, fromStdin }: SecretSource,
  { question, missing }: { question: string; missing: Refused },
  terminal: Terminal,
): Promise<string> {
  if (given !== undefined) return given;
  if (fromStdin) return (await text(terminal.stdin)).replace(/\r?\n$/, '');
  if (terminal.stdin.isTTY) return askHidden(question, missing, terminal);
  throw missing;
}

function askHidden(question: string, missing: Refused, { stdin, stderr }: Terminal): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const hidden = createInterface({ input: stdin, output: silent, terminal: true });
  stderr.write(question);
  return new Promise<string>((resolve, reject) => {
    const refused = (): void => reject(missing);
    hidden.once('SIGINT', refused).once('close', refused);
    hidden.question('', resolve);
  }).finally(() => {
    hidden.close();
    stderr.write('\n');
  });
}
