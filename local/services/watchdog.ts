import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { platform } from 'node:os';

/** How many seconds services have for an orderly end once their parent is gone; after that they are killed. */
const graceSeconds = 4;

/** A part of the command line by which a watchdog is recognized. */
export const watchdogSign = 'lavra-watchdog';

/**
 * A shell script that reads which services run. When its pipe ends because the parent is gone, it ends them: each by its own signal, and what is
 * left by KILL. It is a shell, because a shell needs no file (the folder may be deleted meanwhile) and a thirtieth of Node's memory. It runs on
 * POSIX systems only. Only the leader of a process group is signalled first: PostgreSQL's own processes must not be signalled past it.
 */
const script = `
trap '' HUP INT TERM
cd /
watched=
while read -r change pid signal; do
  kept=
  for each in $watched; do [ "\${each%%=*}" = "$pid" ] || kept="$kept $each"; done
  watched=$kept
  [ "$change" = ended ] || watched="$watched $pid=$signal"
done
for each in $watched; do kill -s "\${each#*=}" "\${each%%=*}"; done
tenths=0
while [ "$tenths" -lt ${graceSeconds * 10} ]; do
  alive=
  for each in $watched; do kill -0 "\${each%%=*}" && alive=yes; done
  [ "$alive" ] || exit 0
  sleep 0.1
  tenths=$((tenths + 1))
done
for each in $watched; do kill -s KILL -- "-\${each%%=*}"; done
`;

let watchdog: ChildProcess | undefined;

/**
 * Has a service ended with this signal when this process is gone, however it ended. On Windows nothing is watched, because it has no such shell.
 */
export function endAfterUs(pid: number, signal: NodeJS.Signals): { ended(): void } {
  if (platform() === 'win32') return { ended: () => {} };
  watchdog ??= start();
  const tell = (line: string): void => void watchdog?.stdin?.write(`${line}\n`);
  tell(`started ${pid} ${signal.replace(/^SIG/, '')}`);
  return { ended: () => tell(`ended ${pid}`) };
}

/** Process id of the watchdog; `undefined` before the first service. */
export function watchdogPid(): number | undefined {
  return watchdog?.pid;
}

/** Starts the watchdog in a process group of its own, which neither Ctrl-C nor a closed terminal reaches; it does not keep this process running. */
function start(): ChildProcess {
  const child = spawn('/bin/sh', ['-c', script, watchdogSign], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  // A killed watchdog must not end this process.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
}
