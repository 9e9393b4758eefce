import type { EntityManager } from '../../config/orm.ts';
import { gapsOf } from '../../domain/closings/gaps.ts';
import type { NumberRange, SeriesNumbers } from '../../domain/closings/summary.ts';

/** A month of one company. */
export type CompanyMonth = { companyId: string; bounds: { start: Date; next: Date } };

type Row = Omit<SeriesNumbers, 'gaps'> & { taxId: string; untouched: NumberRange[] };

/**
 * The numbers of every series in which the company issued in production in a month, by type and series, read in one snapshot. However many
 * documents there are, only numbers that are listed one by one are read into memory.
 */
export async function monthNumbering(
  em: EntityManager,
  { companyId, bounds: { start, next } }: CompanyMonth,
): Promise<SeriesNumbers[]> {
  const rows = await em.execute<Row[]>(statement, [companyId, start, next]);
  return rows.map(({ taxId, untouched, ...numbers }) => ({
    ...numbers,
    gaps: gapsOf(untouched, { type: numbers.type, series: numbers.series, taxId }),
  }));
}

const settled = `d.status in ('AUTHORIZED', 'CANCELLED')`;
/** SQL: the document holds its number and may still become a note. The statuses are listed for the sake of the index on them. */
const unsettled = `d.status in ('DRAFT', 'PROCESSING', 'REJECTED') and not d.is_denied`;

/** SQL: a document of the company in production that has a number. */
const drawn = `d.company_id = asked.company_id and d.environment = 'PRODUCTION' and d.number > 0`;
const ofMonth = `d.issue_date_time >= asked.start and d.issue_date_time < asked.next`;
const ofSeries = `d.type = s.type and d.series = s.series`;
const inRange = `d.number between s.lower and s.last`;

/** SQL: an inutilization of the series that was not refused. */
const givenUp = `i.company_id = asked.company_id and i.environment = 'PRODUCTION' and i.status <> 'REJECTED'
  and i.model = s.model and i.series = s.series`;
const touching = 'i.start_number <= s.last and i.end_number >= s.lower';

/** SQL: a number that a sale left when it was issued anew in contingency; the authority may have a note with it. */
const replaced = `n.company_id = asked.company_id and n.environment = 'PRODUCTION' and n.type = s.type and n.series = s.series
  and n.number between s.lower and s.last`;

/** Documents of the month; each part of the union has an index of its own. */
const used = `
  select d.type, d.series, d.number, d.status, d.is_denied from document d, asked where ${drawn} and ${ofMonth} and ${settled}
  union all
  select d.type, d.series, d.number, d.status, d.is_denied from document d, asked
  where ${drawn} and ${ofMonth} and d.status in ('DRAFT', 'PROCESSING', 'REJECTED')`;

const seriesOfMonth = `
  select type, series, case type when 'NFE' then '55' when 'NFCE' then '65' end as model,
    min(number) as first, max(number) as last, count(*) filter (where status = 'AUTHORIZED') as authorized,
    coalesce(json_agg(number order by number) filter (where status = 'CANCELLED'), '[]') as cancelled,
    coalesce(json_agg(number order by number) filter (where is_denied), '[]') as denied
  from used group by type, series`;

/** The numbers of the month begin after the highest number of earlier months. */
const ranged = `
  select s.*, before.previous, coalesce(before.previous + 1, s.first) as lower
  from series_of_month s, asked, lateral number_before(asked.company_id, s.type, s.series, asked.start, s.first, s.last, false) before`;

/** Unused numbers, by the same database function as the office's board of the month. */
const untouched = `
  select json_agg(json_build_object('startNumber', start_number, 'endNumber', end_number) order by start_number)
  from untouched_numbers(asked.company_id, s.type, s.series, s.lower, s.last, null)`;

const inutilized = (status: string) => `
  select json_agg(json_build_object('startNumber', i.start_number, 'endNumber', i.end_number) order by i.start_number)
  from inutilization i where ${givenUp} and ${touching} and i.status = '${status}'`;

const later = `
  select json_agg(d.number order by d.number) from document d
  where ${drawn} and ${ofSeries} and ${inRange} and not (${ofMonth}) and (${settled} or d.is_denied)`;

/**
 * Numbers that are held without a valid note. A rejected document, or a note that another replaced, holds its number no longer once that is
 * inutilized or about to be. A document that was refused after it was out in contingency has a status of its own.
 */
const open = `
  select json_agg(json_build_object('number', number, 'documentId', id, 'status', status) order by number)
  from (
    select d.number, d.id, case when d.status = 'REJECTED' and d.contingency_transmit_by is not null
      then 'REJECTED_IN_CONTINGENCY' else d.status end as status
    from document d where ${drawn} and ${ofSeries} and ${unsettled} and (${inRange} or ${ofMonth})
    union all
    select n.number, n.document_id, case n.status when 'CANCELLED' then 'REPLACED_CANCELLED' when 'SPENT' then 'REPLACED_SPENT' else 'REPLACED' end
    from replaced_note n where ${replaced}
  ) held
  where not exists (select from inutilization i where ${givenUp} and held.number between i.start_number and i.end_number)`;

const listed = (query: string) => `coalesce((${query}), '[]')`;

const statement = `
  with asked as (select ?::uuid as company_id, ?::timestamptz as start, ?::timestamptz as next),
  used as (${used}),
  series_of_month as (${seriesOfMonth}),
  ranged as (${ranged})
  select s.type, s.series, s.previous, s.first, s.last, s.authorized::int as authorized, s.cancelled, s.denied,
    ${listed(inutilized('AUTHORIZED'))} as inutilized, ${listed(inutilized('PENDING'))} as inutilizing,
    ${listed(later)} as later, ${listed(open)} as open, ${listed(untouched)} as untouched, c.tax_id as "taxId"
  from ranged s, asked join company c on c.id = asked.company_id
  order by array_position(array['NFE', 'NFCE', 'NFSE'], s.type::text), s.series`;
