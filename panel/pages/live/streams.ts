import type { Response } from 'express';

/** The most live pages of one browser session; a further one ends the stream that was opened first. */
const mostOfSession = 12;
/** How often a byte is sent: it keeps proxies from closing the connection, and shows when nobody reads it any more. */
const pulseMs = 15_000;

/** Open event streams. Each ends with its connection, when the process stops, and when `end` is called. */
export type EventStreams = {
  open: (res: Response, session: string) => { over: AbortSignal; tell: (event: string) => void; end: () => void };
};

export function eventStreams(stopping: AbortSignal): EventStreams {
  const sessions = new Map<string, Set<() => void>>();

  return {
    open: (res, session) => {
      const over = new AbortController();
      const ofSession = sessions.get(session) ?? new Set();
      sessions.set(session, ofSession);
      const end = (): void => {
        ofSession.delete(end);
        res.end();
      };
      const pulse = setInterval(() => void res.write(':\n\n'), pulseMs);
      res.on('close', () => {
        clearInterval(pulse);
        stopping.removeEventListener('abort', end);
        ofSession.delete(end);
        if (ofSession.size === 0) sessions.delete(session);
        over.abort();
      });
      const [first] = ofSession;
      if (first && ofSession.size >= mostOfSession) first();
      ofSession.add(end);
      stopping.addEventListener('abort', end, { once: true });
      res.type('text/event-stream').set('X-Accel-Buffering', 'no').flushHeaders();
      // Browsers ignore an event without data.
      const tell = (event: string): void => void res.write(`event: ${event}\ndata: 1\n\n`);
      if (stopping.aborted) end();
      return { over: over.signal, tell, end };
    },
  };
}
