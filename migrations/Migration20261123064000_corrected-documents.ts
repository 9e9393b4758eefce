import { Migration } from '@mikro-orm/migrations';

const reference = 'add constraint "event_document_id_foreign" foreign key ("document_id") references "document" ("id")';

/** What emission takes the present data of. */
const records = ['client', 'carrier', 'vehicle'];

/**
 * A document that was rejected without a number can be removed: what was told of it stays told. Emission reads the records that a document
 * names again.
 */
export class Migration20261123064000_corrected_documents extends Migration {
  override up(): void {
    this.refer('on delete set null');
    for (const table of records) this.addSql(`grant select on "${table}" to "lavra_worker";`);
  }

  override down(): void {
    this.refer('on delete restrict');
    for (const table of records) this.addSql(`revoke select on "${table}" from "lavra_worker";`);
  }

  private refer(rule: string): void {
    this.addSql(`alter table "event" drop constraint "event_document_id_foreign";`);
    this.addSql(`alter table "event" ${reference} ${rule};`);
  }
}
