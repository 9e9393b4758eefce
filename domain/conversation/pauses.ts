// Workflows read this file: it must stay without imports.

/** Why a run waits before its next step. */
export type PauseKind = 'unreachable' | 'unanswered' | 'resend' | 'paused' | 'processing' | 'mail' | 'store' | 'until';

const secondsOf = {
  /** Nothing could be sent: network or authority are down. */
  unreachable: [2, 5, 15, 30, 60],
  /** A message was sent and no answer came: the next step asks, soon at first. */
  unanswered: [1, 3, 10, 30, 60, 180],
  /** The next message goes at once, as when the authority said twice that nothing arrived; if that fails, waits are those after a first send. */
  resend: [0],
  /** 108 and 109: the authority wants to be asked for its status every three minutes at most. */
  paused: [15, 30, 60, 120, 180],
  /** 103 and 105: the mean time is a few seconds. */
  processing: [2, 3, 5, 10, 30],
  /** The mail server is down or asks for patience: few senders give up before half a day (RFC 5321 §4.5.4.1). */
  mail: [30, 60, 300, 900, 1_800, 3_600],
  /** The store is away, full or closed to us: an operator mends it. PDFs drawn for a part are drawn again. */
  store: [10, 30, 60, 120, 300, 600],
} as const;

/** What a run last waited for, and how many times in a row it had waited for that before. */
export type LastWait = { pause: Exclude<PauseKind, 'until'>; times: number };

/** The next wait of a run, after the one before it. */
export function nextWait(pause: LastWait['pause'], last: LastWait | null): LastWait {
  return { pause, times: last?.pause === pause ? last.times + 1 : 0 };
}

/** Seconds of the wait number `times` (from 0) in a row for the same reason. */
export function pauseSeconds(kind: Exclude<PauseKind, 'until'>, times: number): number {
  const steps = secondsOf[kind];
  return steps[Math.min(times, steps.length - 1)] ?? 60;
}
