import { Migration } from '@mikro-orm/migrations';

const before = [
  'DOCUMENT_AUTHORIZED',
  'DOCUMENT_REJECTED',
  'DOCUMENT_CANCELLED',
  'DOCUMENT_INUTILIZED',
  'WEBHOOK_TEST',
];
const after = [...before, 'RECEIVED_DOCUMENT_CREATED', 'RECEIVED_DOCUMENT_UPDATED'];

/** Events about received documents, for offices. */
export class Migration20261122230500_received_events extends Migration {
  override up(): void {
    this.allow(after);
  }

  override down(): void {
    this.addSql(
      `delete from "webhook_delivery" where "event_id" in (select "id" from "event" where "type" not in (${quoted(before)}));`,
    );
    this.addSql(`delete from "event" where "type" not in (${quoted(before)});`);
    this.allow(before);
  }

  private allow(types: string[]): void {
    this.addSql(`alter table "event" drop constraint "event_type_check";`);
    this.addSql(`alter table "event" add constraint "event_type_check" check ("type" in (${quoted(types)}));`);
  }
}

function quoted(names: string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
