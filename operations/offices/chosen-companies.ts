import type { EntityManager } from '../../config/orm.ts';
import { validate as isUuid } from 'uuid';
import type { Environment } from '../../domain/companies/settings.ts';
import { DomainError } from '../../domain/errors.ts';

/** A company of a portfolio, with what exports name it by. */
export type ChosenCompany = { id: string; taxId: string; name: string; environment: Environment };

/** How many companies one request may name. */
export const companiesAtMost = 200;
/** How many ids an error names; a list of 200 would not be read. */
const namedAtMost = 5;

type Row = { id: string; tax_id: string; name: string; environment: Environment };

/**
 * The companies that a request of an office is about, by name: those of the list, each once, or the whole portfolio. `em` sees one office
 * (`inOffice`).
 *
 * @throws DomainError `validation_error` for malformed ids, an empty list or too many ids; `portfolio_too_large` without a list;
 *   `company_not_in_portfolio` for a list with a company of another portfolio, or an unknown one, which get the same answer
 */
export async function chosenCompanies(em: EntityManager, listed?: readonly string[] | null): Promise<ChosenCompany[]> {
  const ids = listed && distinctIds(listed);
  if (ids) checkIds(ids);
  const companies = await portfolioCompanies(em, ids, companiesAtMost + 1);
  if (companies.length > companiesAtMost) {
    const message = `A carteira tem mais de ${companiesAtMost} empresas: diga quais em companyIds, até ${companiesAtMost} por vez.`;
    throw new DomainError('portfolio_too_large', message);
  }
  const found = new Set(companies.map(({ id }) => id));
  const missing = listed?.filter((id) => !found.has(id.toLowerCase())) ?? [];
  if (missing.length > 0) throw notInPortfolio([...new Set(missing)]);
  return companies;
}

/**
 * Those of these companies that are in the portfolio, or the whole portfolio, by name, at most `limit`. `em` sees one office, or a person's part of
 * it.
 */
export async function portfolioCompanies(
  em: EntityManager,
  ids: readonly string[] | null | undefined,
  atMost: number,
): Promise<ChosenCompany[]> {
  const rows = await em.execute<Row[]>('select * from portfolio_companies(?::uuid[], ?)', [
    ids ? `{${ids.join(',')}}` : null,
    atMost,
  ]);
  return rows.map(({ tax_id: taxId, ...company }) => ({ ...company, taxId }));
}

function checkIds(ids: string[]): void {
  const issues = ids.flatMap((id, place) =>
    isUuid(id) ? [] : [{ path: `companyIds[${place}]`, message: 'deve ser o id de uma empresa da carteira' }],
  );
  if (ids.length === 0) {
    issues.push({ path: 'companyIds', message: 'deve ter ao menos uma empresa; sem ele, é a carteira inteira' });
  }
  if (ids.length > companiesAtMost) {
    issues.push({ path: 'companyIds', message: `deve ter no máximo ${companiesAtMost} empresas` });
  }
  const [first] = issues;
  if (first) {
    throw new DomainError('validation_error', `${first.path} ${first.message}.`, { issues: issues.slice(0, 100) });
  }
}

/** Each id once, whatever its case. */
export function distinctIds(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

/** The error for companies of another portfolio, and for unknown ones, which get the same answer. */
export function notInPortfolio(ids: readonly string[]): DomainError {
  const named = ids.slice(0, namedAtMost).join(', ');
  const more = ids.length > namedAtMost ? ` e mais ${ids.length - namedAtMost}` : '';
  const subject = ids.length === 1 ? `A empresa ${named} não está` : `As empresas ${named}${more} não estão`;
  const message = `${subject} na carteira do escritório. Veja as que estão em GET /v1/accounting/companies.`;
  return new DomainError('company_not_in_portfolio', message);
}
