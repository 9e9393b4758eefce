import type { EntityManager, Orm } from '../../config/orm.ts';
import { inCompany } from '../in-company.ts';

/** The last number that a change of the company has, and whether all that were committed before the call have one. */
export type Numbered = { last: string; isComplete: boolean };

/** So many changes are numbered in one transaction, for which a writer of one of them may have to wait. */
const batch = 5_000;

/**
 * Gives numbers to the documents of a company that changed since somebody asked last, in transactions of their own: their locks end before
 * anything is read.
 *
 * @param patienceMs for how long further transactions follow the first
 */
export async function numberChanges(orm: Orm, company: string, patienceMs: number): Promise<Numbered> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { last, numbered } = await inCompany(orm, company, numberBatch);
    if (numbered < batch) return { last, isComplete: true };
    if (Date.now() >= deadline) return { last, isComplete: false };
  }
}

async function numberBatch(em: EntityManager): Promise<{ last: string; numbered: number }> {
  const [row] = await em.execute<{ last: string; numbered: number }[]>(
    'select last::text, numbered from number_changed_documents(?)',
    [batch],
  );
  if (!row) throw new TypeError('number_changed_documents gives one row');
  return row;
}
