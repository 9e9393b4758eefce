import type { EntityManager } from '../config/orm.ts';
import { flushesAhead, plansKept } from '../domain/statement-marks.ts';

/**
 * Has PostgreSQL keep the plans of a transaction's statements: for the way of every note, which asks the same of few rows each time. Not for lists
 * and searches, whose best plan depends on what is looked for.
 */
export function keepPlans(em: EntityManager): void {
  mark(em, { [plansKept]: true });
}

/**
 * Writes what has changed in entities, and lets it travel with the statement that comes next: at the end of a transaction, with its commit. The locks of
 * the transaction are held for fewer round trips. Where something of it fails, that statement does, and nothing is committed. Not for new entities of
 * which the database fills columns that are read afterwards.
 */
export async function flushAhead(em: EntityManager): Promise<void> {
  mark(em, { [flushesAhead]: true });
  try {
    await em.flush();
  } finally {
    mark(em, { [flushesAhead]: false });
  }
}

function mark(em: EntityManager, marks: Record<symbol, boolean>): void {
  const transaction: object | undefined = em.getTransactionContext<object>();
  if (!transaction) throw new Error('plans are kept within a transaction');
  Object.assign(transaction, marks);
}
