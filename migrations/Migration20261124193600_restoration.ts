import { Migration } from '@mikro-orm/migrations';

/** What the worker changes of a row that is there. */
const changing = {
  restoration: '"asked_at", "released_at", "released_by"',
  restored_series: '"next_number", "unknown", "revisited", "problem", "asked_at"',
  found_note: '"document_id", "decision", "decided_at"',
};

/**
 * A restored database knows that it is one: what tells its moves in time and place, and what its authorities are asked about before it issues
 * anything. The script that restores a dump of before these tables leaves its word in a setting of the database.
 */
export class Migration20261124193600_restoration extends Migration {
  override up(): void {
    this.addSql(`alter table "installation"
      add column "epoch" int not null default 0,
      add column "place" text null;`);
    this.addSql(`grant update ("epoch", "place") on "installation" to "lavra_worker";`);
    this.addSql(`create table "restoration" (
      "id" uuid not null,
      "cause" text not null,
      "noticed_at" timestamptz not null,
      "asked_at" timestamptz null,
      "released_at" timestamptz null,
      "released_by" text null,
      primary key ("id"),
      constraint "restoration_cause_check" check ("cause" in ('MARKED', 'MOVED', 'BEHIND')),
      constraint "restoration_released_by_check" check ("released_by" in ('ANSWERS', 'PERSON'))
    );`);
    this.addSql(`create unique index "restoration_open" on "restoration" ((true)) where "released_at" is null;`);
    this.addSql(`create table "restored_series" (
      "company_id" uuid not null,
      "environment" text not null,
      "model" varchar(4) not null,
      "series" int not null,
      "restoration_id" uuid not null,
      "next_number" int not null,
      "unknown" int not null default 0,
      "revisited" jsonb not null default '[]',
      "problem" text null,
      "asked_at" timestamptz null,
      primary key ("company_id", "environment", "model", "series", "restoration_id"),
      constraint "restored_series_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION'))
    );`);
    this.addSql(`create table "found_note" (
      "id" uuid not null,
      "company_id" uuid not null,
      "restoration_id" uuid not null,
      "environment" text not null,
      "model" varchar(4) not null,
      "series" int not null,
      "number" int not null,
      "access_key" varchar(50) null,
      "c_stat" varchar(8) null,
      "protocol" varchar(17) null,
      "digest_value" varchar(28) null,
      "document_id" uuid null,
      "decision" text null,
      "decided_at" timestamptz null,
      "found_at" timestamptz not null,
      primary key ("id"),
      constraint "found_note_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "found_note_decision_check" check ("decision" in ('MATCHED', 'LEFT'))
    );`);
    this.addSql(`create unique index "found_note_number" on "found_note"
      ("restoration_id", "company_id", "environment", "model", "series", "number");`);
    for (const table of ['restored_series', 'found_note']) {
      this.addSql(`alter table "${table}"
        add constraint "${table}_company_id_foreign" foreign key ("company_id") references "company" ("id");`);
      this.addSql(`alter table "${table}"
        add constraint "${table}_restoration_id_foreign" foreign key ("restoration_id") references "restoration" ("id");`);
      const own = `"company_id" = (current_setting('lavra.company_id'))::uuid`;
      this.addSql(`create policy "own_company" on "${table}" to "lavra_tenant" using (${own}) with check (${own});`);
    }
    this.addSql(`create policy "read_all" on "restoration" for select to "lavra_tenant" using (true);`);
    this.addSql(`grant select on "restoration" to "lavra_tenant";`);
    for (const [table, changes] of Object.entries(changing)) {
      this.addSql(`alter table "${table}" enable row level security;`);
      this.addSql(`create policy "every_company" on "${table}" to "lavra_worker" using (true) with check (true);`);
      this.addSql(`grant select, insert, update (${changes}) on "${table}" to "lavra_worker";`);
    }
    this.addSql(`insert into "restoration" ("id", "cause", "noticed_at")
      select gen_random_uuid(), 'MARKED', now() where nullif(current_setting('lavra.restored', true), '') is not null;`);
  }

  override down(): void {
    for (const table of ['found_note', 'restored_series', 'restoration']) {
      this.addSql(`drop table "${table}" cascade;`);
    }
    this.addSql(`revoke update ("epoch", "place") on "installation" from "lavra_worker";`);
    this.addSql(`alter table "installation" drop column "epoch", drop column "place";`);
  }
}
