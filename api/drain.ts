import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';

export type DrainOptions = {
  /** For so long connections are still taken while answers ask callers to go elsewhere and readiness says so. */
  noticeMs?: number;
  /** After so long, all in all, what has not ended is cut off. */
  deadlineMs?: number;
};

/** Ends a server without losing a request: notice, no new connections, requests under way to their end. */
export async function drain(
  server: Server,
  { noticeMs = 1_000, deadlineMs = 27_000 }: DrainOptions = {},
): Promise<void> {
  const cut = new AbortController();
  await setTimeout(noticeMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const late = setTimeout(deadlineMs - noticeMs, undefined, { signal: cut.signal })
    .then(() => server.closeAllConnections())
    .catch(() => {});
  await closed;
  cut.abort();
  await late;
}
