import type { EntityManager } from '../config/orm.ts';
import { flushesAhead, plansKept } from '../domain/statement-marks.ts';

/**
 * Makes PostgreSQL keep the plans of a transaction's statements. It is for the path of every note, whose statements read the same few rows each
 * time, and not for lists and searches, whose best plan depends on the values.
 */
export function keepPlans(em: EntityManager): void {
  mark(em, { [plansKept]: true });
}

/**
 * Writes the changes of entities, and sends them together with the next statement: at the end of a transaction, with its commit, so that locks are
 * held for fewer round trips. Where one of them fails, the next statement fails and nothing is committed. Not for new entities with columns that
 * the database fills and that are read afterwards.
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
