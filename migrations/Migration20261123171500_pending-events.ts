import { Migration } from '@mikro-orm/migrations';

/** Events under way are found by reconciliation and by those who count them, among all that were ever registered. */
export class Migration20261123171500_pendingEvents extends Migration {
  override up(): void {
    this.addSql(`create index "document_event_pending" on "document_event" ("updated_at") where "status" = 'PENDING';`);
  }

  override down(): void {
    this.addSql(`drop index "document_event_pending";`);
  }
}
