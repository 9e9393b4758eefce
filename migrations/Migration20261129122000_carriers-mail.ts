import { Migration } from '@mikro-orm/migrations';

/** Where a carrier gets the documents of what it carries. */
export class Migration20261129122000_carriersMail extends Migration {
  override up(): void {
    this.addSql(`alter table "carrier" add column "email" varchar(254) null;`);
  }

  override down(): void {
    this.addSql(`alter table "carrier" drop column "email";`);
  }
}
