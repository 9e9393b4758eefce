import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { command, failedWith } from '../machine/command.ts';
import { stopLeftoverPostgres } from './postgres/server.ts';
import { programSign } from './services/program.ts';
import type { RunningService } from './services/service.ts';
import { watchdogPid, watchdogSign } from './services/watchdog.ts';
import { type LocalState, readState, removeState, writeState } from './state.ts';

const owner = z.object({
  pid: z.number(),
  /** Process id of the watchdog, which ends everything else within seconds of a kill. */
  watchdog: z.number().optional(),
  services: z.array(z.number()).default([]),
});

const waitMs = 10_000;
/** The longest time that API and worker take to finish what they are doing. */
const drainMs = 35_000;

/** Writes which process owns the state, and which services it started, so that the next start finds what a kill left running. */
export async function ownState(state: LocalState, services: RunningService[]): Promise<void> {
  const noted = { pid: process.pid, watchdog: watchdogPid(), services: services.map(({ pid }) => pid) };
  await writeState(state.owner, JSON.stringify(noted));
}

/**
 * Waits until the watchdog of a killed start has ended that start's services, and ends those that it left.
 *
 * @throws Error where that start still runs: two may not share one state
 */
export async function stopLeftovers(state: LocalState): Promise<void> {
  const noted = await readState(state.owner);
  if (noted === undefined) return;
  const { pid, watchdog, services } = owner.parse(JSON.parse(noted));
  if (pid !== process.pid && (await isOurs(pid, ['local/']))) {
    throw new Error(
      `Já há um Lavra local em execução nesta pasta (processo ${pid}). Encerre-o ou use outra LAVRA_HOME.`,
    );
  }
  if (watchdog !== undefined && (await isOurs(watchdog, [watchdogSign]))) await gone(watchdog, waitMs);
  await stopLeftoverPostgres(state.postgres);
  // PostgreSQL shows none of these signs; `stopLeftoverPostgres` has stopped it.
  const signs = [state.temporal, programSign];
  for (const each of services) if (await isOurs(each, signs)) await end(each);
  await removeState(state.owner);
}

/** Whether the process runs and its command line has a sign of ours: systems reuse process ids. */
async function isOurs(pid: number, signs: string[]): Promise<boolean> {
  if (!processRuns(pid)) return false;
  const line = await command('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => '');
  return signs.some((sign) => line.includes(sign));
}

async function end(pid: number): Promise<void> {
  process.kill(pid, 'SIGTERM');
  await gone(pid, drainMs);
}

async function gone(pid: number, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (processRuns(pid) && Date.now() < deadline) await setTimeout(100);
}

/** Whether a process with this id runs, of any user. */
function processRuns(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return failedWith(error, 'EPERM');
  }
}
