import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { type Month, monthInDigits } from '../../domain/month.ts';
import type { OfficeCaller } from '../access/admit.ts';
import type { ClosableCompany } from './closable-companies.ts';

/** The month that is closed, and what goes into its ZIP. */
export type AskedClosing = Month & { includeXml: boolean; includePdf: boolean };

/** What became of a company: its closing has a row, another one is under way, or its link has ended. */
export type Beginning = { companyId: string; closingId: string | null; isLinked: boolean };

type Row = { company_id: string; closing_id: string | null };

/**
 * Writes the rows of closings, PENDING, in one statement: none where one of the same month is under way or the link has ended since the
 * company was looked at. Links hold still until the transaction ends. In the order of companies, so that requests which come at once wait
 * for each other instead of locking each other out.
 *
 * @param em sees the caller's office (`inOffice`)
 */
export async function beginClosings(
  em: EntityManager,
  { office, keyId }: Pick<OfficeCaller, 'office'> & { keyId: string | null },
  asked: AskedClosing,
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
