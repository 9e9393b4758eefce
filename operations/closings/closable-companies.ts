import type { EntityManager } from '../../config/orm.ts';
import { boundsOf, type Month } from '../../domain/month.ts';

/** A company of the portfolio, and how many documents a closing of the month would be of. */
export type ClosableCompany = { id: string; taxId: string; name: string; documentCount: number };

type Row = { company_id: string; tax_id: string; name: string; document_count: string };

/**
 * The companies of the portfolio by name. `em` sees one office (`inOffice`).
 *
 * @param wanted ids; what is not in the portfolio is left out. All without it
 */
export async function closableCompanies(
  em: EntityManager,
  month: Month,
  wanted?: readonly string[],
): Promise<ClosableCompany[]> {
  const { start, next } = boundsOf(month);
  const ids = wanted ? `{${wanted.join(',')}}` : null;
  const rows = await em.execute<Row[]>('select * from closable_companies(?::uuid[], ?, ?)', [ids, start, next]);
  return rows.map((row) => ({
    id: row.company_id,
    taxId: row.tax_id,
    name: row.name,
    documentCount: Number(row.document_count),
  }));
}
