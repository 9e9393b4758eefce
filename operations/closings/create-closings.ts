import { v7 as uuid, validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import type { AuditAction } from '../../domain/audit/actions.ts';
import type { AuditDetails } from '../../domain/audit/audit-entry.entity.ts';
import type { Closing } from '../../domain/closings/closing.entity.ts';
import type { SkipReason } from '../../domain/closings/progress.ts';
import { DomainError } from '../../domain/errors.ts';
import { hasBegun, type Month, monthInDigits } from '../../domain/month.ts';
import type { ActingOffice, PersonOfOffice } from '../acting.ts';
import { record } from '../audit/record.ts';
import { withNothingAround, type TransactionWrapper } from '../transactions.ts';
import { actingInOffice } from '../in-company.ts';
import { companiesAtMost, distinctIds, notInPortfolio } from '../offices/chosen-companies.ts';
import { countPortfolio } from '../offices/portfolio.ts';
import { closableCompanies, type ClosableCompany } from './eligible-companies.ts';

export type ClosingOrder = MonthOrder & {
  /** Companies of the portfolio; the whole portfolio where absent. */
  companyIds?: readonly string[] | undefined;
};

export type CreatedClosings = {
  created: { companyId: string; closingId: string }[];
  skipped: { companyId: string; reason: SkipReason }[];
};

/** The companies without documents (`idle`), and what became of the others in the transaction that begins their closings. */
export type BegunClosings = { idle: ClosableCompany[]; beginnings: Beginning[] };

/** What is done in that transaction, and in the one that withdraws closings which no actor took. */
export type ClosingHooks = {
  around?: TransactionWrapper<BegunClosings>;
  takenBack?: (em: EntityManager) => Promise<void>;
};

/** The office's key that asks; or, with `keyId` null, a person of the office (with her part of the portfolio) or an operator. */
export type ClosingCaller = { office: ActingOffice | PersonOfOffice; keyId: string | null };

/**
 * Begins a closing of the month for every company that has documents in it and no closing of it under way.
 *
 * @param dispatch has the office's actor take what is PENDING, once it is committed; false where Temporal cannot be reached
 * @throws DomainError `validation_error` where neither file is wanted, for a month that has not begun, and for a list of none or too many;
 *   `company_not_in_portfolio` naming the first of the list that is not; `portfolio_too_large` without a list. Nothing is begun then
 */
export async function createClosings(
  orm: Orm,
  caller: ClosingCaller,
  asked: ClosingOrder,
  dispatch: () => Promise<boolean>,
  { around = withNothingAround, takenBack }: ClosingHooks = {},
): Promise<CreatedClosings> {
  check(asked);
  const { office } = caller;
  const { idle, beginnings } = await actingInOffice(orm, office, (em) => around(em, () => begin(em, caller, asked)));
  const begun = beginnings.flatMap(({ closingId }) => closingId ?? []);
  const isTaken = begun.length === 0 || (await dispatch());
  const withdrawn = isTaken ? new Set<string>() : await withdraw(orm, office, begun, takenBack);
  return outcomeOf(idle, beginnings, withdrawn);
}

async function begin(em: EntityManager, caller: ClosingCaller, asked: ClosingOrder): Promise<BegunClosings> {
  const companies = await companiesOf(em, asked);
  const busy = companies.filter(({ documentCount }) => documentCount > 0);
  const idle = companies.filter(({ documentCount }) => documentCount === 0);
  const beginnings = busy.length > 0 ? await beginClosings(em, caller, asked, busy) : [];
  const count = beginnings.filter(({ closingId }) => closingId !== null).length;
  if (count > 0) recordClosings(em, caller.office, 'CLOSINGS_REQUESTED', { month: monthInDigits(asked), count });
  return { idle, beginnings };
}

function recordClosings(
  em: EntityManager,
  { id: office, actor }: ActingOffice,
  action: AuditAction,
  details: AuditDetails,
): void {
  record(em, actor, { action, office, subject: null, details });
}

function check({ includeXml, includePdf, companyIds, ...month }: ClosingOrder): void {
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

async function companiesOf(em: EntityManager, { year, month, companyIds }: ClosingOrder): Promise<ClosableCompany[]> {
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

/** Withdraws closings that no actor has taken. @returns their ids */
async function withdraw(
  orm: Orm,
  office: ClosingCaller['office'],
  ids: string[],
  takenBack: ClosingHooks['takenBack'],
): Promise<Set<string>> {
  const gone = await actingInOffice(orm, office, async (em) => {
    const deleted = await em.execute<Pick<Closing, 'id'>[]>(
      `delete from closing where id = any (?::uuid[]) and status = 'PENDING' returning id`,
      [`{${ids.join(',')}}`],
    );
    if (deleted.length > 0) recordClosings(em, office, 'REQUEST_WITHDRAWN', { closings: deleted.length });
    await takenBack?.(em);
    return deleted;
  });
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

/** The month to be closed, and what goes into the ZIP. */
type MonthOrder = Month & { includeXml: boolean; includePdf: boolean };

/** What became of a company: its closing was created, another one is under way (`closingId` null), or its link to the office has ended. */
type Beginning = { companyId: string; closingId: string | null; isLinked: boolean };

type Row = { company_id: string; closing_id: string | null };

/**
 * Writes the rows of closings as PENDING, in one statement; none for a company whose month is under way, or whose link has ended since the company
 * was read. Links are locked until the transaction ends. Rows are taken in the order of companies, so that simultaneous requests wait for each
 * other and do not deadlock.
 *
 * @param em sees the caller's office (`inOffice`)
 */
async function beginClosings(
  em: EntityManager,
  { office, keyId }: ClosingCaller,
  asked: MonthOrder,
  companies: ClosableCompany[],
): Promise<Beginning[]> {
  const { year, month, includeXml, includePdf } = asked;
  const rows = companies.map((company) => rowOf(company, office.id, asked));
  const wanted = `{${companies.map(({ id }) => id).join(',')}}`;
  const values = [office.id, wanted, office.id, year, month, includeXml, includePdf, keyId, JSON.stringify(rows)];
  const linked = await em.execute<Row[]>(statement, values);
  const begun = new Map(linked.map((row) => [row.company_id, row.closing_id]));
  return companies.map(({ id }) => ({
    companyId: id,
    closingId: begun.get(id) ?? null,
    isLinked: begun.has(id),
  }));
}

function rowOf({ id: companyId, taxId, name, documentCount }: ClosableCompany, officeId: string, month: Month) {
  const id = uuid();
  return {
    id,
    company_id: companyId,
    company_tax_id: taxId,
    company_name: name,
    document_count: documentCount,
    file_name: `${taxId}-fechamento-${monthInDigits(month)}.zip`,
    blob_key: `closings/${officeId}/${id}.zip`,
  };
}

const statement = `
  with linked as materialized (
    select company_id from office_link
    where office_id = ? and status = 'ACTIVE' and company_id = any (?::uuid[])
    order by company_id for share
  ), begun as (
    insert into closing
      (id, office_id, company_id, company_tax_id, company_name, year, month, include_xml, include_pdf, created_by, status,
        document_count, file_name, blob_key, created_at, updated_at)
    select wanted.id, ?::uuid, wanted.company_id, wanted.company_tax_id, wanted.company_name, ?, ?, ?, ?, ?::uuid,
      'PENDING', wanted.document_count, wanted.file_name, wanted.blob_key, clock_timestamp(), clock_timestamp()
    from jsonb_to_recordset(?::jsonb) as wanted (id uuid, company_id uuid, company_tax_id text, company_name text,
        document_count int, file_name text, blob_key text)
      join linked on linked.company_id = wanted.company_id
    order by wanted.company_id
    on conflict do nothing
    returning id, company_id
  )
  select linked.company_id, begun.id as closing_id
  from linked left join begun on begun.company_id = linked.company_id`;
