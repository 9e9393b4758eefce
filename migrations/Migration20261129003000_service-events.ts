import { Migration } from '@mikro-orm/migrations';

const before = [
  'CANCELLATION',
  'CANCELLATION_BY_SUBSTITUTION',
  'CORRECTION_LETTER',
  'DELIVERY_RECEIPT',
  'DELIVERY_RECEIPT_REMOVAL',
  'EPEC',
  'MANIFESTATION',
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
const ofServices = ['FISCAL_ANALYSIS_REQUEST', 'SERVICE_CONFIRMATION', 'SERVICE_REJECTION'];

/** What the parties of an NFS-e say of it: the request of a fiscal analysis, confirmations and rejections. */
export class Migration20261129003000_serviceEvents extends Migration {
  override up(): void {
    this.allow([...before, ...ofServices]);
  }

  override down(): void {
    this.addSql(`delete from "document_event" where "type" in (${listed(ofServices)});`);
    this.allow(before);
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
