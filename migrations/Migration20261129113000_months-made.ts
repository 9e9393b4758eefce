import { Migration } from '@mikro-orm/migrations';
import { tallyOf } from './tally.ts';

const facets = ['environment', 'type', 'status', 'issue_month'];
const computed = { made_month: 'month_made(id)' };

/** Counts documents by the month in which they were made, too, which is the order of their list: a page far inside is reached from its month. */
export class Migration20261129113000_months_made extends Migration {
  override up(): void {
    this.addSql(`create function "month_made"(id uuid) returns date
      language sql immutable parallel safe set search_path = public, pg_temp
      as $$
        -- A UUID of version 7 begins with 48 bits of milliseconds (RFC 9562, 5.7); others say no month.
        select case when substr(id::text, 15, 1) = '7' then
          date_trunc('month', to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) at time zone 'UTC')::date
        end
      $$;`);
    this.recount(computed);
  }

  override down(): void {
    this.recount({});
    this.addSql(`drop function "month_made"(uuid);`);
  }

  /** The triggers stay and call the function that takes the place of the last; nobody writes a document in between. */
  private recount(beside: Record<string, string>): void {
    const { up } = tallyOf({ table: 'document', facets, computed: beside, besides: [] });
    this.addSql(`lock table "document" in share row exclusive mode;`);
    this.addSql(`delete from "tally" where "table_name" = 'document';`);
    for (const sql of up) if (/^(create or replace function|insert into)/.test(sql)) this.addSql(sql);
  }
}
