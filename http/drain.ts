import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../config/logger.ts';

export type ProcessEnd = {
  /** As the log calls the process. */
  name: string;
  logger: Logger;
  /** Aborted when the process is told to stop: readiness ends, and connections with it. */
  stopping: AbortController;
  /** Aborted a while after `stopping`: responses that are still streaming end. */
  cut: AbortController;
  /** Closes what the process has opened. */
  close: () => Promise<unknown>;
};

/** What has not closed by then ends with the process. */
const closingMs = 2_000;

/** SIGTERM and SIGINT let requests under way finish; the process ends within 30 seconds. */
export function endWhenTold(server: Server, { name, logger, stopping, cut, close }: ProcessEnd): void {
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
  /** How long connections are still taken, while responses ask callers to go elsewhere and readiness says so. */
  noticeMs?: number;
  /** How long after the drain begins `cutStreams` is called: a long download must not delay every restart for as long as requests may. */
  streamsMs?: number;
  /** How long after the drain begins everything that has not ended is cut off. */
  deadlineMs?: number;
  /** Ends the responses that are still streaming. */
  cutStreams?: () => void;
};

/** Ends a server without losing a request: gives notice, takes no new connections, lets requests end, and streams if they are short. */
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
