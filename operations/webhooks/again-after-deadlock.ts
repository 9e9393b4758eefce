import { DeadlockException } from '@mikro-orm/core';

const triesAtMost = 5;

/** What `work` gives, begun again where PostgreSQL ended it so that another transaction could go on. */
export async function againAfterDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DeadlockException) || tries === triesAtMost) throw error;
    }
  }
}
