// Workflows read this file: it must import nothing but types and what imports nothing.
import { nextWait, type PauseKind, pauseSeconds, type LastWait } from './pauses.ts';
import type { Progress } from './progress.ts';
import type { Wait, WaitKind } from './waiting.ts';

/** The result of a step that did not settle the attempt. */
export type OpenProgress = Exclude<Progress<never>, { kind: 'settled' }>;

const kindOfPause: Record<Exclude<PauseKind, 'until'>, WaitKind> = {
  unreachable: 'AUTHORITY_UNREACHABLE',
  unanswered: 'UNANSWERED',
  resend: 'UNANSWERED',
  paused: 'AUTHORITY_PAUSED',
  processing: 'ANSWER',
  mail: 'MAIL',
  store: 'STORAGE',
};

/** What a run waits for after a step. Histories older than `waitKind` have only two such waits: an hour of silence, and faults of ours. */
export function waitKindOf(progress: OpenProgress): WaitKind {
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

/** When a wait begins, and the pauses before it; `waited` is undefined where an older run does not tell them. */
type WaitBegin = { waited: LastWait | null | undefined; now: Date };

/**
 * The wait after a step, as a row keeps it. `until` is null where the end is not known: a mend takes as long as it takes, and the length of a pause
 * depends on the pauses before it (`waited`), which older runs do not tell.
 */
export function waitOf(progress: OpenProgress, begins?: WaitBegin): Omit<Wait, 'since'> {
  return {
    kind: waitKindOf(progress),
    reason: progress.reason,
    until: untilOf(progress, begins),
  };
}

function untilOf(progress: OpenProgress, begins: WaitBegin | undefined): Date | null {
  switch (progress.kind) {
    case 'wait': {
      if (begins?.waited === undefined) return null;
      const { pause, times } = nextWait(progress.pause, begins.waited);
      const endsMs = begins.now.getTime() + pauseSeconds(pause, times) * 1000;
      return new Date(Math.min(endsMs, progress.atMostUntilMs ?? Infinity));
    }
    case 'waitUntil':
      return new Date(progress.untilMs);
    case 'held':
      return progress.untilMs === null ? null : new Date(progress.untilMs);
    default:
      return null;
  }
}
