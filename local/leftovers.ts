import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { command } from '../machine/command.ts';
import { failedWith } from '../machine/failure.ts';
import { stopLeftoverPostgres } from './postgres/server.ts';
import { busyAmong } from './services/ports.ts';
import type { LocalPort } from './settings.ts';
import { type LocalState, readState, removeState, writeState } from './state.ts';

const owner = z.object({ pid: z.number(), temporal: z.number().optional() });

const waitMs = 10_000;
/** The longest time that API and worker take to finish what they hold. */
const drainMs = 35_000;

/** Writes down that this process owns the state, and its Temporal's process, so that the next start finds what a kill left running. */
export async function ownState(state: LocalState, temporal?: number): Promise<void> {
  await writeState(state.owner, JSON.stringify({ pid: process.pid, ...(temporal ? { temporal } : {}) }));
}

/**
 * Stops the servers that a killed start left running on this state, and waits for its programs, which end by themselves,
 * to leave these ports.
 *
 * @throws Error when that start still runs: two may not share one state.
 */
export async function stopLeftovers(state: LocalState, ports: LocalPort[]): Promise<void> {
  const noted = await readState(state.owner);
  if (noted === undefined) return;
  const { pid, temporal } = owner.parse(JSON.parse(noted));
  if (pid !== process.pid && (await isOurs(pid, 'local/'))) {
    throw new Error(
      `Já há um Lavra local em execução nesta pasta (processo ${pid}). Encerre-o ou use outra LAVRA_HOME.`,
    );
  }
  await stopLeftoverPostgres(state.postgres);
  if (temporal !== undefined && (await isOurs(temporal, state.temporal))) await end(temporal);
  await removeState(state.owner);
  await untilFree(ports);
}

async function untilFree(ports: LocalPort[]): Promise<void> {
  const deadline = Date.now() + drainMs;
  while ((await busyAmong(ports)).length > 0 && Date.now() < deadline) await setTimeout(100);
}

/** Whether the process runs and its command line has our own sign: systems give process ids again. */
async function isOurs(pid: number, sign: string): Promise<boolean> {
  if (!processRuns(pid)) return false;
  const line = await command('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => '');
  return line.includes(sign);
}

async function end(pid: number): Promise<void> {
  process.kill(pid, 'SIGTERM');
  const deadline = Date.now() + waitMs;
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
