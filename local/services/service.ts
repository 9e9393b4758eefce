import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { endAfterUs } from './watchdog.ts';

/** A program that was started and keeps running. */
export type RunningService = {
  name: string;
  pid: number;
  /** Resolves when the program has ended, with its exit code or the signal that ended it. */
  exited: Promise<string>;
  hasExited(): boolean;
  /** The last lines that it printed, the oldest first. */
  lastLines(): string[];
  /** The file with all of its lines, if there is one. */
  log?: string;
  /** Asks the program to end and waits for that; kills it where it takes longer than its grace time. */
  stop(): Promise<void>;
};

export type ServiceOptions = {
  name: string;
  program: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string | undefined;
  account?: { uid: number; gid: number } | undefined;
  stopSignal?: NodeJS.Signals;
  graceMs?: number;
  /** Gets every line that the program prints. */
  onLine?: (line: string) => void;
};

const keptLines = 30;

/**
 * Starts a program in a process group of its own, so that Ctrl-C reaches only this process, which then stops its services in order. The program's
 * standard input is a pipe that closes when this process ends; the program is then ended within seconds, however this process ended
 * (`watchdog.ts`).
 */
export function startService(options: ServiceOptions): RunningService {
  const child = spawn(options.program, options.args, {
    env: options.env,
    ...(options.cwd ? { cwd: options.cwd } : {}),
    ...options.account,
    stdio: 'pipe',
    detached: true,
    windowsHide: true,
  });
  const lines: string[] = [];
  keepLines(child, lines, options.onLine);
  let ended = false;
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `código ${code}`));
  }).finally(() => (ended = true));
  endWithUs(child, exited, options.stopSignal);
  const graceMs = options.graceMs ?? 20_000;
  return {
    name: options.name,
    pid: child.pid ?? 0,
    exited,
    hasExited: () => ended,
    lastLines: () => [...lines],
    async stop() {
      if (!ended) child.kill(options.stopSignal ?? 'SIGTERM');
      const patience = new AbortController();
      const late = setTimeout(graceMs, 'late', { signal: patience.signal }).catch(() => 'ended');
      if ((await Promise.race([exited, late])) === 'late') child.kill('SIGKILL');
      patience.abort();
      await exited;
    },
  };
}

function keepLines(child: ChildProcess, lines: string[], onLine: ((line: string) => void) | undefined): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (lines.length > keptLines) lines.shift();
      onLine?.(line);
    });
  }
}

/** Ends the program where this process ends without an orderly stop: a bug, `process.exit`, a kill. */
function endWithUs(child: ChildProcess, exited: Promise<string>, signal: NodeJS.Signals = 'SIGTERM'): void {
  if (child.pid === undefined) return;
  const watched = endAfterUs(child.pid, signal);
  const kill = (): boolean => child.kill(signal);
  process.once('exit', kill);
  void exited.then(() => {
    watched.ended();
    process.removeListener('exit', kill);
  });
}

/** The error for a service that failed: its name, what happened, its last lines. */
export function serviceFailure(service: RunningService, what: string): Error {
  const lines = service.lastLines().map((line) => `    ${line}`);
  return new Error([`${service.name} ${what}. Últimas linhas:`, ...lines].join('\n'));
}

const pollMs = 50;

/**
 * Waits until `check` returns true; a service that does not get there is stopped.
 *
 * @throws Error with the service's last lines where it ends before, or takes longer than `withinMs`
 */
export async function untilReady(
  service: RunningService,
  check: () => Promise<boolean>,
  withinMs: number,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await check())) {
    if (service.hasExited()) throw serviceFailure(service, `terminou antes de responder (${await service.exited})`);
    if (Date.now() > deadline) {
      await service.stop();
      throw serviceFailure(service, `não respondeu em ${withinMs / 1000} s`);
    }
    await setTimeout(pollMs);
  }
}

/** Whether an address answers a GET with 2xx. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(2000) });
    await body.dump();
    return statusCode >= 200 && statusCode < 300;
  } catch {
    return false;
  }
}
