import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Refused } from './refused.ts';

export type PasswordSource = { passwordStdin?: true; password?: string };

/**
 * A password from where the caller said, else asked for at the terminal without showing it.
 *
 * @throws {Refused} `password_missing` when there is neither
 */
export async function readPassword({ passwordStdin, password }: PasswordSource, question: string): Promise<string> {
  if (password !== undefined) return password;
  if (passwordStdin) return (await text(process.stdin)).replace(/\r?\n$/, '');
  if (process.stdin.isTTY) return askHidden(question);
  throw new Refused('password_missing', 'Falta a senha: use --password-stdin, ou rode num terminal para digitá-la.');
}

function askHidden(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  return new Promise<string>((resolve, reject) => {
    const refused = (): void => reject(new Refused('password_missing', 'A senha não foi informada.'));
    terminal.once('SIGINT', refused).once('close', refused);
    terminal.question('', resolve);
  }).finally(() => {
    terminal.close();
    process.stderr.write('\n');
  });
}
