import { Migration } from '@mikro-orm/migrations';

const before = [
  'CANCELLATION',
  'CANCELLATION_BY_SUBSTITUTION',
  'CORRECTION_LETTER',
  'DELIVERY_RECEIPT',
  'DELIVERY_RECEIPT_REMOVAL',
  'EPEC',
  'MANIFESTATION',
];
const reform = [
  'EFFECTIVE_PAYMENT',
  'IMPORT_NOT_EXEMPTED',
  'LOSS_IN_SUPPLIER_TRANSPORT',
  'SUPPLY_NOT_MADE',
  'DELIVERY_DATE_CHANGE',
  'PRESUMED_CREDIT',
  'LOSS_IN_BUYER_TRANSPORT',
  'CREDIT_NOTE_ANSWER',
  'FIXED_ASSET',
  'FUEL_CREDIT',
  'ACTIVITY_CREDIT',
  'EVENT_WITHDRAWAL',
];

/** Events of the tax reform about own and received notes, with what they say. */
export class Migration20261128150000_reformEvents extends Migration {
  override up(): void {
    this.addSql(`alter table "document_event" add column "content" jsonb null;`);
    this.allow([...before, ...reform]);
  }

  override down(): void {
    this.addSql(`delete from "document_event" where "type" in (${listed(reform)});`);
    this.allow(before);
    this.addSql(`alter table "document_event" drop column "content";`);
  }

  private allow(types: readonly string[]): void {
    this.addSql(`alter table "document_event" drop constraint "document_event_type_check";`);
    this.addSql(
      `alter table "document_event" add constraint "document_event_type_check" check ("type" in (${listed(types)}));`,
    );
  }
}

function listed(types: readonly string[]): string {
  return types.map((type) => `'${type}'`).join(', ');
}
