// Workflows read this file: it must import nothing but types.

import type { Environment } from '../companies/settings.ts';
import type { DocumentType } from '../document-types.ts';
import type { WaitKind } from './waiting.ts';

/**
 * The result of one step of a conversation, as the workflow gets it. Everything that must last is committed before. Reasons are sentences in
 * Portuguese, for the operator who reads them in Temporal's UI.
 */
export type Progress<End> =
  | { kind: 'settled'; end: End }
  /** Try the next step after a pause, whose length is that of its kind (`pauseSeconds`). */
  | {
      kind: 'wait';
      pause: 'unreachable' | 'unanswered' | 'resend' | 'paused' | 'processing' | 'mail' | 'store';
      reason: string;
      /** Epoch milliseconds at which the next step is due even if the pause would last longer. */
      atMostUntilMs?: number;
    }
  /** Try the next step at a known moment. `waitKind` is missing in histories older than the field. */
  | { kind: 'waitUntil'; untilMs: number; reason: string; waitKind?: WaitKind }
  | Mend
  | HeldProgress
  /** A person must decide. */
  | { kind: 'stop'; reason: string };

/**
 * How the first turn of an attempt ended, which the activity of its preparation takes too. `handedOver`: the turn takes long or failed, and the
 * activity of a turn goes on with it.
 */
export type FirstTurn<End> = Progress<End> | { kind: 'handedOver' };

/**
 * An operator must repair something (a certificate, our own fault): the run waits for a signal, and tries again every hour. `waitKind` is missing in
 * histories older than the field.
 */
export type Mend = { kind: 'mend'; reason: string; waitKind?: WaitKind };

/**
 * Nothing may be sent until the authority's judge, a person or the clock allows it: the run waits for the signal that something was mended, until
 * `untilMs` (epoch) at most, and looks again every hour.
 */
export type HeldProgress = { kind: 'held'; reason: string; waitKind: WaitKind; untilMs: number | null };

/** How an attempt to issue a document ended. `REISSUED`: the sale goes on with the next attempt, issued anew in contingency. */
export type EmissionEnd = 'AUTHORIZED' | 'REJECTED' | 'REISSUED';

/** How an attempt to register an event ended; the words are the authority's. */
export type EventEnd = { status: 'REGISTERED' | 'REJECTED'; cStat: string | null; reason: string | null };

/** How an attempt to inutilize numbers ended; the words are the authority's. */
export type InutilizationEnd = { status: 'AUTHORIZED' | 'REJECTED'; cStat: string | null; reason: string | null };

/** What became of a note that another note of the same sale replaced. In each case it is not valid any more. */
export type ReplacedEnd = 'CANCELLED' | 'GIVEN_UP' | 'SPENT';

/** How the mail of an invitation ended. `OVER`: the invitation was answered, replaced or expired before the mail was sent. */
export type InvitationEnd = 'SENT' | 'FAILED' | 'OVER';

/** How a mail to a person ended. `OVER`: its link ended, or was taken back, before the mail was sent. */
export type PersonMailEnd = 'SENT' | 'FAILED' | 'OVER';

/** How the comparison of a month ended. It has one end only: differences are kept as rows. */
export type ComparisonEnd = 'COMPARED';

/** How a closing ended. */
export type ClosingEnd = 'COMPLETED' | 'FAILED';

/** What a person decided about a stopped emission. */
export type Resolution = { adopt: string } | { reject: true };

/** How a note, an event or a range of numbers ended at the authority, for metrics. */
export type EndedMatter =
  | {
      what: 'document';
      type: DocumentType;
      environment: Environment;
      outcome: 'authorized' | 'rejected' | 'denied' | 'cancelled';
      /** Null where nothing was sent. */
      cStat: string | null;
      /** Seconds from the request to the authorization; null for every other outcome. */
      seconds: number | null;
    }
  | { what: 'event'; type: string; outcome: 'registered' | 'rejected'; cStat: string | null };
