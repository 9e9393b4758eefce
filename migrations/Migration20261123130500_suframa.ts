import { Migration } from '@mikro-orm/migrations';

/** A client's registration in the free zones of the north; null where it has none. */
export class Migration20261123130500_suframa extends Migration {
  override up(): void {
    this.addSql(`alter table "client" add column "isuf" varchar(9) null;`);
  }

  override down(): void {
    this.addSql(`alter table "client" drop column "isuf";`);
  }
}
