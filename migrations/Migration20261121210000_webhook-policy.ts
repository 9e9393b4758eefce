import { Migration } from '@mikro-orm/migrations';

/** What a receiver's trouble needs to be seen and retried: a row for each attempt, rounds of attempts, and test events. */
export class Migration20261121210000_webhook_policy extends Migration {
  override up(): void {
    this.addSql(`alter table "webhook_delivery" add "round_attempts" int not null default 0;`);
    this.addSql(`update "webhook_delivery" set "round_attempts" = "attempts";`);
    this.addSql(
      `create index "webhook_delivery_latest" on "webhook_delivery" ("endpoint_id", "created_at" desc, "id" desc);`,
    );
    this.addSql(`alter table "event" drop constraint "event_type_check";`);
    this.addSql(`alter table "event"
      add constraint "event_type_check" check ("type" in ('DOCUMENT_AUTHORIZED', 'DOCUMENT_REJECTED', 'DOCUMENT_CANCELLED', 'DOCUMENT_INUTILIZED', 'WEBHOOK_TEST'));`);
    this.addSql(`create table "webhook_attempt" (
      "delivery_id" uuid not null,
      "number" int not null,
      "company_id" uuid not null,
      "started_at" timestamptz not null,
      "duration_ms" int not null,
      "response_status" int null,
      "response_body" text null,
      "error_message" text null,
      primary key ("delivery_id", "number")
    );`);
    this.addSql(`create index "webhook_attempt_company_id_index" on "webhook_attempt" ("company_id");`);
    this.addSql(`alter table "webhook_attempt"
      add constraint "webhook_attempt_delivery_id_foreign" foreign key ("delivery_id") references "webhook_delivery" ("id")
      on delete cascade;`);
    this.addSql(`alter table "webhook_attempt"
      add constraint "webhook_attempt_company_id_foreign" foreign key ("company_id") references "company" ("id");`);
    this.addSql(`grant select, insert, update, delete on "webhook_attempt" to "lavra_tenant";`);
    this.addSql(`alter table "webhook_attempt" enable row level security;`);
    this.addSql(`create policy "own_company" on "webhook_attempt" to "lavra_tenant"
      using ("company_id" = current_setting('lavra.company_id')::uuid)
      with check ("company_id" = current_setting('lavra.company_id')::uuid);`);
  }

  override down(): void {
    this.addSql(`drop table "webhook_attempt" cascade;`);
    this.addSql(`delete from "webhook_delivery" using "event"
      where "event"."id" = "webhook_delivery"."event_id" and "event"."type" = 'WEBHOOK_TEST';`);
    this.addSql(`delete from "event" where "type" = 'WEBHOOK_TEST';`);
    this.addSql(`alter table "event" drop constraint "event_type_check";`);
    this.addSql(`alter table "event"
      add constraint "event_type_check" check ("type" in ('DOCUMENT_AUTHORIZED', 'DOCUMENT_REJECTED', 'DOCUMENT_CANCELLED', 'DOCUMENT_INUTILIZED'));`);
    this.addSql(`drop index "webhook_delivery_latest";`);
    this.addSql(`alter table "webhook_delivery" drop column "round_attempts";`);
  }
}
