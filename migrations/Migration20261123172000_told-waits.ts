import { Migration } from '@mikro-orm/migrations';

const kinds = [
  ...['START', 'ANSWER', 'UNANSWERED', 'AUTHORITY_PAUSED', 'AUTHORITY_UNREACHABLE', 'THROTTLED', 'CERTIFICATE'],
  ...['PERSON', 'OURS', 'MAIL', 'STORAGE'],
];
const eventsBefore = [
  ...['DOCUMENT_AUTHORIZED', 'DOCUMENT_REJECTED', 'DOCUMENT_CANCELLED', 'DOCUMENT_INUTILIZED', 'WEBHOOK_TEST'],
  ...['RECEIVED_DOCUMENT_CREATED', 'RECEIVED_DOCUMENT_UPDATED', 'LINK_UPDATED', 'CLOSING_COMPLETED', 'CLOSING_FAILED'],
];
const newEvents = ['DOCUMENT_WAITING', 'CERTIFICATE_EXPIRING'];

/** What closings and mails wait for, and of which waits and certificates webhooks were told. */
export class Migration20261123172000_told_waits extends Migration {
  override up(): void {
    for (const table of ['closing', 'link_invitation']) {
      this.addSql(`alter table "${table}"
        add column "waiting_kind" text null, add column "waiting_since" timestamptz null,
        add constraint "${table}_waiting_kind_check" check ("waiting_kind" in (${quoted(kinds)}));`);
    }
    // What waited before is called by what it mostly waits for; the next step says more.
    this.addSql(`update "closing" set "waiting_kind" = 'STORAGE', "waiting_since" = "updated_at"
      where "status" = 'RUNNING' and "waiting_for" is not null;`);
    this.addSql(`update "link_invitation" set "waiting_kind" = 'MAIL', "waiting_since" = "created_at"
      where "mail_status" = 'PENDING' and "mail_error" is not null;`);
    this.addSql(`alter table "document" add column "waiting_told" text null,
      add constraint "document_waiting_told_check" check ("waiting_told" in (${quoted(kinds)}));`);
    this.addSql(`alter table "certificate" add column "expiry_told_days" int null;`);
    this.addSql(
      `create index "document_event_waiting" on "document_event" ("waiting_since") where "waiting_kind" is not null;`,
    );
    this.addSql(
      `create index "inutilization_waiting" on "inutilization" ("waiting_since") where "waiting_kind" is not null;`,
    );
    this.allowEvents([...eventsBefore, ...newEvents]);
  }

  override down(): void {
    const gone = quoted(newEvents);
    this.addSql(
      `delete from "webhook_delivery" where "event_id" in (select "id" from "event" where "type" in (${gone}));`,
    );
    this.addSql(`delete from "event" where "type" in (${gone});`);
    // Without names it would receive everything.
    this.addSql(`update "webhook_endpoint" set "is_active" = false, "disabled_at" = now(),
        "disabled_reason" = 'Só recebia eventos que esta versão não conhece.'
      where "events" <> '{}' and "events" <@ array[${gone}]::text[];`);
    this.addSql(`update "webhook_endpoint" set "events" = (
      select coalesce(array_agg(name), '{}') from unnest("events") name where name not in (${gone})
    ) where "events" && array[${gone}]::text[];`);
    this.allowEvents(eventsBefore);
    this.addSql(`drop index "document_event_waiting";`);
    this.addSql(`drop index "inutilization_waiting";`);
    this.addSql(`alter table "certificate" drop column "expiry_told_days";`);
    this.addSql(`alter table "document" drop column "waiting_told";`);
    for (const table of ['closing', 'link_invitation']) {
      this.addSql(`alter table "${table}" drop column "waiting_kind", drop column "waiting_since";`);
    }
  }

  private allowEvents(names: string[]): void {
    this.addSql(`alter table "event" drop constraint "event_type_check";`);
    this.addSql(`alter table "event" add constraint "event_type_check" check ("type" in (${quoted(names)}));`);
  }
}

function quoted(words: string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
