import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { Model } from '../../domain/document-types.ts';

/** A contingency that a person entered and nobody left, and whose it is. */
export type OpenEntry = {
  taxId: string;
  name: string;
  environment: Environment;
  model: Model;
  reason: string;
  enteredAt: Date;
};

/** Those of every company that `em` sees, the oldest first. */
export async function openEntries(em: EntityManager, limit = 200): Promise<OpenEntry[]> {
  const rows = await em.execute<(Omit<OpenEntry, 'enteredAt'> & { enteredAt: Date | string })[]>(
    `select c.tax_id as "taxId", c.name, e.environment, e.model, e.reason, e.entered_at as "enteredAt"
     from contingency_entry e join company c on c.id = e.company_id
     where e.left_at is null order by e.entered_at, e.id limit ?`,
    [limit],
  );
  return rows.map((row) => ({ ...row, enteredAt: new Date(row.enteredAt) }));
}
