import type { Outcome } from './outcome.ts';

/** An authority, as the engine of conversations must know it: everything but its addresses and the layouts of its messages. */
export type Authority = {
  called: Called;
  /** The code by which it asks to be left alone on a service, and for how many minutes. */
  silence: { code: string; minutes: number };
  /** What a service is asked for. */
  roleOf: (service: string) => Call['role'];
  /** What a code means to something that was sent or asked for. */
  outcomeOf: (code: string) => Outcome;
  /** Whether a code says that a service is in operation. */
  isServing: (code: string) => boolean;
  /** Whether the error of a reader says that an answer is none: nothing follows from it. */
  isUnreadable: (error: unknown) => error is Error;
};

/** What an authority is called in sentences: `a SEFAZ`, and with the prepositions that melt into its article. */
export type Called = { the: string; of: string; at: string };

/** What the wire carries, whoever speaks: where to, which body, and which HTTP statuses bring an answer. */
export type Request = { url: string; contentType: string; body: string; answers: readonly number[] };

/** One message: its service, the request that carries it, and how the text of the answer is read. */
export type Message<Answer> = { service: string; request: Request; read: (answer: HttpAnswer) => Answer };

/** An answer as the wire brings it. */
export type HttpAnswer = { status: number; body: string };

/** One message about a note or an event, as the database remembers it. Times in epoch milliseconds. */
export type Call = {
  role: 'send' | 'ask' | 'poll' | 'status';
  startedAt: number;
  /** cStat of the answer; null while, or where, there is none. */
  cStat: string | null;
  /** Certainly nothing of it left this machine. */
  notSent: boolean;
};
