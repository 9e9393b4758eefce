// Workflows read this file: it must import nothing but types.

import type { Environment } from '../companies/settings.ts';
import type { DocumentType } from '../document-types.ts';
import type { WaitKind } from './waiting.ts';

/**
 * The result of one step with the authority, as the workflow gets it. Everything that must last was committed before.
 * Reasons are sentences in Portuguese for the operator who reads them in Temporal's UI.
 */
export type Progress<End> =
  | { kind: 'settled'; end: End }
  /** Try the next step after a pause; `untilMs` (epoch) where the moment is known. */
  | {
      kind: 'wait';
      pause: 'unreachable' | 'unanswered' | 'resend' | 'paused' | 'processing' | 'mail' | 'store';
      reason: string;
      /** When something is to be decided at the latest (epoch), where the pause would last longer. */
      atMostUntilMs?: number;
    }
  /** `waitKind` is missing in histories of before it was said. */
  | { kind: 'waitUntil'; untilMs: number; reason: string; waitKind?: WaitKind }
  | Mend
  | HeldProgress
  /** A person must decide. */
  | { kind: 'stop'; reason: string };

/** How the first turn went that is taken along with the preparation; `handedOver`: the activity of a turn goes on with it. */
export type FirstTurn<End> = Progress<End> | { kind: 'handedOver' };

/**
 * The operator must repair something (a certificate, our own fault): waits for a signal, tries again every hour. `waitKind` is missing in
 * histories of before it was said.
 */
export type Mend = { kind: 'mend'; reason: string; waitKind?: WaitKind };

/**
 * Nothing may be sent until the authority's judge, a person or the clock says so: waits for the signal that something was mended, until
 * `untilMs` (epoch) at most, and looks again every hour.
 */
export type HeldProgress = { kind: 'held'; reason: string; waitKind: WaitKind; untilMs: number | null };

/** How an attempt to emit ended. `REISSUED`: the sale goes on as the next attempt, issued anew in contingency. */
export type EmissionEnd = 'AUTHORIZED' | 'REJECTED' | 'REISSUED';

/** How an attempt to register an event ended; the words are the authority's. */
export type EventEnd = { status: 'REGISTERED' | 'REJECTED'; cStat: string | null; reason: string | null };

/** How an attempt to inutilize numbers ended; the words are the authority's. */
export type InutilizationEnd = { status: 'AUTHORIZED' | 'REJECTED'; cStat: string | null; reason: string | null };

/** What became of a note that another of the same sale replaced: no valid note is left of it. */
export type ReplacedEnd = 'CANCELLED' | 'GIVEN_UP' | 'SPENT';

/** How the mail of an invitation ended. `OVER`: the invitation was answered, superseded or expired before it went. */
export type InvitationEnd = 'SENT' | 'FAILED' | 'OVER';

/** How a mail to a person ended. `OVER`: its link ended, or was taken back, before it went. */
export type PersonMailEnd = 'SENT' | 'FAILED' | 'OVER';

/** How the comparison of a month ended: there is one end, and what differs are rows. */
export type ComparisonEnd = 'COMPARED';

/** How a closing ended. */
export type ClosingEnd = 'COMPLETED' | 'FAILED';

/** What a person decided about a stopped emission. */
export type Resolution = { adopt: string } | { reject: true };

/** How a note, an event or a range ended at the authority, as those who count want to know it. */
export type EndedMatter =
  | {
      what: 'document';
      type: DocumentType;
      environment: Environment;
      outcome: 'authorized' | 'rejected' | 'denied' | 'cancelled';
      /** Null where nothing was sent. */
      cStat: string | null;
      /** From the request to the authorization; null for every other end. */
      seconds: number | null;
    }
  | { what: 'event'; type: string; outcome: 'registered' | 'rejected'; cStat: string | null };
