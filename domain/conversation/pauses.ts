// Workflows read this file: it must stay without imports.

/** Why a run waits before its next step. */
export type PauseKind = 'unreachable' | 'unanswered' | 'resend' | 'paused' | 'processing' | 'mail' | 'store' | 'until';

const secondsOf = {
  /** Nothing could be sent: the network or the authority is down. */
  unreachable: [2, 5, 15, 30, 60],
  /** Sent without an answer: the next step asks, soon at first. */
  unanswered: [1, 3, 10, 30, 60, 180],
  /** The authority said twice that nothing arrived: it is sent again at once, and what follows waits as after the first send. */
  resend: [0],
  /** 108 and 109: the authority wants the status asked for at most every three minutes. */
  paused: [15, 30, 60, 120, 180],
  /** 103 and 105: the mean time is a few seconds. */
  processing: [2, 3, 5, 10, 30],
  /** The mail server is away or asks for patience: few give up before half a day (RFC 5321 §4.5.4.1). */
  mail: [30, 60, 300, 900, 1_800, 3_600],
  /** Where large files lie is away, full or closed to us: an operator mends it, and what was drawn for a part is drawn again. */
  store: [10, 30, 60, 120, 300, 600],
} as const;

/** For what a run waited last, and how often in a row it had before that. */
export type LastWait = { pause: Exclude<PauseKind, 'until'>; times: number };

/** The next wait of a run, after the one before it. */
export function nextWait(pause: LastWait['pause'], last: LastWait | null): LastWait {
  return { pause, times: last?.pause === pause ? last.times + 1 : 0 };
}

/** Seconds to wait for the same kind of reason, the `times`-th time in a row (from 0). */
export function pauseSeconds(kind: Exclude<PauseKind, 'until'>, times: number): number {
  const steps = secondsOf[kind];
  return steps[Math.min(times, steps.length - 1)] ?? 60;
}
