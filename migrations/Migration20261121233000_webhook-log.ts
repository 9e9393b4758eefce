import { Migration } from '@mikro-orm/migrations';

/** Finds an endpoint's deliveries that have not arrived among however many that have. */
export class Migration20261121233000_webhook_log extends Migration {
  override up(): void {
    this.addSql(`create index "webhook_delivery_missing" on "webhook_delivery" ("endpoint_id", "status", "created_at" desc, "id" desc)
      where "status" <> 'SUCCEEDED';`);
  }

  override down(): void {
    this.addSql(`drop index "webhook_delivery_missing";`);
  }
}
