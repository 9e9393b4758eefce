import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../config/logger.ts';

export type ProcessEnd = {
  /** Name of the process in the log. */
  name: string;
  logger: Logger;
  /** Aborted when the process is told to stop: `/health/ready` fails from then on, and responses close their connections. */
  stopping: AbortController;
  /** Aborted a while after `stopping`: ends responses that are still streaming. */
  cut: AbortController;
  /** Closes what the process has opened. */
  close: () => Promise<unknown>;
};

/** Deadline of `close`; what is still open then ends with the process. */
const closingMs = 2_000;

/** On SIGTERM or SIGINT requests under way finish; the process ends within 30 seconds. */
export function drainOnSignal(server: Server, { name, logger, stopping, cut, close }: ProcessEnd): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());
  stopping.signal.addEventListener('abort', () => void end(), { once: true });

  async function end(): Promise<void> {
    logger.info(`${name} is stopping`);
    await drain(server, { cutStreams: () => cut.abort() });
    await Promise.race([close(), setTimeout(closingMs)]);
    logger.info(`${name} has stopped`);
    process.exit(0);
  }
}

type DrainOptions = {
  /** For how long connections are still accepted, while responses close their connection and readiness fails. */
  noticeMs?: number;
  /** How long after the drain begins `cutStreams` is called: otherwise one long download would delay every restart. */
  streamsMs?: number;
  /** How long after the drain begins every open connection is closed. */
  deadlineMs?: number;
  /** Ends the responses that are still streaming. */
  cutStreams?: () => void;
};

/** Ends a server without losing a request: gives notice, stops accepting connections, lets requests end, and cuts streams that take longer. */
export async function drain(
  server: Server,
  { noticeMs = 1_000, streamsMs = 10_000, deadlineMs = 27_000, cutStreams = () => {} }: DrainOptions = {},
): Promise<void> {
  const ended = new AbortController();
  await setTimeout(noticeMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const later = (afterMs: number, cut: () => void): Promise<void> =>
    setTimeout(afterMs - noticeMs, undefined, { signal: ended.signal })
      .then(cut)
      .catch(() => {});
  const late = [later(streamsMs, cutStreams), later(deadlineMs, () => server.closeAllConnections())];
  await closed;
  ended.abort();
  await Promise.all(late);
}
