import type { RunningService } from '../../../local/services/service.ts';
import { command } from '../../../machine/command.ts';

/** A part in a process of its own, which can be started again over the same state, however it ended. */
export type Part<Running extends RunningService = RunningService> = {
  start(): Promise<Running>;
  /** Kills it and its children by SIGKILL, and waits until it has exited. */
  kill(): Promise<void>;
  /** Ends it by SIGTERM, or another signal. Gives how it ended, such as `código 0`, and how long that took. */
  end(signal?: NodeJS.Signals): Promise<{ how: string; ms: number }>;
  /** Stops it for good, if it runs. */
  stop(): Promise<void>;
  /** Describes a part that ended although nobody here ended it: its name, how it ended, and its last lines. */
  fallen(): string | undefined;
};

export function createPart<Running extends RunningService>(launch: () => Promise<Running>): Part<Running> {
  let running: Running | undefined;
  let fall: string | undefined;
  let isEndedByUs = false;
  return {
    async start() {
      isEndedByUs = false;
      fall = undefined;
      const started = await launch();
      running = started;
      void started.exited.then((how) => {
        if (isEndedByUs || running !== started) return;
        fall = [`${started.name} ended by itself (${how}):`, ...started.lastLines()].join('\n  ');
      });
      return started;
    },
    async kill() {
      isEndedByUs = true;
      if (!running || running.hasExited()) return;
      const condemned = [running.pid, ...(await childrenOf(running.pid))];
      for (const pid of condemned) signal(pid, 'SIGKILL');
      await running.exited;
    },
    async end(signal = 'SIGTERM') {
      if (!running) throw new Error('it was not started');
      isEndedByUs = true;
      const at = Date.now();
      process.kill(running.pid, signal);
      return { how: await running.exited, ms: Date.now() - at };
    },
    async stop() {
      isEndedByUs = true;
      await running?.stop();
    },
    fallen: () => fall,
  };
}

async function childrenOf(parent: number): Promise<number[]> {
  const table = await command('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([pid, ppid]) => (pid && ppid === parent ? [pid] : []));
}

/** Sends a signal to a process, which may have ended since it was listed. */
export function signal(pid: number, name: 'SIGKILL' | 'SIGSTOP'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
