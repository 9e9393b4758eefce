import { Migration } from '@mikro-orm/migrations';

/** What the judge of a service remembers besides how it stands: whether its 107 was borne out, and when it was last in doubt. */
export class Migration20261124030000_judge extends Migration {
  override up(): void {
    this.addSql(`alter table "authority_standing"
      add column "is_proven" boolean not null default true,
      add column "relapses" int not null default 0,
      add column "doubted_at" timestamptz null;`);
    this.addSql(`create index "authority_call_status" on "authority_call" ("company_id", "started_at")
      where "service" = 'NfeStatusServico';`);
  }

  override down(): void {
    this.addSql(`drop index "authority_call_status";`);
    this.addSql(`alter table "authority_standing"
      drop column "is_proven", drop column "relapses", drop column "doubted_at";`);
  }
}
