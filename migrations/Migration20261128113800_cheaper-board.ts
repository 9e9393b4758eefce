import { Migration } from '@mikro-orm/migrations';

/** A condition on `link` and company `c`: the part of the office's portfolio whose transaction this is. */
const inPortfolio = `in_part(link.company_id) and link.office_id = current_setting('lavra.office_id')::uuid and link.status = 'ACTIVE' and c.is_active`;

/** Documents of the series of `s`, and inutilizations of it that have not failed. */
const ofSeries = `d.company_id = s.company_id and d.environment = 'PRODUCTION' and d.type = s.type and d.series = s.series`;
const givenUp = `i.company_id = s.company_id and i.environment = 'PRODUCTION' and i.status <> 'REJECTED'
            and i.model = case s.type when 'NFE' then '55' when 'NFCE' then '65' end and i.series = s.series`;

/**
 * The board of a month reads half of what it did, for three fifths of the processor's time: the notes of a company are summed where they are read,
 * and only those that are not simply authorized are looked at again, by their ids. The number before a series is looked up by the index of
 * numbers, which holds those above zero alone and was passed over; and the last number of the months before is sought below the month's own, not
 * from the end of the series, unless numbers of other months stand between those of this one.
 */
export class Migration20261128113800_cheaperBoard extends Migration {
  override up(): void {
    this.addSql(`create or replace function "month_board"(pattern text, first_day date, wanted_year int, wanted_month int)
      returns table (company jsonb)
      language sql stable security definer set search_path = public, pg_temp rows 200
      as $$
        with mine as materialized (
          select c.id, c.tax_id, coalesce(nullif(c.trade_name, ''), c.name) as name, plain_text(c.name) as place, link.issuing_allowed
          from office_link link join company c on c.id = link.company_id
          where ${inPortfolio}
            and (
              pattern is null
              or plain_text(' ' || c.name || ' ' || coalesce(c.trade_name, '') || ' ' || c.tax_id) like pattern
            )
        ), series as materialized (
          select mine.id as company_id, d.*
          from mine cross join lateral (
            select type, series,
              min(number) filter (where number > 0) as first, max(number) as last, count(*) filter (where number > 0) as numbers,
              count(*) filter (where status in ('AUTHORIZED', 'CANCELLED')) as notes, sum(total_value) filter (where status = 'AUTHORIZED') as total_value,
              array_agg(id) filter (where status in ('PROCESSING', 'REJECTED', 'CANCELLED')) as others
            from (
              select id, type, series, number, status, total_value
              from document where company_id = mine.id and environment = 'PRODUCTION' and issue_month = first_day offset 0
            ) note
            group by type, series
          ) d
        ), other as materialized (
          select d.id, d.company_id, d.type, d.series, d.number, d.status, d.is_denied, d.waiting_kind, d.waiting_since, d.contingency_transmit_by,
            d.cancellation_date, d.status = 'PROCESSING' and coalesce(d.contingency_mode in ('OFFLINE', 'EPEC'), false) as is_out
          from series s cross join lateral unnest(s.others) as rare (id) join document d on d.id = rare.id
        ), waiting as (
          select *, status = 'PROCESSING' and not is_out as is_waiting from other
        ), suspect as (
          select s.* from series s
          where s.numbers <> s.last - s.first + 1 or (s.first > 1 and coalesce(
            (select d.issue_month >= first_day from document d where ${ofSeries} and d.number = s.first - 1 and d.number > 0), true))
        ), ranged as (
          select s.*, coalesce(before.previous + 1, s.first) as lower
          from suspect s cross join lateral (
            select case
              when s.numbers = (select count(*) from document d where ${ofSeries} and d.number > 0 and d.number between s.first and s.last) then (
                select d.number from document d
                where ${ofSeries} and d.number > 0 and d.number < s.first and d.issue_month < first_day order by d.number desc limit 1)
              else (select max(d.number) from document d where ${ofSeries} and d.number > 0 and d.issue_month < first_day)
            end as previous
          ) before
        ), gap as (
          select s.company_id, s.type, s.series, hole.start_number, hole.end_number
          from ranged s cross join lateral (
            select covered + 1 as start_number, first - 1 as end_number
            from (
              select first, coalesce(max(last) over (order by first, last rows between unbounded preceding and 1 preceding), s.lower - 1) as covered
              from (
                select d.number as first, d.number as last from document d where ${ofSeries} and d.number between s.lower and s.last and d.number > 0
                union all
                select i.start_number, i.end_number from inutilization i
                where ${givenUp} and i.start_number <= s.last and i.end_number >= s.lower
                union all
                select n.number, n.number from replaced_note n
                where n.company_id = s.company_id and n.environment = 'PRODUCTION' and n.type = s.type and n.series = s.series
                  and n.number between s.lower and s.last
                union all
                select e.start_number, e.end_number from number_explanation e
                where e.company_id = s.company_id and e.office_id = current_setting('lavra.office_id')::uuid
                  and e.type = s.type and e.series = s.series and e.start_number <= s.last and e.end_number >= s.lower
              ) taken
            ) islands where first > covered + 1
          ) hole
        ), ranked as (
          select gap.*, row_number() over (
            partition by company_id order by array_position(array['NFE', 'NFCE', 'NFSE'], type::text), series, start_number) as rank
          from gap
        ), missing as (
          select company_id, sum(end_number - start_number + 1) as numbers, count(*) as ranges, jsonb_agg(
            jsonb_build_object('type', type, 'series', series, 'startNumber', start_number, 'endNumber', end_number) order by rank
          ) filter (where rank <= 10) as named
          from ranked group by company_id
        ), refused as (
          select s.company_id, count(*) as notes, min(s.id::text) as first_id
          from other s
          where s.status = 'REJECTED' and not s.is_denied and not exists (
            select from inutilization i where ${givenUp} and s.number between i.start_number and i.end_number)
          group by s.company_id
        ), standing as (
          select company_id, sum(notes) as notes, coalesce(sum(total_value), 0) as total_value from series group by company_id
        ), unsettled as (
          select company_id,
            count(*) filter (where is_waiting) as waiting,
            count(*) filter (where is_waiting and waiting_kind = 'PERSON') as undecided,
            min(waiting_since) filter (where is_waiting) as waiting_since,
            coalesce(min(id::text) filter (where is_waiting and waiting_kind = 'PERSON'), min(id::text) filter (where is_waiting)) as waiting_id,
            count(*) filter (where is_out) as untransmitted,
            min(contingency_transmit_by) filter (where is_out) as transmit_by,
            min(id::text) filter (where is_out) as out_id
          from waiting group by company_id
        ), summary as (
          select mine.id as company_id, count(*) as notes, count(*) filter (where d.kind = 'RES_NFE PENDING') as unanswered
          from mine cross join lateral (
            select kind from received_document
            where company_id = mine.id and environment = 'PRODUCTION' and emission_month = first_day
              and kind in ('RES_NFE PENDING', 'RES_NFE CIENCIA', 'RES_NFE CONFIRMADA') offset 0
          ) d
          group by mine.id
        ), last_closing as (
          select distinct on (k.company_id) k.*
          from closing k
          where k.office_id = current_setting('lavra.office_id')::uuid and k.year = wanted_year and k.month = wanted_month
          order by k.company_id, k.id desc
        )
        select jsonb_build_object(
          'id', mine.id, 'taxId', mine.tax_id, 'name', mine.name, 'issuingAllowed', mine.issuing_allowed,
          'noteCount', coalesce(standing.notes, 0), 'totalValue', coalesce(standing.total_value, 0)::numeric(20, 2)::text,
          'missingNumbers', coalesce(missing.numbers, 0), 'gapCount', coalesce(missing.ranges, 0), 'gaps', coalesce(missing.named, '[]'),
          'waiting', coalesce(unsettled.waiting, 0), 'undecided', coalesce(unsettled.undecided, 0),
          'waitingSince', unsettled.waiting_since, 'waitingId', unsettled.waiting_id,
          'untransmitted', coalesce(unsettled.untransmitted, 0), 'transmitBy', unsettled.transmit_by, 'untransmittedId', unsettled.out_id,
          'rejected', coalesce(refused.notes, 0), 'rejectedId', refused.first_id,
          'summaries', coalesce(summary.notes, 0), 'unanswered', coalesce(summary.unanswered, 0),
          'certificateEnds', (select max(not_after) from certificate where company_id = mine.id and is_active and not_before <= now()),
          'closing', case when k.id is not null then jsonb_build_object(
            'id', k.id, 'company', k.company_id, 'status', k.status, 'documentCount', k.document_count, 'doneCount', k.done_count,
            'pdfCount', k.pdf_count, 'missingPdfCount', k.missing_pdf_count, 'startedAt', k.started_at, 'waitingFor', k.waiting_for,
            'waitingKind', k.waiting_kind, 'waitingSince', k.waiting_since, 'failureReason', k.failure_reason, 'fileSize', k.file_size,
            'sha256', k.sha256, 'asOf', k.as_of, 'completedAt', k.completed_at, 'deletedAt', k.deleted_at,
            'cancelledSince', case when k.status = 'COMPLETED' then (
              select count(*) from other where other.company_id = k.company_id and other.status = 'CANCELLED' and other.cancellation_date > k.as_of) end
          ) end
        )
        from mine
          left join standing on standing.company_id = mine.id
          left join unsettled on unsettled.company_id = mine.id
          left join missing on missing.company_id = mine.id
          left join refused on refused.company_id = mine.id
          left join summary on summary.company_id = mine.id
          left join last_closing k on k.company_id = mine.id
        order by mine.place, mine.id
      $$;`);
  }

