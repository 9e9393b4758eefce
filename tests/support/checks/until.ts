/** The shortest and the longest pause between two looks, in milliseconds. */
const soonMs = 50;
const lateMs = 250;

/** The longest that anything may take, in milliseconds: a busy machine may need minutes, so that this only finds what hangs. */
export const patienceMs = 600_000;

type Look<Value> = () => Promise<Value | null | undefined | false>;

/**
 * Repeats a check until it returns something truthy. The pauses grow from a twentieth to a quarter of a second, because each look takes
 * processor time from what is waited for.
 *
 * @throws Error with `what` and the last failure, after `withinMs`
 */
export function until<Value>(what: string, look: Look<Value>, withinMs = patienceMs): Promise<Value> {
  return repeat(what, look, { withinMs, pauseAfter: (ms) => Math.min(Math.max(soonMs, ms / 10), lateMs) });
}

/** Like `until`, but looks twenty times a second all the time, to kill a process at the right moment. */
export function watchFor<Value>(what: string, look: Look<Value>): Promise<Value> {
  return repeat(what, look, { withinMs: patienceMs, pauseAfter: () => soonMs });
}

async function repeat<Value>(
  what: string,
  look: Look<Value>,
  { withinMs, pauseAfter }: { withinMs: number; pauseAfter: (waitedMs: number) => number },
): Promise<Value> {
  const startedAt = performance.now();
  for (;;) {
    const seen = await look().catch((error: unknown) => new Failed(error));
    if (seen && !(seen instanceof Failed)) return seen;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > withinMs) {
      const cause = seen instanceof Failed ? seen.reason : undefined;
      throw new Error(`waited ${withinMs / 1000} s in vain: ${what}`, { cause });
    }
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(waitedMs)));
  }
}

class Failed {
  readonly reason: unknown;
  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/** Repeats a call to Temporal until it succeeds: a busy Temporal may need longer than the three seconds after which a request gives up. */
export async function untilTemporalTakes(call: () => Promise<unknown>): Promise<void> {
  await until('Temporal takes the call', async () => {
    await call();
    return true;
  });
}
