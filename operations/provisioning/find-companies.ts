import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { type Page, rowRangeOf } from '../lists/page.ts';
import { plainDocument, searchPattern } from '../lists/search.ts';

/** A company in a list, without its settings; `state` is null while it has none. */
export type ListedCompany = {
  id: string;
  taxId: string;
  name: string;
  tradeName: string | null;
  environment: Environment;
  state: string | null;
  isActive: boolean;
  isConfigured: boolean;
  createdAt: Date;
};

type Row = Omit<ListedCompany, 'createdAt'> & { createdAt: string };

/**
 * One page of the companies that `em` sees, by name, and exactly how many match.
 *
 * @param search part of the name, the trade name or the tax id, with or without punctuation
 * @throws DomainError `validation_error` for characters that no text can hold
 */
export async function findCompanies(
  em: EntityManager,
  { search = '' }: { search?: string },
  page: Page,
): Promise<{ companies: ListedCompany[]; total: number }> {
  const { limit, offset } = rowRangeOf(page);
  const pattern = searchPattern(plainDocument(search));
  const [counted] = await em.execute<{ total: number }[]>(`select count(*)::int as total ${matching}`, [
    pattern,
    pattern,
  ]);
  const rows = await em.execute<Row[]>(
    `select id, tax_id as "taxId", name, trade_name as "tradeName", environment, settings -> 'address' ->> 'state' as state,
       is_active as "isActive", coalesce(jsonb_typeof(settings) = 'object', false) as "isConfigured", created_at as "createdAt"
     ${matching} order by plain_text(name), id limit ? offset ?`,
    [pattern, pattern, limit, offset],
  );
  const companies = rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  return { companies, total: counted?.total ?? 0 };
}

const matching = `from company c
  where ?::text is null or plain_text(' ' || name || ' ' || coalesce(trade_name, '') || ' ' || tax_id) like plain_text(?)`;
