import { Migration } from '@mikro-orm/migrations';

/** When somebody had a source asked for received documents, so that of many who do at once one does. */
export class Migration20261124174028_sync_asked extends Migration {
  override up(): void {
    this.addSql(`alter table "distribution" add column "sync_asked_at" timestamptz null;`);
  }

  override down(): void {
    this.addSql(`alter table "distribution" drop column "sync_asked_at";`);
  }
}
