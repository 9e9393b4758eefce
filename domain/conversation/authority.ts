import type { AuthorityName } from '../authority-names.ts';
import type { JudgedService } from './standing.ts';
import type { Outcome } from './outcome.ts';

/** What the engine of conversations must know of an authority: everything but its addresses and the layouts of its messages. */
export type Authority = {
  called: AuthorityName;
  /** The code with which it asks for silence on a service, the minutes that it lasts, and how people say that. */
  silence: { code: string; minutes: number; inWords: string };
  /** The largest message that it takes, in bytes, whatever stands around the document; null where none is published. */
  maxMessageBytes: number | null;
  /** The role of a call to this service. */
  roleOf: (service: string) => Call['role'];
  /** What a code means for a matter that was sent or asked for. */
  outcomeOf: (code: string) => Outcome;
  /** Whether a code says that a service is in operation. */
  isServing: (code: string) => boolean;
  /** Whether the error of a reader says that the answer is unreadable, so that nothing follows from it. */
  isUnreadable: (error: unknown) => error is Error;
};

/** What the wire carries, to any authority: what is sent, or asked for by its address alone, and the HTTP statuses that bring an answer. */
export type Request = {
  method: 'GET' | 'POST';
  url: string;
  content: { type: string; body: string } | null;
  answers: readonly number[];
  /** The largest answer that is read, where that of the wire is too little. */
  maxAnswerBytes?: number | undefined;
  /** The time that it has, where that of the wire is too much. */
  timeoutMs?: number | undefined;
};

/** One message: its service, the request that carries it, and how the text of the answer is read. */
export type Message<Answer> = {
  service: string;
  request: Request;
  read: (answer: HttpAnswer) => Answer;
  /** The service whose state is judged by what becomes of the message; absent where nobody judges it. */
  judged?: JudgedService | null;
};

/** An answer as the wire brings it. */
export type HttpAnswer = { status: number; body: string };

/** One message about a note or an event, as the database remembers it. Times in epoch milliseconds. */
export type Call = {
  role: 'send' | 'ask' | 'poll' | 'status';
  startedAt: number;
  /** cStat of the answer; null while there is none, or where none came. */
  cStat: string | null;
  /** It is certain that nothing of it left this machine. */
  notSent: boolean;
};
