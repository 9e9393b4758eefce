import { Migration } from '@mikro-orm/migrations';

/** Documents of a series, by the parameters of the two functions. */
const ofSeries = `d.company_id = of_company and d.environment = 'PRODUCTION' and d.type = of_type and d.series = of_series and d.number > 0`;

/** As Migration20261128113800_cheaper-board wrote them into the board. */
const seriesOfBoard = `d.company_id = s.company_id and d.environment = 'PRODUCTION' and d.type = s.type and d.series = s.series`;
const givenUpOfBoard = `i.company_id = s.company_id and i.environment = 'PRODUCTION' and i.status <> 'REJECTED'
            and i.model = case s.type when 'NFE' then '55' when 'NFCE' then '65' end and i.series = s.series`;

const ownRule = `select s.*, coalesce(before.previous + 1, s.first) as lower
          from suspect s cross join lateral (
            select case
              when s.numbers = (select count(*) from document d where ${seriesOfBoard} and d.number > 0 and d.number between s.first and s.last) then (
                select d.number from document d
                where ${seriesOfBoard} and d.number > 0 and d.number < s.first and d.issue_month < first_day order by d.number desc limit 1)
              else (select max(d.number) from document d where ${seriesOfBoard} and d.number > 0 and d.issue_month < first_day)
            end as previous
          ) before
        ), gap as (
          select s.company_id, s.type, s.series, hole.start_number, hole.end_number
          from ranged s cross join lateral (
            select covered + 1 as start_number, first - 1 as end_number
            from (
              select first, coalesce(max(last) over (order by first, last rows between unbounded preceding and 1 preceding), s.lower - 1) as covered
              from (
                select d.number as first, d.number as last from document d where ${seriesOfBoard} and d.number between s.lower and s.last and d.number > 0
                union all
                select i.start_number, i.end_number from inutilization i
                where ${givenUpOfBoard} and i.start_number <= s.last and i.end_number >= s.lower
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
          ) hole`;

/** What hinders a month is the closing's gaps but for those that the office has explained. PostgreSQL takes the functions in where no value is a query. */
const sharedRule = `select s.*, coalesce(before.previous + 1, s.first) as lower
          from (
            select s.*,
              s.numbers = (select count(*) from document d where ${seriesOfBoard} and d.number > 0 and d.number between s.first and s.last) as is_alone,
              (select range_agg(int4range(e.start_number, e.end_number, '[]')) from number_explanation e
                where e.company_id = s.company_id and e.office_id = current_setting('lavra.office_id')::uuid
                  and e.type = s.type and e.series = s.series) as explained
            from suspect s
          ) s cross join lateral number_before(
            s.company_id, s.type, s.series, first_day::timestamp at time zone 'America/Sao_Paulo', s.first, s.last, s.is_alone) before
        ), gap as (
          select s.company_id, s.type, s.series, hole.start_number, hole.end_number
          from ranged s cross join lateral untouched_numbers(s.company_id, s.type, s.series, s.lower, s.last, s.explained) hole`;

const functions = [
  'number_before(uuid, text, int, timestamptz, int, int, boolean)',
  'untouched_numbers(uuid, text, int, int, int, int4multirange)',
];

/**
 * Which numbers of a month nobody has used is one rule, that of the closing. The board had its own: where no other month's numbers stood between
 * the month's, it looked for the last number of the months before below them alone, and called numbers missing that lie before a higher one of an earlier month.
 */
export class Migration20261128203000_gapsByOneRule extends Migration {
  override up(): void {
    // Where the month is alone between its first and its last number, these are not looked through.
    this.addSql(`create function "number_before"(of_company uuid, of_type text, of_series int, until timestamptz, lowest int, highest int, is_alone boolean)
      returns table (previous int) language sql stable rows 1
      as $$
        select coalesce(
          (select d.number from document d where ${ofSeries} and d.number > highest and d.issue_date_time < until order by d.number desc limit 1),
          case when not is_alone then (
            select d.number from document d
            where ${ofSeries} and d.number between lowest and highest and d.issue_date_time < until order by d.number desc limit 1) end,
          (select d.number from document d where ${ofSeries} and d.number < lowest and d.issue_date_time < until order by d.number desc limit 1)
        )
      $$;`);
    this.addSql(`create function "untouched_numbers"(of_company uuid, of_type text, of_series int, lowest int, highest int, explained int4multirange)
      returns table (start_number int, end_number int) language sql stable rows 2
      as $$
        select covered + 1, first - 1
        from (
          select first, coalesce(max(last) over (order by first, last rows between unbounded preceding and 1 preceding), lowest - 1) as covered
          from (
            select d.number as first, d.number as last from document d where ${ofSeries} and d.number between lowest and highest
            union all
            select i.start_number, i.end_number from inutilization i
            where i.company_id = of_company and i.environment = 'PRODUCTION' and i.status <> 'REJECTED'
              and i.model = case of_type when 'NFE' then '55' when 'NFCE' then '65' end and i.series = of_series
              and i.start_number <= highest and i.end_number >= lowest
            union all
            select n.number, n.number from replaced_note n
            where n.company_id = of_company and n.environment = 'PRODUCTION' and n.type = of_type and n.series = of_series
              and n.number between lowest and highest
            union all
            select lower(e), upper(e) - 1 from unnest(explained) e where lower(e) <= highest and upper(e) > lowest
          ) taken
        ) islands where first > covered + 1
        order by first
      $$;`);
    for (const each of functions) {
      this.addSql(`revoke execute on function ${each} from public;`);
      this.addSql(`grant execute on function ${each} to "lavra_tenant", "lavra_worker";`);
    }
    this.rewriteBoard(ownRule, sharedRule);
  }

  /** The board stays as it is, but for its rule. */
  private rewriteBoard(from: string, to: string): void {
    this.addSql(`do $rewrite$
      declare
        body text := pg_get_functiondef('month_board(text, date, int, int)'::regprocedure);
      begin
        if strpos(body, $text$${from}$text$) = 0 then raise exception 'unknown board: %', body; end if;
        execute replace(body, $text$${from}$text$, $text$${to}$text$);
      end $rewrite$;`);
  }

  override down(): void {
    this.rewriteBoard(sharedRule, ownRule);
    for (const each of functions) this.addSql(`drop function ${each};`);
  }
}
