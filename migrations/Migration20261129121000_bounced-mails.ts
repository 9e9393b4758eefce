import { Migration } from '@mikro-orm/migrations';

const before = [
  ...['DOCUMENT_AUTHORIZED', 'DOCUMENT_REJECTED', 'DOCUMENT_CANCELLED', 'DOCUMENT_INUTILIZED', 'WEBHOOK_TEST'],
  ...['RECEIVED_DOCUMENT_CREATED', 'RECEIVED_DOCUMENT_UPDATED', 'LINK_UPDATED', 'CLOSING_COMPLETED', 'CLOSING_FAILED'],
  ...['DOCUMENT_WAITING', 'CERTIFICATE_EXPIRING', 'AUTHORITY_STATUS'],
];
const ofSuppliers = ['SUPPLIER_CANCELLED', 'PAYABLE_CREATED', 'PAYABLE_DUE'];
const added = 'MAIL_FAILED';

/** When a mail that its server had taken came back; and endpoints that ask for it are told of mails that will not arrive. */
export class Migration20261129121000_bouncedMails extends Migration {
  override up(): void {
    this.addSql(`alter table "document_mail" add column "bounced_at" timestamptz(3) null;`);
    this.allow([...before, added, ...ofSuppliers]);
  }

  override down(): void {
    this.addSql(
      `delete from "webhook_delivery" where "event_id" in (select "id" from "event" where "type" = '${added}');`,
    );
    this.addSql(`delete from "event" where "type" = '${added}';`);
    // Without names it would receive everything.
    this.addSql(`update "webhook_endpoint" set "is_active" = false, "disabled_at" = now(),
        "disabled_reason" = 'Só recebia eventos que esta versão não conhece.'
      where "events" = array['${added}']::text[];`);
    this.addSql(
      `update "webhook_endpoint" set "events" = array_remove("events", '${added}') where '${added}' = any("events");`,
    );
    this.allow([...before, ...ofSuppliers]);
    this.addSql(`alter table "document_mail" drop column "bounced_at";`);
  }

  private allow(names: readonly string[]): void {
    this.addSql(`alter table "event" drop constraint "event_type_check";`);
    const listed = names.map((name) => `'${name}'`).join(', ');
    this.addSql(`alter table "event" add constraint "event_type_check" check ("type" in (${listed}));`);
  }
}
