import { Migration } from '@mikro-orm/migrations';

/**
 * Answers of the ADN without a code are known by their words, and both codes that ask for silence are found by an index. A request may see
 * whether its company has a certificate and until when, and nothing of what is in it.
 */
export class Migration20261122231500_distribution_calls extends Migration {
  override up(): void {
    this.addSql(`alter table "authority_call" alter column "c_stat" type varchar(40);`);
    this.addSql(`drop index "authority_call_throttled";`);
    this.addSql(`create index "authority_call_throttled" on "authority_call" ("tax_id_root", "environment", "service", "started_at")
      where "c_stat" in ('656', '429');`);
    this.addSql(`grant select ("company_id", "is_active", "not_after") on "certificate" to "lavra_tenant";`);
  }

  override down(): void {
    this.addSql(`revoke select ("company_id", "is_active", "not_after") on "certificate" from "lavra_tenant";`);
    this.addSql(`drop index "authority_call_throttled";`);
    this.addSql(`create index "authority_call_throttled" on "authority_call" ("tax_id_root", "environment", "service", "started_at")
      where "c_stat" = '656';`);
    this.addSql(`alter table "authority_call" alter column "c_stat" type varchar(8) using left("c_stat", 8);`);
  }
}
