import { Migration } from '@mikro-orm/migrations';

const ownTypes = `'CANCELLATION', 'CANCELLATION_BY_SUBSTITUTION', 'CORRECTION_LETTER', 'DELIVERY_RECEIPT', 'DELIVERY_RECEIPT_REMOVAL'`;

/** An event is about an own document or about a received one, of which its recipient says what became of it. */
export class Migration20261122231500_manifestation extends Migration {
  override up(): void {
    this.addSql(`alter table "document_event" alter column "document_id" drop not null;`);
    this.addSql(`alter table "document_event" add column "received_document_id" uuid null;`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_received_document_id_foreign" foreign key ("received_document_id")
      references "received_document" ("id");`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_received_document_id_code_sequence_unique"
      unique ("received_document_id", "code", "sequence");`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_one_subject" check (num_nonnulls("document_id", "received_document_id") = 1);`);
    this.checkType(`${ownTypes}, 'MANIFESTATION'`);
  }

  /** The version that goes back knows no event of a received document. */
  override down(): void {
    this.addSql(`delete from "document_event" where "document_id" is null;`);
    this.checkType(ownTypes);
    this.addSql(`alter table "document_event" drop constraint "document_event_one_subject";`);
    this.addSql(`alter table "document_event" drop column "received_document_id";`);
    this.addSql(`alter table "document_event" alter column "document_id" set not null;`);
  }

  private checkType(types: string): void {
    this.addSql(`alter table "document_event" drop constraint "document_event_type_check";`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_type_check" check ("type" in (${types}));`);
  }
}
