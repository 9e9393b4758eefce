import { Migration } from '@mikro-orm/migrations';

/**
 * Silence (656) is about a taxpayer, all branches of it, in an environment: every call remembers both. Calls of before get what their company
 * has today.
 */
export class Migration20261122130500_silence_by_taxpayer extends Migration {
  override up(): void {
    this.addSql(`alter table "authority_call" add "tax_id_root" varchar(11) null, add "environment" text null;`);
    this.addSql(`update "authority_call" a
      set "tax_id_root" = case when length(c."tax_id") = 14 then left(c."tax_id", 8) else c."tax_id" end,
        "environment" = c."environment"
      from "company" c where c."id" = a."company_id";`);
    this.addSql(
      `alter table "authority_call" alter column "tax_id_root" set not null, alter column "environment" set not null;`,
    );
    this.addSql(`alter table "authority_call" add constraint "authority_call_environment_check"
      check ("environment" in ('PRODUCTION', 'HOMOLOGATION'));`);
    this.addSql(`drop index "authority_call_throttled";`);
    this.addSql(`create index "authority_call_throttled"
      on "authority_call" ("tax_id_root", "environment", "service", "started_at") where "c_stat" = '656';`);
  }

  override down(): void {
    this.addSql(`drop index "authority_call_throttled";`);
    this.addSql(`create index "authority_call_throttled" on "authority_call" ("company_id", "service", "started_at")
      where "c_stat" = '656';`);
    this.addSql(`alter table "authority_call" drop column "tax_id_root", drop column "environment";`);
  }
}
