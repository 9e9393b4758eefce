import { DeadlockException } from '@mikro-orm/core';

const triesAtMost = 5;

/** The result of `work`, which starts again where PostgreSQL ended it to resolve a deadlock. */
export async function againAfterDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DeadlockException) || tries === triesAtMost) throw error;
    }
  }
}
