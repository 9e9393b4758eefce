import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Refused } from './refused.ts';
import type { Surroundings } from './surroundings.ts';

type Terminal = Pick<Surroundings, 'stdin' | 'stderr'>;

export type PasswordSource = { passwordStdin?: true; password?: string };

/**
 * A password from where the caller said, else asked for at the terminal without showing it.
 *
 * @throws {Refused} `password_missing` when there is neither
 */
export async function readPassword(
  { passwordStdin, password }: PasswordSource,
  question: string,
  terminal: Terminal,
): Promise<string> {
  if (password !== undefined) return password;
  if (passwordStdin) return (await text(terminal.stdin)).replace(/\r?\n$/, '');
  if (terminal.stdin.isTTY) return askHidden(question, terminal);
  throw new Refused('password_missing', 'Falta a senha: use --password-stdin, ou rode num terminal para digitá-la.');
}

function askHidden(question: string, { stdin, stderr }: Terminal): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const hidden = createInterface({ input: stdin, output: silent, terminal: true });
  stderr.write(question);
  return new Promise<string>((resolve, reject) => {
    const refused = (): void => reject(new Refused('password_missing', 'A senha não foi informada.'));
    hidden.once('SIGINT', refused).once('close', refused);
    hidden.question('', resolve);
  }).finally(() => {
    hidden.close();
    stderr.write('\n');
  });
}
