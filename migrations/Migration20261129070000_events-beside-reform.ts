import { Migration } from '@mikro-orm/migrations';

const earlier = [
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
];
const later = ['EVENT_WITHDRAWAL', 'FISCAL_ANALYSIS_REQUEST', 'SERVICE_CONFIRMATION', 'SERVICE_REJECTION'];
const besideReform = ['CARRIER_ACCESS', 'DELIVERY_FAILURE', 'PAYMENT_RECONCILIATION'];

/** What is said of a note beside the reform: who carries it may have it, its delivery failed, its payments. */
export class Migration20261129070000_eventsBesideReform extends Migration {
  override up(): void {
    this.allow([...earlier, ...besideReform, ...later]);
  }

  override down(): void {
    this.addSql(`delete from "delivery_proof" where "event_id" in
      (select "id" from "document_event" where "type" in (${listed(besideReform)}));`);
    this.addSql(
      `delete from "document_event" where "type" in (${listed(besideReform)}) or "code" in ('110193', '110751');`,
    );
    this.allow([...earlier, ...later]);
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
