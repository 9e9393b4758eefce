import type { EntityManager } from '../../config/orm.ts';
import type { ClosingStatus } from '../../domain/closings/words.ts';
import { boundsOf, type Month } from '../../domain/month.ts';
import { type Page, windowOf } from '../lists/page.ts';
import { plainDocument, searchPattern } from '../lists/search.ts';

/** A company of the portfolio that has something to close in a month. */
export type EligibleCompany = {
  companyId: string;
  taxId: string;
  name: string;
  /** Authorized and cancelled documents of the month, in production. */
  documentCount: number;
  cancelledCount: number;
  /** Of the authorized ones, two places. */
  totalValue: string;
  /** The one that was asked for last, of this month and by this office. */
  lastClosing: { id: string; status: ClosingStatus; completedAt: Date | null } | null;
};

type LastClosing = { id: string; status: ClosingStatus; completedAt: string | null };
type Row = { total: string; companies: (Omit<EligibleCompany, 'lastClosing'> & { lastClosing: LastClosing | null })[] };

/**
 * One page of them, by name, and exactly how many match: by a function of the database, because an office sees no document. `em` sees one
 * office (`inOffice`).
 *
 * @param search part of the name, the trade name or the tax id, punctuated or not
 * @throws DomainError `validation_error` for characters that no text can hold
 */
export async function eligibleCompanies(
  em: EntityManager,
  { year, month, search = '' }: Month & { search?: string },
  page: Page,
): Promise<{ companies: EligibleCompany[]; total: number }> {
  const { limit, offset } = windowOf(page);
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
