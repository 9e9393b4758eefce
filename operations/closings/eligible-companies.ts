import type { EntityManager } from '../../config/orm.ts';
import type { ClosingStatus } from '../../domain/closings/progress.ts';
import { boundsOf, type Month } from '../../domain/month.ts';
import { type Page, rowRangeOf } from '../lists/page.ts';
import { plainDocument, searchPattern } from '../lists/search.ts';

/** A company of the portfolio that has something to close in a month. */
export type EligibleCompany = {
  companyId: string;
  taxId: string;
  name: string;
  /** Authorized and cancelled documents of the month in production. */
  documentCount: number;
  cancelledCount: number;
  /** Total of the authorized ones, with two decimals. */
  totalValue: string;
  /** The last closing of this month that this office asked for. */
  lastClosing: { id: string; status: ClosingStatus; completedAt: Date | null } | null;
};

type LastClosing = { id: string; status: ClosingStatus; completedAt: string | null };
type Row = { total: string; companies: (Omit<EligibleCompany, 'lastClosing'> & { lastClosing: LastClosing | null })[] };

/**
 * One page of the companies that have something to close, by name, and the exact number of matches. A database function reads them, because an
 * office sees no document. `em` sees one office (`inOffice`).
 *
 * @param search part of the name, the trade name or the tax id, with or without punctuation
 * @throws DomainError `validation_error` for characters that no text can hold
 */
export async function eligibleCompanies(
  em: EntityManager,
  { year, month, search = '' }: Month & { search?: string },
  page: Page,
): Promise<{ companies: EligibleCompany[]; total: number }> {
  const { limit, offset } = rowRangeOf(page);
  const { start, next } = boundsOf({ year, month });
  const pattern = searchPattern(plainDocument(search));
  const values = [pattern, start, next, year, month, limit, offset];
  const [found] = await em.execute<Row[]>('select * from eligible_companies(plain_text(?), ?, ?, ?, ?, ?, ?)', values);
  const companies = (found?.companies ?? []).map(({ lastClosing, ...company }) => ({
    ...company,
    lastClosing: lastClosing && { ...lastClosing, completedAt: dateOf(lastClosing.completedAt) },
  }));
  return { companies, total: Number(found?.total ?? 0) };
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/** A company of the portfolio, and how many documents a closing of the month would have. */
export type ClosableCompany = { id: string; taxId: string; name: string; documentCount: number };

type ClosableRow = { company_id: string; tax_id: string; name: string; document_count: string };

/**
 * The companies of the portfolio by name. `em` sees one office (`inOffice`).
 *
 * @param wanted ids; those outside the portfolio are left out. All companies without it
 */
export async function closableCompanies(
  em: EntityManager,
  month: Month,
  wanted?: readonly string[],
): Promise<ClosableCompany[]> {
  const { start, next } = boundsOf(month);
  const ids = wanted ? `{${wanted.join(',')}}` : null;
  const rows = await em.execute<ClosableRow[]>('select * from closable_companies(?::uuid[], ?, ?)', [ids, start, next]);
  return rows.map((row) => ({
    id: row.company_id,
    taxId: row.tax_id,
    name: row.name,
    documentCount: Number(row.document_count),
  }));
}