  /** As Migration20261128062500_month-board made it. */
  override down(): void {
    this.addSql(`create or replace function "month_board"(pattern text, first_day date, wanted_year int, wanted_month int)
      returns table (company jsonb)
      language sql stable security definer set search_path = public, pg_temp rows 200
      as $$
        with mine as materialized (
          select c.id, c.tax_id, coalesce(nullif(c.trade_name, ''), c.name) as name, plain_text(c.name) as place, link.issuing_allowed
          from office_link link join company c on c.id = link.company_id
          where ${inPortfolio}
            and (
              pattern is null
              or plain_text(' ' || c.name || ' ' || coalesce(c.trade_name, '') || ' ' || c.tax_id) like pattern
            )
        ), note as materialized (
          select d.id, d.company_id, d.type, d.series, d.number, d.status, d.is_denied, d.total_value, d.waiting_kind, d.waiting_since,
            d.contingency_transmit_by, d.cancellation_date,
            d.status = 'PROCESSING' and coalesce(d.contingency_mode in ('OFFLINE', 'EPEC'), false) as is_out
          from mine cross join lateral (
            select * from document where company_id = mine.id and environment = 'PRODUCTION' and issue_month = first_day offset 0
          ) d
        ), series as (
          select company_id, type, series, min(number) as first, max(number) as last, count(*) as numbers
          from note where number > 0 group by company_id, type, series
        ), suspect as (
          select s.* from series s
          where s.numbers <> s.last - s.first + 1 or (s.first > 1 and coalesce(
            (select d.issue_month >= first_day from document d where ${ofSeries} and d.number = s.first - 1), true))
        ), ranged as (
          select s.*, coalesce(before.previous + 1, s.first) as lower
          from suspect s cross join lateral (
            select max(d.number) as previous from document d where ${ofSeries} and d.number > 0 and d.issue_month < first_day
          ) before
        ), gap as (
          select s.company_id, s.type, s.series, hole.start_number, hole.end_number
          from ranged s cross join lateral (
            select covered + 1 as start_number, first - 1 as end_number
            from (
              select first, coalesce(max(last) over (order by first, last rows between unbounded preceding and 1 preceding), s.lower - 1) as covered
              from (
                select d.number as first, d.number as last from document d where ${ofSeries} and d.number between s.lower and s.last and d.number > 0
                union all
                select i.start_number, i.end_number from inutilization i
                where ${givenUp} and i.start_number <= s.last and i.end_number >= s.lower
                union all
                select n.number, n.number from replaced_note n
                where n.company_id = s.company_id and n.environment = 'PRODUCTION' and n.type = s.type and n.series = s.series
                  and n.number between s.lower and s.last
                union all
                select e.start_number, e.end_number from number_explanation e
                where e.company_id = s.company_id and e.office_id = current_setting('lavra.office_id')::uuid
                  and e.type = s.type and e.series = s.series and e.start_number <= s.last and e.end_number >= s.lower
              ) taken
            ) islands where first > covered + 1
          ) hole
        ), ranked as (
          select gap.*, row_number() over (
            partition by company_id order by array_position(array['NFE', 'NFCE', 'NFSE'], type::text), series, start_number) as rank
          from gap
        ), missing as (
          select company_id, sum(end_number - start_number + 1) as numbers, count(*) as ranges, jsonb_agg(
            jsonb_build_object('type', type, 'series', series, 'startNumber', start_number, 'endNumber', end_number) order by rank
          ) filter (where rank <= 10) as named
          from ranked group by company_id
        ), refused as (
          select s.company_id, count(*) as notes, (array_agg(s.id order by s.id))[1] as first_id
          from note s
          where s.status = 'REJECTED' and not s.is_denied and not exists (
            select from inutilization i where ${givenUp} and s.number between i.start_number and i.end_number)
          group by s.company_id
        ), standing as (
          select company_id,
            count(*) filter (where status in ('AUTHORIZED', 'CANCELLED')) as notes,
            coalesce(sum(total_value) filter (where status = 'AUTHORIZED'), 0) as total_value,
            count(*) filter (where status = 'PROCESSING' and not is_out) as waiting,
            count(*) filter (where status = 'PROCESSING' and not is_out and waiting_kind = 'PERSON') as undecided,
            min(waiting_since) filter (where status = 'PROCESSING' and not is_out) as waiting_since,
            (array_agg(id order by waiting_kind = 'PERSON' desc nulls last, id) filter (where status = 'PROCESSING' and not is_out))[1] as waiting_id,
            count(*) filter (where is_out) as untransmitted,
            min(contingency_transmit_by) filter (where is_out) as transmit_by,
            (array_agg(id order by contingency_transmit_by) filter (where is_out))[1] as out_id
          from note group by company_id
        ), summary as (
          select mine.id as company_id, count(*) as notes, count(*) filter (where d.kind = 'RES_NFE PENDING') as unanswered
          from mine cross join lateral (
            select kind from received_document
            where company_id = mine.id and environment = 'PRODUCTION' and emission_month = first_day
              and kind in ('RES_NFE PENDING', 'RES_NFE CIENCIA', 'RES_NFE CONFIRMADA') offset 0
          ) d
          group by mine.id
        ), last_closing as (
          select distinct on (k.company_id) k.*
          from closing k
          where k.office_id = current_setting('lavra.office_id')::uuid and k.year = wanted_year and k.month = wanted_month
          order by k.company_id, k.id desc
        )
        select jsonb_build_object(
          'id', mine.id, 'taxId', mine.tax_id, 'name', mine.name, 'issuingAllowed', mine.issuing_allowed,
          'noteCount', coalesce(standing.notes, 0), 'totalValue', coalesce(standing.total_value, 0)::numeric(20, 2)::text,
          'missingNumbers', coalesce(missing.numbers, 0), 'gapCount', coalesce(missing.ranges, 0), 'gaps', coalesce(missing.named, '[]'),
          'waiting', coalesce(standing.waiting, 0), 'undecided', coalesce(standing.undecided, 0),
          'waitingSince', standing.waiting_since, 'waitingId', standing.waiting_id,
          'untransmitted', coalesce(standing.untransmitted, 0), 'transmitBy', standing.transmit_by, 'untransmittedId', standing.out_id,
          'rejected', coalesce(refused.notes, 0), 'rejectedId', refused.first_id,
          'summaries', coalesce(summary.notes, 0), 'unanswered', coalesce(summary.unanswered, 0),
          'certificateEnds', (select max(not_after) from certificate where company_id = mine.id and is_active and not_before <= now()),
          'closing', case when k.id is not null then jsonb_build_object(
            'id', k.id, 'company', k.company_id, 'status', k.status, 'documentCount', k.document_count, 'doneCount', k.done_count,
            'pdfCount', k.pdf_count, 'missingPdfCount', k.missing_pdf_count, 'startedAt', k.started_at, 'waitingFor', k.waiting_for,
            'waitingKind', k.waiting_kind, 'waitingSince', k.waiting_since, 'failureReason', k.failure_reason, 'fileSize', k.file_size,
            'sha256', k.sha256, 'asOf', k.as_of, 'completedAt', k.completed_at, 'deletedAt', k.deleted_at,
            'cancelledSince', case when k.status = 'COMPLETED' then (
              select count(*) from note where note.company_id = k.company_id and note.status = 'CANCELLED' and note.cancellation_date > k.as_of) end
          ) end
        )
        from mine
          left join standing on standing.company_id = mine.id
          left join missing on missing.company_id = mine.id
          left join refused on refused.company_id = mine.id
          left join summary on summary.company_id = mine.id
          left join last_closing k on k.company_id = mine.id
        order by mine.place, mine.id
      $$;`);
  }
}
