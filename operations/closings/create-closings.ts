import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import type { Closing } from '../../domain/closings/closing.entity.ts';
import type { SkipReason } from '../../domain/closings/words.ts';
import { DomainError } from '../../domain/errors.ts';
import { hasBegun } from '../../domain/month.ts';
import type { OfficeCaller } from '../access/admit.ts';
import { inOffice } from '../in-company.ts';
import { companiesAtMost, distinctIds, notInPortfolio } from '../offices/chosen-companies.ts';
import { countPortfolio } from '../offices/portfolio.ts';
import { type AskedClosing, beginClosings, type Beginning } from './begin-closings.ts';
import { type ClosableCompany, closableCompanies } from './closable-companies.ts';

export type AskedClosings = AskedClosing & {
  /** Of the portfolio; all of it without them. */
  companyIds?: readonly string[] | undefined;
};

export type CreatedClosings = {
  created: { companyId: string; closingId: string }[];
  skipped: { companyId: string; reason: SkipReason }[];
};

/** Who asks: an office's key, or an operator without one. */
export type ClosingCaller = Pick<OfficeCaller, 'office'> & { keyId: string | null };

/**
 * Begins the month of every company that has documents in it and is not being closed already.
 *
 * @param dispatch has the office's actor take what is PENDING, once it is committed; false where Temporal cannot be reached
 * @throws DomainError `validation_error` where neither file is wanted, for a month that has not begun, and for a list of none or too many;
 *   `company_not_in_portfolio` naming the first of the list that is not; `portfolio_too_large` without a list. Nothing is begun then
 */
export async function createClosings(
  orm: Orm,
  caller: ClosingCaller,
  asked: AskedClosings,
  dispatch: () => Promise<boolean>,
): Promise<CreatedClosings> {
  check(asked);
  const { office } = caller;
  const { idle, beginnings } = await inOffice(orm, office.id, async (em) => {
    const companies = await companiesOf(em, asked);
    const busy = companies.filter(({ documentCount }) => documentCount > 0);
    const idle = companies.filter(({ documentCount }) => documentCount === 0);
    return { idle, beginnings: busy.length > 0 ? await beginClosings(em, caller, asked, busy) : [] };
  });
  const begun = beginnings.flatMap(({ closingId }) => closingId ?? []);
  const withdrawn = begun.length > 0 && !(await dispatch()) ? await withdraw(orm, office.id, begun) : new Set<string>();
  return outcomeOf(idle, beginnings, withdrawn);
}

function check({ includeXml, includePdf, companyIds, ...month }: AskedClosings): void {
  if (!includeXml && !includePdf) refuse('includeXml', 'deve ser true quando includePdf é false');
  if (!hasBegun(month, new Date())) refuse('month', 'não pode ser um mês que ainda não começou');
  if (!companyIds) return;
  if (companyIds.length === 0) refuse('companyIds', 'deve ter ao menos uma empresa; sem ele, é a carteira inteira');
  const count = distinctIds(companyIds).length;
  if (count > companiesAtMost) refuse('companyIds', `tem ${count} empresas; o limite é ${companiesAtMost} por vez`);
}

function refuse(path: string, message: string): never {
  throw new DomainError('validation_error', `${path} ${message}.`, { issues: [{ path, message }] });
}

async function companiesOf(em: EntityManager, { year, month, companyIds }: AskedClosings): Promise<ClosableCompany[]> {
  if (!companyIds) {
    await checkPortfolio(em);
    return closableCompanies(em, { year, month });
  }
  const wanted = distinctIds(companyIds);
  const companies = await closableCompanies(
    em,
    { year, month },
    wanted.filter((id) => isUuid(id)),
  );
  const known = new Set(companies.map(({ id }) => id));
  const foreign = wanted.find((id) => !known.has(id));
  if (foreign !== undefined) throw notInPortfolio([foreign]);
  return companies;
}

async function checkPortfolio(em: EntityManager): Promise<void> {
  const count = await countPortfolio(em);
  if (count <= companiesAtMost) return;
  const message = `A carteira tem ${count} empresas, mais que ${companiesAtMost}. Diga em companyIds quais fechar, até ${companiesAtMost} por vez.`;
  throw new DomainError('portfolio_too_large', message);
}

/** Takes back what no actor has taken. @returns the ids of what is gone */
async function withdraw(orm: Orm, officeId: string, ids: string[]): Promise<Set<string>> {
  const gone = await inOffice(orm, officeId, (em) =>
    em.execute<Pick<Closing, 'id'>[]>(
      `delete from closing where id = any (?::uuid[]) and status = 'PENDING' returning id`,
      [`{${ids.join(',')}}`],
    ),
  );
  return new Set(gone.map(({ id }) => id));
}

function outcomeOf(idle: ClosableCompany[], beginnings: Beginning[], withdrawn: Set<string>): CreatedClosings {
  const outcome: CreatedClosings = { created: [], skipped: [] };
  for (const { companyId, closingId, isLinked } of beginnings) {
    if (!isLinked) outcome.skipped.push({ companyId, reason: 'not_in_portfolio' });
    else if (closingId === null) outcome.skipped.push({ companyId, reason: 'already_running' });
    else if (withdrawn.has(closingId)) outcome.skipped.push({ companyId, reason: 'dispatch_failed' });
    else outcome.created.push({ companyId, closingId });
  }
  outcome.skipped.push(...idle.map(({ id }) => ({ companyId: id, reason: 'no_documents' as const })));
  return outcome;
}
