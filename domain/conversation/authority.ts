import type { AuthorityName } from '../authority-names.ts';
import type { Environment } from '../companies/settings.ts';
import type { Model } from '../document-types.ts';

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

/** How the service of an authorizer stands: 107, not answering or 108 and 109, and of an SVC 113 and 114. */
export const standings = ['OPEN', 'SHUT', 'CLOSING', 'OFF'] as const;
export type Standing = (typeof standings)[number];

/**
 * A service that is judged as one: an authorizer by its portal's name (`SP`, `SVRS`, `SVC-AN`), in an environment, for a model. An SVC is
 * switched on state by state: `state` is that of its issuers there, and '' at every other authorizer.
 */
export type JudgedService = { authorizer: string; environment: Environment; model: Model; state: string };

/** Whether something may be sent there: an SVC that is being switched off still takes what is under way. */
export const isTaking = (standing: Standing): boolean => standing === 'OPEN' || standing === 'CLOSING';

// Workflows read this file: it must stay without imports.

/** Why we must wait for the authority; it has not decided about the message. */
type WaitReason =
  /** Received, in the authority's queue: ask for the receipt or the key. */
  | 'processing'
  /** The receipt is not known (any more): ask for the key. */
  | 'lotUnknown'
  /** The service is paused, briefly or without a term: try again later. */
  | 'paused'
  | 'stopped'
  /** The authority's own failure: ask for the key before sending again. */
  | 'failed';

/** Whether it has paused its service; its own failure is none, after which it may have the message. */
export const isPause = (reason: WaitReason): boolean => reason === 'paused' || reason === 'stopped';

/** What keeps the authority from deciding about a message of any service. */
export type Obstacle =
  | { kind: 'wait'; reason: WaitReason }
  /** This taxpayer must leave this service alone; a try before the time is over starts it again. */
  | { kind: 'throttled'; waitMinutes: number }
  /** A fault of our certificate or signature: the document waits until an operator has repaired it. */
  | { kind: 'mend' };

/** What an answer about a note means, to a send or to a question. */
export type Outcome =
  | Obstacle
  | { kind: 'authorized' }
  /** The use was denied; the number is spent. */
  | { kind: 'denied' }
  /** The authorized note was cancelled since (an answer to a question only). */
  | { kind: 'cancelled' }
  /** The authority has a note of this number: ask for our key, compare, adopt. */
  | { kind: 'alreadyThere' }
  /** Another key owns the number: a person must decide. */
  | { kind: 'otherKeyThere' }
  /** The authority does not know the key (an answer to a question only). */
  | { kind: 'notFound' }
  /** Anything else. `isNumberSpent` where the number was inutilized and the next attempt must draw another. */
  | { kind: 'rejected'; isNumberSpent: boolean };

/** What an answer to an event or to an inutilization means. */
export type EventOutcome =
  | Obstacle
  | { kind: 'registered' }
  /** The authority has the same event, or its effect: look it up and adopt it. */
  | { kind: 'alreadyThere' }
  | { kind: 'rejected' };
