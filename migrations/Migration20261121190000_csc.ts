import { Migration } from '@mikro-orm/migrations';

/** What companies need to issue NFC-e: the CSC of each environment, sealed. */
export class Migration20261121190000_csc extends Migration {
  override up(): void {
    this.addSql(`create table "company_csc" (
      "company_id" uuid not null,
      "environment" text not null,
      "csc_id" varchar(6) not null,
      "sealed" jsonb not null,
      "updated_at" timestamptz not null,
      primary key ("company_id", "environment"),
      constraint "company_csc_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION'))
    );`);
    this.addSql(`alter table "company_csc"
      add constraint "company_csc_company_id_foreign" foreign key ("company_id")
      references "company" ("id");`);
    this.addSql(`grant select, insert, update, delete on "company_csc" to "lavra_tenant";`);
    this.addSql(`alter table "company_csc" enable row level security;`);
    this.addSql(`create policy "own_company" on "company_csc" to "lavra_tenant"
      using ("company_id" = current_setting('lavra.company_id')::uuid)
      with check ("company_id" = current_setting('lavra.company_id')::uuid);`);
  }

  override down(): void {
    this.addSql(`drop table "company_csc" cascade;`);
  }
}
