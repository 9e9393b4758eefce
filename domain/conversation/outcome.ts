// Workflows read this file: it must stay without imports.

/** What makes the authority ask for patience; nothing was decided about what was sent. */
export type WaitReason =
  /** Received, in the authority's queue: ask for the receipt or the key. */
  | 'processing'
  /** The receipt is not known (any more): ask for the key. */
  | 'lotUnknown'
  /** The service is paused, briefly or without a term: try again later. */
  | 'paused'
  | 'stopped'
  /** The authority's own failure: ask for the key before anything is sent again. */
  | 'failed';

/** What stands between a request and its judgement, whatever was asked. */
export type Obstacle =
  | { kind: 'wait'; reason: WaitReason }
  /** This taxpayer must leave this service alone; a try before the time is over starts it again. */
  | { kind: 'throttled'; waitMinutes: number }
  /** Our certificate or signature: the document waits until an operator has mended it. */
  | { kind: 'mend' };

/** What an answer about a note means, sent or asked for. */
export type Outcome =
  | Obstacle
  | { kind: 'authorized' }
  /** The use was denied; the number is spent. */
  | { kind: 'denied' }
  /** The authorized note was cancelled since (an answer to a question only). */
  | { kind: 'cancelled' }
  /** A note of this number is there: ask for our key, compare, adopt. */
  | { kind: 'alreadyThere' }
  /** Another key owns the number: a person must decide. */
  | { kind: 'otherKeyThere' }
  /** The authority does not know the key (an answer to a question only). */
  | { kind: 'notFound' }
  /** Anything else. `isNumberSpent` where the number was inutilized and the next attempt must draw another. */
  | { kind: 'rejected'; isNumberSpent: boolean };

/** What an answer to an event means, or to a range of numbers to give up. */
export type EventOutcome =
  | Obstacle
  | { kind: 'registered' }
  /** The same event, or its effect, is there: look it up and adopt it. */
  | { kind: 'alreadyThere' }
  | { kind: 'rejected' };
