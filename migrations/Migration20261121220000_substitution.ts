import { Migration } from '@mikro-orm/migrations';

/** Cancellation by substitution: the key of the note that took the cancelled one's place. */
export class Migration20261121220000_substitution extends Migration {
  override up(): void {
    this.addSql(`alter table "document_event" add "substitute_key" varchar(44) null;`);
    this.addSql(`alter table "document_event" drop constraint "document_event_type_check";`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_type_check"
      check ("type" in ('CANCELLATION', 'CANCELLATION_BY_SUBSTITUTION', 'CORRECTION_LETTER',
        'DELIVERY_RECEIPT', 'DELIVERY_RECEIPT_REMOVAL'));`);
  }

  override down(): void {
    this.addSql(`alter table "document_event" drop constraint "document_event_type_check";`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_type_check"
      check ("type" in ('CANCELLATION', 'CORRECTION_LETTER', 'DELIVERY_RECEIPT', 'DELIVERY_RECEIPT_REMOVAL'));`);
    this.addSql(`alter table "document_event" drop column "substitute_key";`);
  }
}
