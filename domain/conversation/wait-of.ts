// Workflows read this file: it must import nothing but types and what imports nothing.
import type { PauseKind } from './pauses.ts';
import type { Progress } from './progress.ts';
import type { Wait, WaitKind } from './waiting.ts';

/** A step that settled nothing. */
export type Unsettled = Exclude<Progress<never>, { kind: 'settled' }>;

const kindOfPause: Record<Exclude<PauseKind, 'until'>, WaitKind> = {
  unreachable: 'AUTHORITY_UNREACHABLE',
  unanswered: 'UNANSWERED',
  resend: 'UNANSWERED',
  paused: 'AUTHORITY_PAUSED',
  processing: 'ANSWER',
  mail: 'MAIL',
  store: 'STORAGE',
};

/** What a run waits for after such a step. Histories of before it was said know of an hour's silence, and of faults of ours. */
export function waitKindOf(progress: Unsettled): WaitKind {
  switch (progress.kind) {
    case 'wait':
      return kindOfPause[progress.pause];
    case 'waitUntil':
      return progress.waitKind ?? 'THROTTLED';
    case 'mend':
      return progress.waitKind ?? 'OURS';
    case 'held':
      return progress.waitKind;
    case 'stop':
      return 'PERSON';
  }
}

/** The same as a row keeps it. How long a pause lasts is known to the run alone, and a mend comes when somebody makes it. */
export function waitOf(progress: Unsettled): Omit<Wait, 'since'> {
  return {
    kind: waitKindOf(progress),
    reason: progress.reason,
    until: untilOf(progress),
  };
}

function untilOf(progress: Unsettled): Date | null {
  switch (progress.kind) {
    case 'waitUntil':
      return new Date(progress.untilMs);
    case 'held':
      return progress.untilMs === null ? null : new Date(progress.untilMs);
    default:
      return null;
  }
}
