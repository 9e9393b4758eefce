import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { command, failedWith } from './command.ts';

const repeatedWithinMs = 1000;
const lookEveryMs = 500;

/**
 * Resolves when the process is asked to end: at the first Ctrl-C or SIGTERM, when the terminal is closed, or when the npm that runs it is gone. A
 * later signal ends the process at once, and with it what it started. A signal within a second counts as the same Ctrl-C, because the terminal and
 * npm both send one.
 */
export function untilAskedToEnd(underNpm: boolean): Promise<'asked'> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    const ask = (): void => {
      if (askedAt !== undefined && Date.now() - askedAt > repeatedWithinMs) process.exit(130);
      askedAt ??= Date.now();
      resolve('asked');
    };
    process.on('SIGINT', ask);
    process.on('SIGTERM', ask);
    process.on('SIGHUP', ask);
    if (underNpm) void npmGone().then(() => resolve('asked'));
  });
}

/**
 * Resolves when npm is gone. npm passes SIGTERM only to its shell, and where npm is killed its shell goes on waiting, so this process looks for
 * itself.
 */
async function npmGone(): Promise<void> {
  const parent = process.ppid;
  const npm = await aboveShell(parent);
  while (process.ppid === parent && (npm === undefined || isThere(npm))) {
    await setTimeout(lookEveryMs, undefined, { ref: false });
  }
}

/** The parent of a shell's process; `undefined` where the process is no shell (some shells become the program that they run). */
async function aboveShell(pid: number): Promise<number | undefined> {
  const line = await command('ps', ['-o', 'ppid=,comm=', '-p', String(pid)]).catch(() => '');
  const [, parent, name] = /^\s*(\d+)\s+(.*?)\s*$/.exec(line) ?? [];
  return name !== undefined && /^-?(?:ba|da|a|z|k)?sh$/.test(basename(name)) ? Number(parent) : undefined;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return failedWith(error, 'EPERM');
  }
}
