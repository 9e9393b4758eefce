import { Migration } from '@mikro-orm/migrations';

const newTables = ['closing', 'closing_document', 'closing_member', 'closing_link'];
const ownOffice = `office_id = current_setting('lavra.office_id')::uuid`;

const eventsBefore = [
  'DOCUMENT_AUTHORIZED',
  'DOCUMENT_REJECTED',
  'DOCUMENT_CANCELLED',
  'DOCUMENT_INUTILIZED',
  'WEBHOOK_TEST',
  'RECEIVED_DOCUMENT_CREATED',
  'RECEIVED_DOCUMENT_UPDATED',
  'LINK_UPDATED',
];
const closingEvents = ['CLOSING_COMPLETED', 'CLOSING_FAILED'];

/** Months that offices close: what was asked for, and what a ZIP holds while it is being made. */
export class Migration20261123060000_closings extends Migration {
  override up(): void {
    this.addTables();
    this.secureTables();
    this.addSql(
      `create index "document_month" on "document" ("company_id", "issue_date_time", "id")
        where "environment" = 'PRODUCTION' and "status" in ('AUTHORIZED', 'CANCELLED');`,
    );
    this.allowEvents([...eventsBefore, ...closingEvents]);
  }

  private addTables(): void {
    this.addSql(`create table "closing" (
      "id" uuid not null,
      "office_id" uuid not null,
      "company_id" uuid not null,
      "company_tax_id" varchar(14) not null,
      "company_name" varchar(100) not null,
      "year" int not null,
      "month" int not null,
      "include_xml" boolean not null,
      "include_pdf" boolean not null,
      "status" text not null default 'PENDING',
      "document_count" int not null default 0,
      "done_count" int not null default 0,
      "pdf_count" int not null default 0,
      "missing_pdf_count" int not null default 0,
      "file_name" varchar(200) not null,
      "blob_key" varchar(200) not null,
      "upload" jsonb null,
      "file_size" bigint null,
      "sha256" varchar(64) null,
      "as_of" timestamptz null,
      "failure_reason" text null,
      "waiting_for" text null,
      "created_by" uuid null,
      "created_at" timestamptz not null,
      "started_at" timestamptz null,
      "completed_at" timestamptz null,
      "expires_at" timestamptz null,
      "deleted_at" timestamptz null,
      "updated_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`create index "closing_office_id_id_index" on "closing" ("office_id", "id");`);
    this.addSql(`create index "closing_company_id_index" on "closing" ("company_id");`);
    this.addSql(`create unique index "closing_under_way" on "closing" ("office_id", "company_id", "year", "month")
      where "status" in ('PENDING', 'RUNNING');`);
    this.addSql(`create index "closing_kept" on "closing" ("expires_at")
      where "expires_at" is not null and "deleted_at" is null;`);
    this.addSql(`create table "closing_member" (
      "closing_id" uuid not null,
      "name" varchar(200) not null,
      "office_id" uuid not null,
      "kind" text not null,
      "document_id" uuid null,
      "subject_id" uuid null,
      "offset" bigint not null,
      "method" smallint not null,
      "crc32" bigint not null,
      "size" bigint not null,
      "stored_size" bigint not null,
      "streamed" boolean not null default false,
      "modified_at" timestamptz not null,
      "sha256" varchar(64) not null,
      primary key ("closing_id", "name")
    );`);
    this.addSql(`create index "closing_member_closing_id_offset_index" on "closing_member" ("closing_id", "offset");`);
    this.addSql(
      `create index "closing_member_closing_id_document_id_index" on "closing_member" ("closing_id", "document_id");`,
    );
    this.addSql(`create table "closing_document" (
      "closing_id" uuid not null,
      "document_id" uuid not null,
      "office_id" uuid not null,
      "status" varchar(20) not null,
      "facts" jsonb not null,
      primary key ("closing_id", "document_id")
    );`);
    this.addSql(`create index "closing_document_document_id_index" on "closing_document" ("document_id");`);
    this.addSql(`create table "closing_link" (
      "id" uuid not null,
      "office_id" uuid not null,
      "closing_id" uuid not null,
      "token_hash" varchar(64) not null,
      "api_key_id" uuid not null,
      "expires_at" timestamptz not null,
      "created_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "closing_link" add constraint "closing_link_token_hash_unique" unique ("token_hash");`);
    this.addSql(`create index "closing_link_expires_at_index" on "closing_link" ("expires_at");`);
    this.addSql(`create index "closing_link_closing_id_index" on "closing_link" ("closing_id");`);
    this.addSql(`alter table "closing" add constraint "closing_office_id_foreign"
      foreign key ("office_id") references "office" ("id");`);
    this.addSql(`alter table "closing" add constraint "closing_company_id_foreign"
      foreign key ("company_id") references "company" ("id");`);
    this.addSql(`alter table "closing" add constraint "closing_status_check"
      check ("status" in ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED'));`);
    this.addSql(`alter table "closing_member" add constraint "closing_member_closing_id_foreign"
      foreign key ("closing_id") references "closing" ("id") on delete cascade;`);
    this.addSql(`alter table "closing_member" add constraint "closing_member_office_id_foreign"
      foreign key ("office_id") references "office" ("id");`);
    this.addSql(`alter table "closing_member" add constraint "closing_member_kind_check"
      check ("kind" in ('XML', 'PDF', 'EVENT', 'INUTILIZATION', 'MANIFEST'));`);
    this.addSql(`alter table "closing_document" add constraint "closing_document_closing_id_foreign"
      foreign key ("closing_id") references "closing" ("id") on update cascade on delete cascade;`);
    this.addSql(`alter table "closing_document" add constraint "closing_document_document_id_foreign"
      foreign key ("document_id") references "document" ("id") on update cascade on delete cascade;`);
    this.addSql(`alter table "closing_document" add constraint "closing_document_office_id_foreign"
      foreign key ("office_id") references "office" ("id");`);
    this.addSql(`alter table "closing_link" add constraint "closing_link_office_id_foreign"
      foreign key ("office_id") references "office" ("id");`);
    this.addSql(`alter table "closing_link" add constraint "closing_link_closing_id_foreign"
      foreign key ("closing_id") references "closing" ("id") on delete cascade;`);
    this.addSql(`alter table "closing_link" add constraint "closing_link_api_key_id_foreign"
      foreign key ("api_key_id") references "api_key" ("id") on delete cascade;`);
  }

  private secureTables(): void {
    for (const table of newTables) {
      this.addSql(`alter table "${table}" enable row level security;`);
      this.addSql(
        `create policy "own_office" on "${table}" to "lavra_tenant" using (${ownOffice}) with check (${ownOffice});`,
      );
      this.addSql(`create policy "every_company" on "${table}" to "lavra_worker" using (true) with check (true);`);
      this.addSql(`grant select, insert, update, delete on "${table}" to "lavra_worker";`);
    }
    this.addSql(`grant select, insert, delete on "closing" to "lavra_tenant";`);
    this.addSql(`grant select, insert on "closing_link" to "lavra_tenant";`);
  }

  private allowEvents(types: string[]): void {
    const names = types.map((type) => `'${type}'`).join(', ');
    this.addSql(`alter table "event" drop constraint "event_type_check";`);
    this.addSql(`alter table "event" add constraint "event_type_check" check ("type" in (${names}));`);
  }

  override down(): void {
    for (const type of closingEvents) {
      this.addSql(
        `delete from "webhook_delivery" where "event_id" in (select "id" from "event" where "type" = '${type}');`,
      );
      this.addSql(`delete from "event" where "type" = '${type}';`);
    }
    this.allowEvents(eventsBefore);
    this.addSql(`drop index "document_month";`);
    for (const table of newTables.toReversed()) this.addSql(`drop table "${table}";`);
  }
}
