import { DeadlockException } from '@mikro-orm/core';
import type { EntityManager } from '../config/orm.ts';

/** What surrounds the work of a transaction within that transaction, as the claim of a request that may be repeated. */
export type TransactionWrapper<Result> = (em: EntityManager, work: () => Promise<Result>) => Promise<Result>;

/** Surrounds the work by nothing. */
export function alone<Result>(_em: EntityManager, work: () => Promise<Result>): Promise<Result> {
  return work();
}

/** Runs work in a transaction of its own, over the rows that its caller may see. */
export type Transact = <Result>(work: (em: EntityManager) => Promise<Result>) => Promise<Result>;

/** The same transactions, each of which starts again where PostgreSQL ended it to resolve a deadlock. */
export function repeatedAfterDeadlock(transact: Transact): Transact {
  return (work) => againAfterDeadlock(() => transact(work));
}

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
