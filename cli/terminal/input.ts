import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createInterface as createDialogue } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DateTime } from 'luxon';
import { CommandRefused } from '../command-refused.ts';
import type { Terminal } from '../session.ts';

/** Makes a reader for the whole number of a flag, within bounds (both included). */
export function wholeNumber(flag: string, min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,12}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new CommandRefused('invalid_input', `${flag} deve ser um número inteiro de ${min} a ${max}; veio "${text}".`);
  };
}

/** The texts of a list that is separated by commas. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Makes a reader for an option that takes one of a few words. */
export function oneOf<Word extends string>(option: string, words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((each) => each === text);
    if (word) return word;
    throw new CommandRefused('invalid_input', `${option} deve ser ${words.join(' ou ')}; veio "${text}".`);
  };
}

/** Makes a reader for a day as AAAA-MM-DD. */
export function dayOption(flag: string): (text: string) => string {
  return (text) => {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text).isValid) return text;
    throw new CommandRefused('invalid_input', `${flag} deve ser um dia como 2026-11-23; veio "${text}".`);
  };
}

/**
 * The JSON in a file, or in standard input for `-`.
 *
 * @throws {CommandRefused} `unreadable_file`
 */
export async function readJsonFile(path: string, stdin: Readable): Promise<unknown> {
  try {
    return JSON.parse(path === '-' ? await text(stdin) : await readFile(path, 'utf8'));
  } catch (cause) {
    throw new CommandRefused('unreadable_file', `Não foi possível ler ${path} como JSON.`, { cause });
  }
}

const lineFeed = 0x0a;

/** The first line of what came through a pipe, without its line break, and the bytes after it; where there is no line break, everything is `rest`. */
export function firstLineAndRest(bytes: Buffer): { line: string; rest: Buffer } {
  const end = bytes.indexOf(lineFeed);
  const line = bytes.subarray(0, Math.max(end, 0)).toString('utf8');
  return { line: line.replace(/\r$/, ''), rest: bytes.subarray(end + 1) };
}

type Dialogue = Pick<Terminal, 'stdin' | 'stderr'>;

/** Where a secret is, as the options say: in the command line itself, or on standard input. */
type SecretSource = { inline: string | undefined; fromStdin: true | undefined };

/**
 * Reads a secret from its source; without one asks for it at the terminal without showing it.
 *
 * @throws {CommandRefused} `missing`, when there is neither a source nor a terminal
 */
export async function readSecret(
  { inline, fromStdin }: SecretSource,
  { question, missing }: { question: string; missing: CommandRefused },
  terminal: Dialogue,
): Promise<string> {
  if (inline !== undefined) return inline;
  if (fromStdin) return (await text(terminal.stdin)).replace(/\r?\n$/, '');
  if (terminal.stdin.isTTY) return askHidden(question, missing, terminal);
  throw missing;
}

function askHidden(question: string, missing: CommandRefused, { stdin, stderr }: Dialogue): Promise<string> {
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

/**
 * Asks the person at the terminal to confirm what cannot be undone.
 *
 * @param flag the flag by which a script confirms
 * @throws {CommandRefused} `not_confirmed`, also where there is no terminal
 */
export async function confirm(question: string, { stdin, stderr }: Dialogue, flag = '--yes'): Promise<void> {
  if (!stdin.isTTY) {
    throw new CommandRefused('not_confirmed', `${question} Falta a confirmação: rode num terminal, ou use ${flag}.`);
  }
  const dialogue = createDialogue({ input: stdin, output: stderr });
  try {
    const answer = await dialogue.question(`${question} [sim/não] `);
    if (!/^s(im)?$/i.test(answer.trim())) throw new CommandRefused('not_confirmed', 'Nada foi mudado.');
  } finally {
    dialogue.close();
  }
}
