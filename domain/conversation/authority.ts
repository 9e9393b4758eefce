import type { AuthorityName } from '../authority-names.ts';
import type { Environment } from '../companies/settings.ts';
import type { Model } from '../document-types.ts';

/** What the engine of conversations must know of an authority. Addresses and layouts of messages are not part of it. */
export type Authority = {
  called: AuthorityName;
  /** The code by which the authority tells a taxpayer to leave a service alone, for how many minutes, and how people are told. */
  silence: { code: string; minutes: number; inWords: string };
  /** The largest message that the authority takes, in bytes, envelope included; null where no limit is published. */
  maxMessageBytes: number | null;
  /** What a call to this service is for. */
  roleOf: (service: string) => Call['role'];
  /** What a code means for a note, or anything else, that was sent or asked about. */
  outcomeOf: (code: string) => Outcome;
  /** Whether a code says that the service is in operation. */
  isServing: (code: string) => boolean;
  /** Whether an error of `Message.read` means that the answer is unreadable, so that nothing follows from it. */
  isUnreadable: (error: unknown) => error is Error;
};

/** An HTTP request to any authority; `answers` are the HTTP statuses whose body is an answer. */
export type Request = {
  method: 'GET' | 'POST';
  url: string;
  /** The body; null for a GET. */
  content: { type: string; body: string } | null;
  answers: readonly number[];
  /** The largest answer that is read; absent where the limit of the wire is enough. */
  maxAnswerBytes?: number | undefined;
  /** How long the request may take; absent where it may take as long as the wire allows. */
  timeoutMs?: number | undefined;
};

/** One message: its service, the request that carries it, and how the text of the answer is read. */
export type Message<Answer> = {
  service: string;
  request: Request;
  read: (answer: HttpAnswer) => Answer;
  /** The service about which the message's fate tells something; null or absent where no actor keeps its standing. */
  authorityService?: AuthorityService | null;
};

/** An answer as it comes over HTTP. */
export type HttpAnswer = { status: number; body: string };

/** One message about a note or an event, as the database has it. Times are epoch milliseconds. */
export type Call = {
  role: 'send' | 'ask' | 'poll' | 'status';
  startedAt: number;
  /** cStat of the answer; null while there is none, or if none came. */
  cStat: string | null;
  /** Whether it is certain that nothing of the message left this machine. */
  notSent: boolean;
};

/** How a service stands. OPEN: 107. SHUT: no answer, 108 or 109. Of an SVC also CLOSING: 113, and OFF: 114. */
export const standings = ['OPEN', 'SHUT', 'CLOSING', 'OFF'] as const;
export type Standing = (typeof standings)[number];

/**
 * A service with one standing: that of an authorizer by its name on the portal (`SP`, `SVRS`, `SVC-AN`), in an environment, for a model. An SVC is
 * switched on state by state: `state` is the state of its issuers there, and '' for every other authorizer.
 */
export type AuthorityService = { authorizer: string; environment: Environment; model: Model; state: string };

/** Whether messages may be sent to the service: an SVC that is being switched off still takes those that are under way. */
export const isTaking = (standing: Standing): boolean => standing === 'OPEN' || standing === 'CLOSING';

// Workflows read this file: it must import nothing but types.

/** Why we must wait for the authority, which has not decided about the message. */
type WaitReason =
  /** It has the message in its queue: ask for the receipt or the key. */
  | 'processing'
  /** It does not know the receipt, or no longer: ask for the key. */
  | 'lotUnknown'
  /** The service is paused, briefly (`paused`) or without a term (`stopped`): try again later. */
  | 'paused'
  | 'stopped'
  /** The authority itself failed: ask for the key before sending again. */
  | 'failed';

/** Whether the authority has paused its service. Its own failure is no pause: it may have the message nevertheless. */
export const isPause = (reason: WaitReason): boolean => reason === 'paused' || reason === 'stopped';

/** What keeps the authority from deciding about a message, whatever the service. */
export type Obstacle =
  | { kind: 'wait'; reason: WaitReason }
  /** The taxpayer must leave the service alone; a message before the time is over starts the time again. */
  | { kind: 'throttled'; waitMinutes: number }
  /** Our certificate or signature is at fault: the document waits until an operator has repaired it. */
  | { kind: 'mend' };

/** What an answer about a note means, whether it answers a send or a question. */
export type Outcome =
  | Obstacle
  | { kind: 'authorized' }
  /** The authority denied the note; its number is spent. */
  | { kind: 'denied' }
  /** The note was authorized and has been cancelled since (only in answer to a question). */
  | { kind: 'cancelled' }
  /** The authority has a note of this number: ask for our key, compare, adopt. */
  | { kind: 'alreadyThere' }
  /** Another key owns the number: a person must decide. */
  | { kind: 'otherKeyThere' }
  /** The authority does not know the key (only in answer to a question). */
  | { kind: 'notFound' }
  /** Any other refusal. `isNumberSpent`: the number was inutilized, and the next attempt must draw another one. */
  | { kind: 'rejected'; isNumberSpent: boolean };

/** What an answer to an event or to an inutilization means. */
export type EventOutcome =
  | Obstacle
  | { kind: 'registered' }
  /** The authority has the same event, or its effect: look it up and adopt it. */
  | { kind: 'alreadyThere' }
  | { kind: 'rejected' };
