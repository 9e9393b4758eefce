import type { OfficeCaller } from '../../operations/access/admit.ts';
import type { PortfolioCompany } from '../../operations/offices/portfolio.ts';
import type { Schema } from '../operations.ts';

/** An office as its own key sees it. @param companyCount companies with an ACTIVE link */
export function officeView({ office, scopes }: OfficeCaller, companyCount: number): Schema<'Office'> {
  const { id, taxId, name } = office;
  return { id, taxId, name, companyCount, scopes };
}

/** A company of the portfolio. */
export function portfolioCompanyView({ linkedSince, ...company }: PortfolioCompany): Schema<'PortfolioCompany'> {
  return { ...company, linkedSince: linkedSince.toISOString() };
}
