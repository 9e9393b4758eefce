/** How often is looked at first, and at the longest: who has waited for long loses little by a look that comes a fifth of a second later. */
const soonMs = 50;
const lateMs = 250;

/** How long anything may take: a busy machine may need minutes, and only a hang is found by it. */
export const patienceMs = 600_000;

type Look<Value> = () => Promise<Value | null | undefined | false>;

/**
 * Repeats a check until it gives something: twenty times a second at first, then ever more seldom, because each look takes processor time from
 * what is waited for.
 *
 * @throws Error with `what` and the last reason, when that takes longer than `withinMs`
 */
export function until<Value>(what: string, look: Look<Value>, withinMs = patienceMs): Promise<Value> {
  return repeat(what, look, { withinMs, pauseAfter: (ms) => Math.min(Math.max(soonMs, ms / 10), lateMs) });
}

/** As `until`, looking twenty times a second for as long as it takes: for a moment that a kill must meet. */
export function meet<Value>(what: string, look: Look<Value>): Promise<Value> {
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

/** Repeats a call until it succeeds: a busy Temporal may need longer than the three seconds that a request waits for it. */
export async function insist(call: () => Promise<unknown>): Promise<void> {
  await until('Temporal takes the call', async () => {
    await call();
    return true;
  });
}
