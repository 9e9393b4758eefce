import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify, types } from 'node:util';

export type CommandOptions = {
  env?: Record<string, string>;
  cwd?: string;
  timeoutMs?: number;
  account?: { uid: number; gid: number } | undefined;
  /** Text for its standard input. */
  input?: string;
};

const run = promisify(execFile);
const keptLines = 5;

/**
 * Runs a program to its end and gives what it printed.
 *
 * @throws Error with the program's last words when it fails, or when it takes longer than `timeoutMs`.
 */
export async function command(program: string, args: string[], options: CommandOptions = {}): Promise<string> {
  try {
    const running = run(program, args, {
      ...(options.cwd ? { cwd: options.cwd } : {}),
      ...(options.env ? { env: options.env } : {}),
      ...options.account,
      timeout: options.timeoutMs ?? 0,
      maxBuffer: 64 * 1024 * 1024,
      windowsHide: true,
    });
    running.child.stdin?.end(options.input);
    return (await running).stdout;
  } catch (error) {
    throw new Error(`${basename(program)} ${args[0] ?? ''} falhou: ${lastWords(error)}`, { cause: error });
  }
}

function lastWords(error: unknown): string {
  if (!types.isNativeError(error)) return message(error);
  if ('killed' in error && error.killed === true) return 'não respondeu a tempo';
  const printed = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : '';
  return printed ? printed.split('\n').slice(-keptLines).join(' | ') : error.message;
}

/** The message of whatever was thrown. */
export function message(error: unknown): string {
  return types.isNativeError(error) ? error.message : String(error);
}

/** Whether a call of the system failed with this code (`ENOENT`, `EEXIST`, …). */
export function failedWith(error: unknown, code: string): boolean {
  return types.isNativeError(error) && 'code' in error && error.code === code;
}
