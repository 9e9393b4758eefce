import { raw } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { type Page, windowOf } from '../lists/page.ts';
import { plainDocument, searchPattern } from '../lists/search.ts';

/** A company of the installation, as its operator finds it. */
export type ListedCompany = {
  id: string;
  taxId: string;
  name: string;
  tradeName: string | null;
  environment: Environment;
  isActive: boolean;
};

/**
 * One page of all companies that `em` sees, by name, and how many match.
 *
 * @param search part of the name, the trade name or the CNPJ, punctuated or not
 */
export async function allCompanies(
  em: EntityManager,
  { search = '' }: { search?: string },
  page: Page,
): Promise<{ companies: ListedCompany[]; total: number }> {
  const pattern = searchPattern(plainDocument(search));
  // As a portfolio is searched.
  const names = raw(
    (alias) => `plain_text(' ' || concat_ws(' ', ${alias}.name, ${alias}.trade_name, ${alias}.tax_id))`,
  );
  const fits = pattern === null ? {} : { [names]: { $like: raw('plain_text(?)', [pattern]) } };
  const fields = ['id', 'taxId', 'name', 'tradeName', 'environment', 'isActive'] as const;
  const options = { orderBy: { name: 'asc', id: 'asc' }, fields, ...windowOf(page) } as const;
  const [found, total] = await em.findAndCount(Company, fits, options);
  return { total, companies: found.map((company) => ({ ...company, tradeName: company.tradeName ?? null })) };
}
