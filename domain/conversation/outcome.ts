// Workflows read this file: it must stay without imports.

/** Why we must wait for the authority; it has not decided about the message. */
export type WaitReason =
  /** Received, in the authority's queue: ask for the receipt or the key. */
  | 'processing'
  /** The receipt is not known (any more): ask for the key. */
  | 'lotUnknown'
  /** The service is paused, briefly or without a term: try again later. */
  | 'paused'
  | 'stopped'
  /** The authority's own failure: ask for the key before sending again. */
  | 'failed';

/** What keeps the authority from judging a message of any service. */
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
