import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { type Page, rowRangeOf } from '../lists/page.ts';
import { plainDocument, searchPattern } from '../lists/search.ts';

/** A company with an ACTIVE link, as the office sees it; city and state are null while the company has no fiscal settings. */
export type PortfolioCompany = {
  id: string;
  taxId: string;
  name: string;
  tradeName: string | null;
  city: string | null;
  state: string | null;
  environment: Environment;
  officeIssuingAllowed: boolean;
  /** When the company accepted the link. */
  linkedSince: Date;
};

type Row = { total: string; companies: (Omit<PortfolioCompany, 'linkedSince'> & { linkedSince: string })[] };

/**
 * One page of the companies in the office's portfolio, by name, and exactly how many match. A database function reads them, because an office sees
 * no row of any company. `em` sees one office (`inOffice`).
 *
 * @param search part of the name, the trade name or the tax id, with or without punctuation
 * @throws DomainError `validation_error` for characters that no text can hold
 */
export async function findPortfolio(
  em: EntityManager,
  { search = '' }: { search?: string },
  page: Page,
): Promise<{ companies: PortfolioCompany[]; total: number }> {
  const { limit, offset } = rowRangeOf(page);
  const pattern = searchPattern(plainDocument(search));
  const [found] = await em.execute<Row[]>('select * from portfolio(plain_text(?), ?, ?)', [pattern, limit, offset]);
  const companies = (found?.companies ?? []).map((company) => ({
    ...company,
    linkedSince: new Date(company.linkedSince),
  }));
  return { companies, total: Number(found?.total ?? 0) };
}

/** How many companies are in the office's portfolio. `em` sees one office (`inOffice`). */
export async function countPortfolio(em: EntityManager): Promise<number> {
  const [found] = await em.execute<Pick<Row, 'total'>[]>('select total from portfolio(null, 0, 0)');
  return Number(found?.total ?? 0);
}
