import { Migration } from '@mikro-orm/migrations';

/** Finds in no time who was told to be silent (656), before each message to the authority. */
export class Migration20261121230000_silence extends Migration {
  override up(): void {
    this.addSql(`create index "authority_call_throttled" on "authority_call" ("company_id", "service", "started_at")
      where "c_stat" = '656';`);
  }

  override down(): void {
    this.addSql(`drop index "authority_call_throttled";`);
  }
}
