import { Migration } from '@mikro-orm/migrations';

const ownOffice = `office_id = (current_setting('lavra.office_id'))::uuid`;

/** A condition on `link` and company `c`: the part of the office's portfolio whose transaction this is. */
const inPortfolio = `in_part(link.company_id) and link.office_id = current_setting('lavra.office_id')::uuid and link.status = 'ACTIVE' and c.is_active`;

/** Documents of the series of `s`, and inutilizations of it that have not failed. */
const ofSeries = `d.company_id = s.company_id and d.environment = 'PRODUCTION' and d.type = s.type and d.series = s.series`;
const givenUp = `i.company_id = s.company_id and i.environment = 'PRODUCTION' and i.status <> 'REJECTED'
            and i.model = case s.type when 'NFE' then '55' when 'NFCE' then '65' end and i.series = s.series`;

const functions = {
  month_board: '(text, date, int, int)',
  month_board_version: '(date, int, int)',
};

/**
 * What an office learns of a month of its companies at once: what hinders each, and how far its closing is. An office sees no document, so
 * functions count for it. And numbers that it explains, which hinder nothing any more.
 */
export class Migration20261128062500_monthBoard extends Migration {
  override up(): void {
    this.addExplanations();
    this.addBoard();
    this.addVersion();
    for (const [name, parameters] of Object.entries(functions)) {
      this.addSql(`revoke execute on function "${name}"${parameters} from public;`);
      this.addSql(`grant execute on function "${name}"${parameters} to "lavra_tenant";`);
    }
  }

  private addExplanations(): void {
    this.addSql(`create table "number_explanation" (
      "id" uuid not null,
      "office_id" uuid not null,
      "company_id" uuid not null,
      "type" text not null,
      "series" int not null,
      "start_number" int not null,
      "end_number" int not null,
      "text" varchar(255) not null,
      "author" varchar(100) not null,
      "created_at" timestamptz not null,
      primary key ("id"),
      constraint "number_explanation_office_id_foreign" foreign key ("office_id") references "office" ("id"),
      constraint "number_explanation_company_id_foreign" foreign key ("company_id") references "company" ("id"),
      constraint "number_explanation_type_check" check ("type" in ('NFE', 'NFCE', 'NFSE'))
    );`);
    this.addSql(`create index "number_explanation_office_id_index" on "number_explanation" ("office_id");`);
    this.addSql(
      `create index "number_explanation_company_id_type_series_index" on "number_explanation" ("company_id", "type", "series");`,
    );
    this.addSql(`alter table "number_explanation" enable row level security;`);
    this.addSql(
      `create policy "own_office" on "number_explanation" to "lavra_tenant" using (${ownOffice}) with check (${ownOffice});`,
    );
    this.addSql(
      `create policy "own_part" on "number_explanation" as restrictive to "lavra_tenant" using (in_part(company_id)) with check (in_part(company_id));`,
    );
    this.addSql(
      `create policy "every_company" on "number_explanation" to "lavra_worker" using (true) with check (true);`,
    );
    this.addSql(
      `create policy "overseen" on "number_explanation" for select to "lavra_operator" using (current_setting('lavra.oversees', true) = '*');`,
    );
    this.addSql(`grant select, insert, delete on "number_explanation" to "lavra_panel";`);
  }

  /**
   * A row for each company, by name. Notes of the month are read once; the numbers of a series are looked at one by one only where their count
   * or the number before them says that some are missing. Each company is read by itself (`offset 0`): what others of the installation have
   * costs nothing.
   */
  private addBoard(): void {
    this.addSql(`create function "month_board"(pattern text, first_day date, wanted_year int, wanted_month int)
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

  /** What tells a board from any that comes after it, without reading a document. */
  private addVersion(): void {
    this.addSql(`create function "month_board_version"(first_day date, wanted_year int, wanted_month int)
      returns text
      language sql stable security definer set search_path = public, pg_temp
      as $$
        with mine as materialized (
          select link.company_id, link.issuing_allowed from office_link link join company c on c.id = link.company_id where ${inPortfolio}
        )
        select md5(concat_ws(' ',
          (select string_agg(company_id::text || issuing_allowed, ',' order by company_id) from mine),
          (select sum(t.changes) from mine join tally t on t.company_id = mine.company_id and t.table_name in ('document', 'received_document')),
          (select count(*) || ' ' || max(d.waiting_since) from mine join document d on d.company_id = mine.company_id and d.waiting_kind is not null),
          (select count(*) || ' ' || max(i.updated_at) from mine join inutilization i on i.company_id = mine.company_id),
          (select count(*) || ' ' || max(x.created_at) from mine join certificate x on x.company_id = mine.company_id and x.is_active),
          (select count(*) || ' ' || max(e.id::text) from mine join number_explanation e on e.company_id = mine.company_id),
          (
            select string_agg(concat_ws(' ', k.id, k.status, k.document_count, k.done_count, k.waiting_kind, k.deleted_at), ',' order by k.id)
            from mine join closing k on k.company_id = mine.company_id
            where k.office_id = current_setting('lavra.office_id')::uuid and k.year = wanted_year and k.month = wanted_month
          )
        ))
      $$;`);
  }

  override down(): void {
    for (const [name, parameters] of Object.entries(functions)) this.addSql(`drop function "${name}"${parameters};`);
    this.addSql(`drop table "number_explanation";`);
  }
}
