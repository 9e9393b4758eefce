import { Migration } from '@mikro-orm/migrations';

const before = [
  ...['DOCUMENT_AUTHORIZED', 'DOCUMENT_REJECTED', 'DOCUMENT_CANCELLED', 'DOCUMENT_INUTILIZED', 'WEBHOOK_TEST'],
  ...['RECEIVED_DOCUMENT_CREATED', 'RECEIVED_DOCUMENT_UPDATED', 'LINK_UPDATED', 'CLOSING_COMPLETED', 'CLOSING_FAILED'],
  ...['DOCUMENT_WAITING', 'CERTIFICATE_EXPIRING', 'AUTHORITY_STATUS'],
];
const added = ['SUPPLIER_CANCELLED', 'PAYABLE_CREATED', 'PAYABLE_DUE'];
/** Those of companies; offices had the first two before. */
const ofCompanies = [...added, 'RECEIVED_DOCUMENT_CREATED', 'RECEIVED_DOCUMENT_UPDATED'];

/** Companies are told of what others issue against them, by endpoints that say of what and when. */
export class Migration20261128235000_supplierEvents extends Migration {
  override up(): void {
    this.addSql(
      `alter table "webhook_endpoint" add column "filters" jsonb null, add column "due_days_before" jsonb null;`,
    );
    this.allow([...before, ...added]);
  }

  override down(): void {
    this.addSql(
      `delete from "webhook_delivery" where "event_id" in (select "id" from "event" where "type" in (${listed(added)}));`,
    );
    this.addSql(`delete from "event" where "type" in (${listed(added)});`);
    // Without names it would receive everything.
    this.addSql(`update "webhook_endpoint" set "is_active" = false, "disabled_at" = now(),
        "disabled_reason" = 'Só recebia eventos que esta versão não conhece.'
      where "company_id" is not null and "events" <> '{}' and "events" <@ array[${listed(ofCompanies)}]::text[];`);
    this.addSql(`update "webhook_endpoint" set "events" = (
      select coalesce(array_agg(name), '{}') from unnest("events") name where name not in (${listed(ofCompanies)})
    ) where "company_id" is not null and "events" && array[${listed(ofCompanies)}]::text[];`);
    this.allow(before);
    this.addSql(`alter table "webhook_endpoint" drop column "filters", drop column "due_days_before";`);
  }

  private allow(names: readonly string[]): void {
    this.addSql(`alter table "event" drop constraint "event_type_check";`);
    this.addSql(`alter table "event" add constraint "event_type_check" check ("type" in (${listed(names)}));`);
  }
}

function listed(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
