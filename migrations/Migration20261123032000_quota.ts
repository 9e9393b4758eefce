import { Migration } from '@mikro-orm/migrations';

const ownCompany = `company_id = current_setting('lavra.company_id')::uuid`;

/** The monthly quota: a row to take places under, and how documents authorized in a month are counted; what is known of municipalities is read by requests. */
export class Migration20261123032000_quota extends Migration {
  override up(): void {
    this.addSql(`create table "quota_usage" (
      "company_id" uuid not null,
      "checked_at" timestamptz not null,
      primary key ("company_id")
    );`);
    this.addSql(`alter table "quota_usage" add constraint "quota_usage_company_id_foreign"
      foreign key ("company_id") references "company" ("id") on update cascade on delete cascade;`);
    this.addSql(`alter table "quota_usage" enable row level security;`);
    this.addSql(
      `create policy "own_company" on "quota_usage" to "lavra_tenant" using (${ownCompany}) with check (${ownCompany});`,
    );
    this.addSql(`create policy "every_company" on "quota_usage" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`grant select, insert, update on "quota_usage" to "lavra_worker";`);
    this.addSql(`create policy "read_all" on "municipality_agreement" for select to "lavra_tenant" using (true);`);
    this.addSql(`grant select on "municipality_agreement" to "lavra_tenant";`);
    this.addSql(`create index "document_authorized" on "document" ("company_id", "authorization_date")
      where "environment" = 'PRODUCTION' and "authorization_date" is not null;`);
  }

  override down(): void {
    this.addSql(`drop index "document_authorized";`);
    this.addSql(`revoke select on "municipality_agreement" from "lavra_tenant";`);
    this.addSql(`drop policy "read_all" on "municipality_agreement";`);
    this.addSql(`drop table "quota_usage" cascade;`);
  }
}
