import { Migration } from '@mikro-orm/migrations';

const ownCompany = `company_id = (current_setting('lavra.company_id'))::uuid`;
const all = `current_setting('lavra.oversees', true) = '*'`;

/**
 * The last calls of each company's keys, for who integrates. The API adds them behind its answers, of several companies at once, and reads none;
 * the panel reads those of one company; each company has a thousand, which are forgotten after a week.
 */
export class Migration20261128100300_apiCalls extends Migration {
  override up(): void {
    this.addSql(`create table "api_call" (
      "id" uuid not null,
      "company_id" uuid not null,
      "key_id" uuid not null,
      "at" timestamptz(3) not null,
      "method" varchar(7) not null,
      "path" varchar(2000) not null,
      "operation" varchar(60) not null,
      "status" int not null,
      "duration_ms" int not null,
      "request_id" varchar(100) not null,
      "document_id" uuid null,
      "request_body" text null,
      "response_body" text null,
      "response_type" varchar(100) null,
      "request_bytes" int not null,
      "response_bytes" int not null,
      primary key ("id"),
      constraint "api_call_company_id_foreign" foreign key ("company_id") references "company" ("id")
    );`);
    this.addSql(`create index "api_call_latest" on "api_call" ("company_id", "at" desc, "id" desc);`);
    this.addSql(`create index "api_call_at" on "api_call" ("at");`);
    this.addWalls();
    this.addSql(`grant insert on "api_call" to "lavra_tenant";`);
    this.addSql(`grant select on "api_call" to "lavra_panel";`);
    this.addForgetting();
  }

  private addWalls(): void {
    this.addSql(`alter table "api_call" enable row level security;`);
    this.addSql(
      `create policy "own_company" on "api_call" to "lavra_tenant" using (${ownCompany}) with check (${ownCompany});`,
    );
    this.addSql(`create policy "every_company" on "api_call" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`create policy "overseen" on "api_call" for select to "lavra_operator"
      using (${all} or strpos(current_setting('lavra.oversees', true), company_id::text) > 0);`);
    this.addSql(`create policy "add_called" on "api_call" for insert to "lavra_tenant"
      with check (strpos(current_setting('lavra.called', true), company_id::text) > 0);`);
  }

  /** Who writes them deletes the surplus of a busy company at once, and the worker what is old. */
  private addForgetting(): void {
    this.addSql(`create function "trim_api_calls"(companies uuid[]) returns void
      language sql volatile security definer set search_path = public, pg_temp
      as $$
        delete from api_call c using (
          select company, last.at, last.id from unnest(companies) as company cross join lateral (
            select at, id from api_call where company_id = company order by at desc, id desc offset 1000 limit 1
          ) last
        ) surplus
        where c.company_id = surplus.company and (c.at, c.id) <= (surplus.at, surplus.id)
      $$;`);
    this.addSql(`revoke execute on function "trim_api_calls"(uuid[]) from public;`);
    this.addSql(`grant execute on function "trim_api_calls"(uuid[]) to "lavra_tenant";`);
    this.addSql(`create function "forget_api_calls"(at_most int) returns int
      language sql volatile security definer set search_path = public, pg_temp
      as $$
        with old as (
          select id from api_call where at < now() - interval '7 days' order by at limit at_most
        ), gone as (
          delete from api_call call using old where call.id = old.id returning call.id
        )
        select count(*)::int from gone
      $$;`);
    this.addSql(`revoke execute on function "forget_api_calls"(int) from public;`);
    this.addSql(`grant execute on function "forget_api_calls"(int) to "lavra_worker";`);
  }

  override down(): void {
    this.addSql(`drop function "forget_api_calls"(int);`);
    this.addSql(`drop function "trim_api_calls"(uuid[]);`);
    this.addSql(`drop table "api_call";`);
  }
}
