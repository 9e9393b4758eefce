import { Migration } from '@mikro-orm/migrations';

/** Answers of the ADN without a code are known by their words, and both codes that ask for silence are found by an index. */
export class Migration20261122231500_distribution_calls extends Migration {
  override up(): void {
    this.addSql(`alter table "authority_call" alter column "c_stat" type varchar(40);`);
    this.addSql(`drop index "authority_call_throttled";`);
    this
      .addSql(`create index "authority_call_throttled" on "authority_call" ("tax_id_root", "environment", "service", "started_at")
      where "c_stat" in ('656', '429');`);
  }

  override down(): void {
    this.addSql(`drop index "authority_call_throttled";`);
    this
      .addSql(`create index "authority_call_throttled" on "authority_call" ("tax_id_root", "environment", "service", "started_at")
      where "c_stat" = '656';`);
    this.addSql(`alter table "authority_call" alter column "c_stat" type varchar(8) using left("c_stat", 8);`);
  }
}
