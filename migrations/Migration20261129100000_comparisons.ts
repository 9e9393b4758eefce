import { Migration } from '@mikro-orm/migrations';

const kinds = [
  ...['START', 'ANSWER', 'UNANSWERED', 'AUTHORITY_PAUSED', 'AUTHORITY_UNREACHABLE', 'THROTTLED'],
  ...['CERTIFICATE', 'PERSON', 'OURS', 'MAIL', 'STORAGE', 'TRANSMISSION'],
];

const tables = ['comparison', 'compared_series', 'month_difference'];

/** What the worker changes of a row that is there, and what a person does. */
const changing = {
  comparison:
    '"as_of", "done_count", "total_count", "untold_count", "untold_reason", "waiting_for", "waiting_kind", "waiting_since", "waiting_until", "completed_at"',
  compared_series: '"next_number", "unknown", "done_at"',
  month_difference:
    '"comparison_id", "end_number", "access_key", "c_stat", "protocol", "document_id", "settled_at", "settlement"',
};

/** The numbers of a month are compared with what the authorities have of them: how far that is, and in what they differ. */
export class Migration20261129100000_comparisons extends Migration {
  override up(): void {
    this.addSql(`create table "comparison" (
      "id" uuid not null,
      "company_id" uuid not null,
      "year" int not null,
      "month" int not null,
      "every_note" boolean not null,
      "as_of" timestamptz null,
      "done_count" int not null default 0,
      "total_count" int not null default 0,
      "untold_count" int not null default 0,
      "untold_reason" text null,
      "waiting_for" text null,
      "waiting_kind" text null,
      "waiting_since" timestamptz null,
      "waiting_until" timestamptz null,
      "created_at" timestamptz not null,
      "completed_at" timestamptz null,
      primary key ("id"),
      constraint "comparison_waiting_kind_check" check ("waiting_kind" in (${kinds.map((kind) => `'${kind}'`).join(', ')})),
      constraint "comparison_company_id_foreign" foreign key ("company_id") references "company" ("id")
    );`);
    this.addSql(
      `create unique index "comparison_under_way" on "comparison" ("company_id", "year", "month") where "completed_at" is null;`,
    );
    this.addSql(
      `create index "comparison_company_id_year_month_completed_at_index" on "comparison" ("company_id", "year", "month", "completed_at");`,
    );
    this.addSql(`create table "compared_series" (
      "comparison_id" uuid not null,
      "type" text not null,
      "series" int not null,
      "company_id" uuid not null,
      "first_number" int not null,
      "last_number" int not null,
      "own_from" int not null,
      "looks_ahead" boolean not null,
      "next_number" int not null,
      "unknown" int not null default 0,
      "done_at" timestamptz null,
      primary key ("comparison_id", "type", "series"),
      constraint "compared_series_type_check" check ("type" in ('NFE', 'NFCE', 'NFSE')),
      constraint "compared_series_comparison_id_foreign" foreign key ("comparison_id") references "comparison" ("id"),
      constraint "compared_series_company_id_foreign" foreign key ("company_id") references "company" ("id")
    );`);
    this.addSql(`create table "month_difference" (
      "id" uuid not null,
      "company_id" uuid not null,
      "comparison_id" uuid not null,
      "year" int not null,
      "month" int not null,
      "kind" text not null,
      "type" text not null,
      "series" int not null,
      "start_number" int not null,
      "end_number" int not null,
      "document_id" uuid null,
      "access_key" varchar(50) null,
      "c_stat" varchar(8) null,
      "protocol" varchar(17) null,
      "found_at" timestamptz not null,
      "settled_at" timestamptz null,
      "settlement" text null,
      primary key ("id"),
      constraint "month_difference_kind_check" check ("kind" in ('UNKNOWN_THERE', 'UNKNOWN_HERE', 'CANCELLED_ELSEWHERE', 'CANCELLED_HERE_ALONE', 'GAP')),
      constraint "month_difference_type_check" check ("type" in ('NFE', 'NFCE', 'NFSE')),
      constraint "month_difference_settlement_check" check ("settlement" in ('VANISHED', 'LEFT')),
      constraint "month_difference_company_id_foreign" foreign key ("company_id") references "company" ("id"),
      constraint "month_difference_comparison_id_foreign" foreign key ("comparison_id") references "comparison" ("id")
    );`);
    this.addSql(
      `create unique index "month_difference_open" on "month_difference" ("company_id", "type", "series", "start_number", "kind") where "settled_at" is null;`,
    );
    this.addSql(
      `create index "month_difference_company_id_year_month_index" on "month_difference" ("company_id", "year", "month");`,
    );
    for (const table of tables) this.wall(table);
    for (const [table, columns] of Object.entries(changing)) {
      this.addSql(`grant select, insert, update (${columns}) on "${table}" to "lavra_worker";`);
    }
    this.addSql(`grant select on "comparison" to "lavra_tenant";`);
    this.addSql(`grant select on "month_difference" to "lavra_tenant";`);
  }

  private wall(table: string): void {
    const own = `company_id = (current_setting('lavra.company_id'))::uuid`;
    this.addSql(`alter table "${table}" enable row level security;`);
    this.addSql(`create policy "own_company" on "${table}" to "lavra_tenant" using (${own}) with check (${own});`);
    this.addSql(`create policy "every_company" on "${table}" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`create policy "overseen" on "${table}" for select to "lavra_operator" using (
      (current_setting('lavra.oversees', true) = '*') or (strpos(current_setting('lavra.oversees', true), (company_id)::text) > 0));`);
  }

  override down(): void {
    for (const table of tables.toReversed()) this.addSql(`drop table "${table}";`);
  }
}
