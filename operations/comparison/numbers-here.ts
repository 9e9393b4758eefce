import type { EntityManager } from '../../config/orm.ts';
import type { NumberHere } from '../../domain/comparison/rule.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import type { ReplacedStatus } from '../../domain/documents/next-of-replaced.ts';
import { boundsOf, type Month } from '../../domain/month.ts';

/** A series of a company in production, and the month to be compared. */
export type ComparedNumbers = { companyId: string; type: DocumentType; series: number; month: Month };

/** What we have under a number, with the document that holds it. */
export type HeldNumber = { number: number; here: NumberHere; documentId: string | null; isOfMonth: boolean };

type Row = {
  number: number;
  documentId: string | null;
  status: 'DRAFT' | 'PROCESSING' | 'REJECTED' | 'AUTHORIZED' | 'CANCELLED' | null;
  isDenied: boolean | null;
  accessKey: string | null;
  digestValue: string | null;
  isOfMonth: boolean | null;
  isBusy: boolean | null;
  isGivenUp: boolean;
  /** A note that another one replaced. */
  replaced: { status: ReplacedStatus; accessKey: string } | null;
  /** A note that the company issued with another system, brought here as a file. */
  past: { status: 'AUTHORIZED' | 'DENIED' | 'CANCELLED'; accessKey: string } | null;
};

/** What we have under each number from `first` to `last`. */
export async function numbersHere(
  em: EntityManager,
  { companyId, type, series, month }: ComparedNumbers,
  { first, last }: { first: number; last: number },
): Promise<HeldNumber[]> {
  const { start, next } = boundsOf(month);
  const rows = await em.execute<Row[]>(statement, [companyId, type, series, start, next, first, last]);
  return rows.map((row) => ({
    number: row.number,
    here: hereOf(row),
    documentId: row.documentId,
    isOfMonth: row.isOfMonth === true,
  }));
}

function hereOf({ status, accessKey, digestValue, isDenied, isBusy, isGivenUp, replaced, past }: Row): NumberHere {
  if (isBusy || status === 'PROCESSING') return { kind: 'UNDER_WAY' };
  if ((status === 'AUTHORIZED' || status === 'CANCELLED') && accessKey !== null) {
    return { kind: 'NOTE', status, accessKey, digestValue };
  }
  if (past && past.status !== 'DENIED') {
    return { kind: 'NOTE', status: past.status, accessKey: past.accessKey, digestValue: null };
  }
  if (isDenied || past) return { kind: 'DENIED' };
  if (isGivenUp) return { kind: 'GIVEN_UP' };
  if (status !== null) return { kind: 'OPEN' };
  return replaced === null ? { kind: 'UNTOUCHED' } : hereOfReplaced(replaced);
}

/**
 * What a replaced note is here. Its own run settles it by what the authority says: it was cancelled there, or its number was inutilized or spent.
 */
function hereOfReplaced({ status, accessKey }: NonNullable<Row['replaced']>): NumberHere {
  switch (status) {
    case 'CANCELLED':
      return { kind: 'NOTE', status, accessKey, digestValue: null };
    case 'GIVEN_UP':
    case 'SPENT':
      return { kind: 'GIVEN_UP' };
    default:
      return { kind: 'UNDER_WAY' };
  }
}

const ofSeries = (alias: string): string =>
  `${alias}.company_id = asked.company_id and ${alias}.environment = 'PRODUCTION' and ${alias}.series = asked.series`;

const modelOfType = `case asked.type when 'NFE' then '55' when 'NFCE' then '65' end`;

/** Of an NFS-e that came as a file, the number is the municipality's and not that of its DPS. */
const pastOfSeries = `p.company_id = asked.company_id and p.environment = 'PRODUCTION' and p.type = asked.type and p.type <> 'NFSE' and p.series = asked.series::text`;

/** The digest is the one in the authority's protocol: a note that a person adopted may differ from what was signed here. */
const statement = `
  with asked as (
    select ?::uuid as company_id, ?::text as type, ?::int as series, ?::timestamptz as start, ?::timestamptz as next
  )
  select n.number, d.id as "documentId", d.status, d.is_denied as "isDenied", d.access_key as "accessKey",
    (d.issue_date_time >= asked.start and d.issue_date_time < asked.next) as "isOfMonth", (
      select substring(coalesce(e.protocol_xml, e.proc_xml) from '<digVal>([^<]+)</digVal>') from emission e
      where e.document_id = d.id and e.access_key = d.access_key order by e.attempt desc limit 1
    ) as "digestValue",
    exists (select from document_event v where v.document_id = d.id and v.status = 'PENDING') as "isBusy",
    exists (
      select from inutilization i
      where ${ofSeries('i')} and i.model = ${modelOfType} and i.status <> 'REJECTED' and n.number between i.start_number and i.end_number
    ) or exists (
      select from past_inutilization i
      where ${ofSeries('i')} and i.model = ${modelOfType} and n.number between i.first_number and i.last_number
    ) as "isGivenUp",
    (
      select json_build_object('status', p.status, 'accessKey', p.access_key) from past_note p
      where ${pastOfSeries} and p.number = n.number::text limit 1
    ) as past,
    (
      select json_build_object('status', r.status, 'accessKey', r.access_key) from replaced_note r
      where ${ofSeries('r')} and r.type = asked.type and r.number = n.number order by r.attempt desc limit 1
    ) as replaced
  from asked cross join generate_series(?::int, ?::int) n (number)
    left join document d on ${ofSeries('d')} and d.type = asked.type and d.number = n.number and d.number > 0
  order by n.number`;

/** The first number from `from` on that was drawn or inutilized here; null where there is none. */
export async function nextUsed(
  em: EntityManager,
  { companyId, type, series }: Omit<ComparedNumbers, 'month'>,
  from: number,
): Promise<number | null> {
  const [row] = await em.execute<{ next: number | null }[]>(
    `with asked as (select ?::uuid as company_id, ?::text as type, ?::int as series, ?::int as first)
     select least(
       (select min(d.number) from document d, asked where ${ofSeries('d')} and d.type = asked.type and d.number >= asked.first),
       (select min(greatest(i.start_number, asked.first)) from inutilization i, asked
        where ${ofSeries('i')} and i.model = ${modelOfType} and i.status <> 'REJECTED' and i.end_number >= asked.first),
       (select min(r.number) from replaced_note r, asked where ${ofSeries('r')} and r.type = asked.type and r.number >= asked.first),
       (select min(p.number::int) from past_note p, asked where ${pastOfSeries} and p.number::int >= asked.first),
       (select min(greatest(i.first_number, asked.first)) from past_inutilization i, asked
        where ${ofSeries('i')} and i.model = ${modelOfType} and i.last_number >= asked.first)
     ) as next`,
    [companyId, type, series, from],
  );
  return row?.next ?? null;
}
