import type { Response } from 'express';

/** So many pages of one browser session are kept live; the one that was opened first makes room for the next. */
const mostOfSession = 12;
/** So often a byte goes out, for what lies between to keep the connection, and for us to learn that nobody is there any more. */
const pulseMs = 15_000;

/** Open streams of events. Each ends with its connection, when the process is told to stop, and when `end` says so. */
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
      // An event without data is none to a browser.
      const tell = (event: string): void => void res.write(`event: ${event}\ndata: 1\n\n`);
      if (stopping.aborted) end();
      return { over: over.signal, tell, end };
    },
  };
}
