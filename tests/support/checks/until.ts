const pollMs = 50;

/** How long anything may take: a busy machine may need minutes, and only a hang is found by it. */
export const patienceMs = 600_000;

/** Repeats a check until it gives something. @throws Error with `what` and the last reason, when that takes longer than `withinMs` */
export async function until<Value>(
  what: string,
  look: () => Promise<Value | null | undefined | false>,
  withinMs = patienceMs,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const seen = await look().catch((error: unknown) => new Failed(error));
    if (seen && !(seen instanceof Failed)) return seen;
    if (Date.now() > deadline) {
      const cause = seen instanceof Failed ? seen.reason : undefined;
      throw new Error(`waited ${withinMs / 1000} s in vain: ${what}`, { cause });
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
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
