import { Migration } from '@mikro-orm/migrations';

/** Delivery receipts and their removal: what they say, and the proof itself. */
export class Migration20261121190001_receipts extends Migration {
  override up(): void {
    this.addSql(`alter table "document_event" add "delivery" jsonb null;`);
    this.addSql(`alter table "document_event" drop constraint "document_event_type_check";`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_type_check"
      check ("type" in ('CANCELLATION', 'CORRECTION_LETTER', 'DELIVERY_RECEIPT', 'DELIVERY_RECEIPT_REMOVAL'));`);
    this.addSql(`create table "delivery_proof" (
      "event_id" uuid not null,
      "company_id" uuid not null,
      "content" bytea not null,
      primary key ("event_id")
    );`);
    this.addSql(`create index "delivery_proof_company_id_index" on "delivery_proof" ("company_id");`);
    this.addSql(`alter table "delivery_proof"
      add constraint "delivery_proof_event_id_foreign" foreign key ("event_id") references "document_event" ("id")
      on update cascade on delete cascade;`);
    this.addSql(`alter table "delivery_proof"
      add constraint "delivery_proof_company_id_foreign" foreign key ("company_id") references "company" ("id");`);
    this.addSql(`grant select, insert, update, delete on "delivery_proof" to "lavra_tenant";`);
    this.addSql(`alter table "delivery_proof" enable row level security;`);
    this.addSql(`create policy "own_company" on "delivery_proof" to "lavra_tenant"
      using ("company_id" = current_setting('lavra.company_id')::uuid)
      with check ("company_id" = current_setting('lavra.company_id')::uuid);`);
  }

  override down(): void {
    this.addSql(`drop table "delivery_proof" cascade;`);
    this.addSql(`alter table "document_event" drop constraint "document_event_type_check";`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_type_check" check ("type" in ('CANCELLATION', 'CORRECTION_LETTER'));`);
    this.addSql(`alter table "document_event" drop column "delivery";`);
  }
}
