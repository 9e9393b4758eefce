import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { Log } from '../../machine/first-that-works.ts';
import { reachable } from '../../machine/reachable.ts';
import { channelArguments } from '../../temporal/client.ts';
import { queues, searchAttributes } from '../../temporal/names.ts';
import { type RunningService, startService, untilReady } from '../services/service.ts';

export type TemporalOptions = {
  /** Path of a `temporal` program, from `temporalExecutable`. */
  executable: string;
  port: number;
  /** Port of Temporal's UI, which is not started without it. */
  uiPort?: number;
  /** File that keeps the workflows over restarts; without it they end with the server. */
  dbFile?: string;
  log: Log;
};

export type RunningTemporal = RunningService & { address: string; ui: string | undefined };

const host = '127.0.0.1';
const namespace = 'default';
const readyWithinMs = 60_000;

const attributeNames = Object.values(searchAttributes);

/** By default the one shard polls its queues 20 times a second, which costs every step 50 ms. */
const pollsPerSecond = ['transfer', 'timer', 'visibility'].map((queue) => `history.${queue}ProcessorMaxPollRPS=2000`);

/** Starts a development server on 127.0.0.1, and waits until the namespace and the search attributes exist. */
export async function startTemporal(options: TemporalOptions): Promise<RunningTemporal> {
  const { executable, port, uiPort, dbFile, log } = options;
  if (dbFile) await mkdir(dirname(dbFile), { recursive: true });
  log('Temporal: iniciando o servidor de desenvolvimento');
  const service = startService({ name: 'Temporal', program: executable, args: serverArguments(options), env: {} });
  const address = `${host}:${port}`;
  // The port is tried first, because a gRPC connection that was refused waits a second before it tries again.
  await untilReady(service, async () => (await reachable(host, port)) && answers(address), readyWithinMs);
  return Object.assign(service, { address, ui: uiPort === undefined ? undefined : `http://${host}:${uiPort}` });
}

function serverArguments({ port, uiPort, dbFile }: TemporalOptions): string[] {
  const ui = uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort)];
  const pragmas = ['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'];
  const storage = dbFile === undefined ? [] : ['--db-filename', dbFile, ...pragmas];
  return [
    ...['server', 'start-dev', '--ip', host, '--port', String(port), '--log-level', 'error'],
    ...ui,
    ...storage,
    ...attributeNames.flatMap((name) => ['--search-attribute', `${name}=Keyword`]),
    ...pollsPerSecond.flatMap((value) => ['--dynamic-config-value', value]),
  ];
}

async function answers(address: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({
      address,
      channelArgs: channelArguments(address),
      connectTimeout: '1s',
    });
    try {
      const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
      return attributeNames.every((name) => name in customAttributes);
    } finally {
      await connection.close();
    }
  } catch {
    return false;
  }
}

/** Only polls younger than this count, because a queue remembers for minutes the pollers of a worker that is gone. */
const freshMs = 10_000;
/** TASK_QUEUE_TYPE_ACTIVITY in Temporal's API: every queue of ours has activities, and one has nothing else. */
const activityTasks = 2;

/** Whether a worker polls each of Lavra's queues. */
export async function workerPolls(address: string): Promise<boolean> {
  const channelArgs = channelArguments(address);
  const connection = await Connection.connect({ address, channelArgs, connectTimeout: '1s' }).catch(() => undefined);
  if (!connection) return false;
  try {
    const { options } = new Client({ connection });
    const polled = Object.values(queues).map(async (name) => {
      const { pollers } = await connection.workflowService.describeTaskQueue({
        namespace: options.namespace,
        taskQueue: { name },
        taskQueueType: activityTasks,
      });
      const latest = Math.max(
        ...(pollers ?? []).map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000),
      );
      return latest > Date.now() - freshMs;
    });
    return (await Promise.all(polled)).every(Boolean);
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}
