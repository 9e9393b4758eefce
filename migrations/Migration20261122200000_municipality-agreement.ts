import { Migration } from '@mikro-orm/migrations';

/** Which municipalities take part in the national system of NFS-e, as it last answered. */
export class Migration20261122200000_municipality_agreement extends Migration {
  override up(): void {
    this.addSql(`create table "municipality_agreement" (
      "environment" text not null,
      "municipality" varchar(7) not null,
      "agreement" jsonb not null,
      "asked_at" timestamptz not null,
      primary key ("environment", "municipality"),
      constraint "municipality_agreement_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION'))
    );`);
    this.addSql(`alter table "municipality_agreement" enable row level security;`);
    this.addSql(
      `create policy "every_company" on "municipality_agreement" to "lavra_worker" using (true) with check (true);`,
    );
    this.addSql(`grant select, insert, update on "municipality_agreement" to "lavra_worker";`);
  }

  override down(): void {
    this.addSql(`drop table "municipality_agreement" cascade;`);
  }
}
