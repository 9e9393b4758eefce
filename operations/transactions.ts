import { DeadlockException } from '@mikro-orm/core';
import type { EntityManager } from '../config/orm.ts';

/** Runs the work of a transaction with something around it in the same transaction, such as the claim of a repeatable request. */
export type TransactionWrapper<Result> = (em: EntityManager, work: () => Promise<Result>) => Promise<Result>;

/** A wrapper that adds nothing. */
export function withNothingAround<Result>(_em: EntityManager, work: () => Promise<Result>): Promise<Result> {
  return work();
}

/** Runs work in a transaction of its own, over the rows that the caller may see. */
export type Transact = <Result>(work: (em: EntityManager) => Promise<Result>) => Promise<Result>;

/** As `transact`, but a transaction that PostgreSQL ended because of a deadlock starts again. */
export function repeatedAfterDeadlock(transact: Transact): Transact {
  return (work) => againAfterDeadlock(() => transact(work));
}

const triesAtMost = 5;

/** The result of `work`, which starts again where PostgreSQL ended it because of a deadlock. */
export async function againAfterDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DeadlockException) || tries === triesAtMost) throw error;
    }
  }
}
