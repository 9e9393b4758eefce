import { Migration } from '@mikro-orm/migrations';

/** Ranges of numbers that are given up. */
export class Migration20261121200000_inutilization extends Migration {
  override up(): void {
    this.addSql(`create table "inutilization" (
      "id" uuid not null,
      "company_id" uuid not null,
      "environment" text not null,
      "model" text not null,
      "series" int not null,
      "start_number" int not null,
      "end_number" int not null,
      "year" varchar(2) not null,
      "justification" text not null,
      "status" text not null default 'PENDING',
      "attempt" int not null default 1,
      "claimed_at" timestamptz null,
      "protocol" varchar(17) null,
      "c_stat" varchar(4) null,
      "reason" text null,
      "signed_xml" text null,
      "proc_xml" text null,
      "inutilization_date" timestamptz null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id"),
      constraint "inutilization_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "inutilization_model_check" check ("model" in ('55', '65')),
      constraint "inutilization_status_check" check ("status" in ('PENDING', 'AUTHORIZED', 'REJECTED'))
    );`);
    this.addSql(`alter table "inutilization"
      add constraint "inutilization_company_id_environment_model_series_9a63d_unique"
      unique ("company_id", "environment", "model", "series", "start_number", "end_number");`);
    this.addSql(`create index "inutilization_pending" on "inutilization" ("updated_at") where "status" = 'PENDING';`);
    this.addSql(`alter table "inutilization"
      add constraint "inutilization_company_id_foreign" foreign key ("company_id")
      references "company" ("id");`);
    this.addSql(`grant select, insert, update, delete on "inutilization" to "lavra_tenant";`);
    this.addSql(`alter table "inutilization" enable row level security;`);
    this.addSql(`create policy "own_company" on "inutilization" to "lavra_tenant"
      using ("company_id" = current_setting('lavra.company_id')::uuid)
      with check ("company_id" = current_setting('lavra.company_id')::uuid);`);
  }

  override down(): void {
    this.addSql(`drop table "inutilization" cascade;`);
  }
}
