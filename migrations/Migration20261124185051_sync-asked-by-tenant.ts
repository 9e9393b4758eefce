import { Migration } from '@mikro-orm/migrations';

/** A company's request marks that it has a source asked, also where its role may change single columns alone. */
export class Migration20261124185051_sync_asked_by_tenant extends Migration {
  override up(): void {
    this.addSql(`grant update ("sync_asked_at") on "distribution" to "lavra_tenant";`);
  }

  override down(): void {
    this.addSql(`revoke update ("sync_asked_at") on "distribution" from "lavra_tenant";`);
  }
}
