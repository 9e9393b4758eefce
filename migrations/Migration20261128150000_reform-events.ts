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

/** Events of the tax reform about own and received notes, with what they say, which is kept once they are registered. */
export class Migration20261128150000_reformEvents extends Migration {
  override up(): void {
    this.addSql(`alter table "document_event" add column "content" jsonb null;`);
    this.allow([...before, ...reform]);
    this.addSql(`grant update ("content") on "document_event" to "lavra_tenant", "lavra_worker";`);
    this.addSql(`create trigger "kept_said" before update of "content" on "document_event"
      for each row when (old."status" = 'REGISTERED' and old."content" is distinct from new."content"
        and row_security_active('document_event')) execute function "refuse_rewriting"('content');`);
  }

  override down(): void {
    this.addSql(`drop trigger "kept_said" on "document_event";`);
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
