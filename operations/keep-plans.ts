import type { EntityManager } from '../config/orm.ts';
import { plansKept } from '../domain/statement-marks.ts';

/**
 * Has PostgreSQL keep the plans of a transaction's statements: for the way of every note, which asks the same of few rows each time. Not for lists
 * and searches, whose best plan depends on what is looked for.
 */
export function keepPlans(em: EntityManager): void {
  const transaction: object | undefined = em.getTransactionContext<object>();
  if (!transaction) throw new Error('plans are kept within a transaction');
  Object.assign(transaction, { [plansKept]: true });
}
