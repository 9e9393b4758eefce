import { v7 as uuid } from 'uuid';
import type { Orm } from '../../../config/orm.ts';
import { buildAccessKey } from '../../../domain/access-key.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';

/**
 * Writes copies of an authorized note straight into the database, hundreds in a moment: each differs from `of` in its number and access key
 * alone, so that the signatures remain those of `of`.
 *
 * @param from the first of their numbers
 * @returns their ids
 */
export async function copies(
  orm: Orm,
  of: Pick<Document, 'id' | 'accessKey'>,
  { from, count, companyId }: { from: number; count: number; companyId?: string },
): Promise<string[]> {
  const key = of.accessKey ?? '';
  const rows = Array.from({ length: count }, (_, at) => ({
    id: uuid(),
    number: from + at,
    key: buildAccessKey({
      stateCode: key.slice(0, 2),
      yearMonth: key.slice(2, 6),
      taxId: key.slice(6, 20),
      model: key.slice(20, 22),
      series: Number(key.slice(22, 25)),
      number: from + at,
      emissionType: key.slice(34, 35),
      // Companies that share a tax id in a test get different keys.
      cNF: companyId ? String(parseInt(companyId.slice(-7), 16) % 1e8).padStart(8, '0') : key.slice(35, 43),
    }),
  }));
  const em = acrossCompanies(orm);
  await em.execute(documents, [companyId ?? null, of.id, JSON.stringify(rows)]);
  await em.execute(emissions, [companyId ?? null, key, key, key, of.id, JSON.stringify(rows)]);
  return rows.map(({ id }) => id);
}

const listed = `jsonb_to_recordset(?::jsonb) as row (id uuid, number int, key text)`;

const documents = `
  insert into document (
    id, company_id, type, environment, status, series, number, access_key, total_value, issue_date_time, authorization_date,
    protocol_number, c_stat, client_snapshot, payload, computed, attempt, created_at, updated_at
  )
  select row.id, coalesce(?::uuid, d.company_id), d.type, d.environment, 'AUTHORIZED', d.series, row.number, row.key, d.total_value,
    d.issue_date_time, d.authorization_date, d.protocol_number, d.c_stat, d.client_snapshot, d.payload, d.computed, 1,
    d.created_at, d.updated_at
  from (select * from document where id = ?) d cross join ${listed}`;

const emissions = `
  insert into emission (document_id, attempt, company_id, series, number, subject, access_key, signed_xml, digest_value, protocol_xml, proc_xml, created_at)
  select row.id, 1, coalesce(?::uuid, e.company_id), e.series, row.number, row.key, row.key, replace(e.signed_xml, ?, row.key), e.digest_value,
    replace(e.protocol_xml, ?, row.key), replace(e.proc_xml, ?, row.key), e.created_at
  from (select * from emission where document_id = ? and (proc_xml is not null or protocol_xml is not null) order by attempt desc limit 1) e
    cross join ${listed}`;
