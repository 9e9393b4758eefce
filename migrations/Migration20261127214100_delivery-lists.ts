import { Migration } from '@mikro-orm/migrations';

/** Deliveries of a company across its endpoints, by time: all of them, and those that did not arrive by what became of them. */
export class Migration20261127214100_deliveryLists extends Migration {
  override up(): void {
    this.addSql(`create index "webhook_delivery_of_company" on "webhook_delivery" ("company_id", "created_at" desc, "id" desc)
      where "office_id" is null;`);
    this.addSql(`create index "webhook_delivery_missing_of_company" on "webhook_delivery" ("company_id", "status", "created_at" desc, "id" desc)
      where "office_id" is null and "status" <> 'SUCCEEDED';`);
  }

  override down(): void {
    this.addSql(`drop index "webhook_delivery_missing_of_company";`);
    this.addSql(`drop index "webhook_delivery_of_company";`);
  }
}
