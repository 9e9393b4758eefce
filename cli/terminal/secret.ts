import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Refused } from '../refused.ts';
import type { Terminal } from '../shell.ts';

type Dialogue = Pick<Terminal, 'stdin' | 'stderr'>;

/** Where the caller said that the secret is: in the command line itself, or on standard input. */
export type SecretSource = { inline: string | undefined; fromStdin: true | undefined };

/**
 * Reads a secret from there; otherwise asks for it at the terminal without showing it.
 *
 * @throws {Refused} `missing`, when there is neither
 */
export async function readSecret(
  { inline, fromStdin }: SecretSource,
  { question, missing }: { question: string; missing: Refused },
  terminal: Dialogue,
): Promise<string> {
  if (inline !== undefined) return inline;
  if (fromStdin) return (await text(terminal.stdin)).replace(/\r?\n$/, '');
  if (terminal.stdin.isTTY) return askHidden(question, missing, terminal);
  throw missing;
}

function askHidden(question: string, missing: Refused, { stdin, stderr }: Dialogue): Promise<string> {
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
