import { Migration } from '@mikro-orm/migrations';

/** Events beside the cancellation: correction letters. */
export class Migration20261121190000_events extends Migration {
  override up(): void {
    this.addSql(`alter table "document_event" add "correction" text null;`);
    this.addSql(`alter table "document_event" drop constraint "document_event_type_check";`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_type_check" check ("type" in ('CANCELLATION', 'CORRECTION_LETTER'));`);
  }

  override down(): void {
    this.addSql(`alter table "document_event" drop constraint "document_event_type_check";`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_type_check" check ("type" in ('CANCELLATION'));`);
    this.addSql(`alter table "document_event" drop column "correction";`);
  }
}
