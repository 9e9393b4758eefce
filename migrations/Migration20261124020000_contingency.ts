import { Migration } from '@mikro-orm/migrations';

const kinds = [
  ...['START', 'ANSWER', 'UNANSWERED', 'AUTHORITY_PAUSED', 'AUTHORITY_UNREACHABLE', 'THROTTLED', 'CERTIFICATE'],
  ...['PERSON', 'OURS', 'MAIL', 'STORAGE'],
];
const waiting = ['document', 'document_event', 'inutilization', 'closing', 'link_invitation'];
const eventsBefore = [
  ...['DOCUMENT_AUTHORIZED', 'DOCUMENT_REJECTED', 'DOCUMENT_CANCELLED', 'DOCUMENT_INUTILIZED', 'WEBHOOK_TEST'],
  ...['RECEIVED_DOCUMENT_CREATED', 'RECEIVED_DOCUMENT_UPDATED', 'LINK_UPDATED', 'CLOSING_COMPLETED', 'CLOSING_FAILED'],
  ...['DOCUMENT_WAITING', 'CERTIFICATE_EXPIRING'],
];

/** Columns of a document that callers see, besides `updated_at`, as in the migrations that made the trigger before. */
const shownBefore = [
  ...['status', 'number', 'series', 'access_key', 'total_value', 'issue_date_time', 'authorization_date'],
  ...['protocol_number', 'nfse_number', 'verification_code', 'c_stat', 'rejection_reason', 'cancellation_reason'],
  ...['cancellation_date', 'waiting_for', 'run_id', 'external_id', 'issued_by_office', 'alerts', 'client_snapshot'],
  ...['payload', 'computed', 'waiting_kind', 'waiting_until'],
];

/** Notes issued while their authority does not answer, what is known of each authority's service, and what becomes of the notes that others replaced. */
export class Migration20261124020000_contingency extends Migration {
  override up(): void {
    for (const table of waiting) this.allowKinds(table, [...kinds, 'TRANSMISSION']);
    this.allowEvents([...eventsBefore, 'AUTHORITY_STATUS']);
    this.addSql(`alter table "document" drop constraint if exists "document_waiting_told_check";`);
    this.addSql(`alter table "document"
      add constraint "document_waiting_told_check" check ("waiting_told" in (${listed([...kinds, 'TRANSMISSION'])}));`);
    this.addSql(`alter table "document"
      add column "contingency_mode" text null,
      add column "contingency_since" timestamptz null,
      add column "contingency_reason" text null,
      add column "contingency_transmit_by" timestamptz null,
      add constraint "document_contingency_mode_check" check ("contingency_mode" in ('OFFLINE', 'SVC', 'EPEC'));`);
    this.addSql(`create index "document_by_contingency" on "document" ("company_id", "environment", "contingency_mode", "id")
      include ("status", "type") where "contingency_mode" is not null;`);
    this.addSql(`create index "document_to_transmit" on "document" ("contingency_since", "id")
      where "status" = 'PROCESSING' and "contingency_mode" in ('OFFLINE', 'EPEC');`);
    this.markChangesOf([...shownBefore, 'contingency_mode', 'contingency_transmit_by']);

    this.addStandings();
    this.addEntries();
    this.addReplaced();
  }

  private addStandings(): void {
    this.addSql(`create table "authority_standing" (
      "authorizer" varchar(10) not null,
      "environment" text not null,
      "model" text not null,
      "state" varchar(2) not null default '',
      "standing" text not null,
      "since" timestamptz not null,
      "reason" text not null,
      "c_stat" varchar(8) null,
      "faults" int not null default 0,
      "asked_at" timestamptz null,
      "not_before" timestamptz null,
      "serving_at" timestamptz null,
      "updated_at" timestamptz not null,
      primary key ("authorizer", "environment", "model", "state"),
      constraint "authority_standing_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "authority_standing_model_check" check ("model" in ('55', '65')),
      constraint "authority_standing_standing_check" check ("standing" in ('OPEN', 'SHUT', 'CLOSING', 'OFF'))
    );`);
    this.addSql(`create table "authority_change" (
      "id" uuid not null,
      "authorizer" varchar(10) not null,
      "environment" text not null,
      "model" text not null,
      "state" varchar(2) not null default '',
      "standing" text not null,
      "reason" text not null,
      "c_stat" varchar(8) null,
      "changed_at" timestamptz not null,
      primary key ("id"),
      constraint "authority_change_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "authority_change_model_check" check ("model" in ('55', '65')),
      constraint "authority_change_standing_check" check ("standing" in ('OPEN', 'SHUT', 'CLOSING', 'OFF'))
    );`);
    this.addSql(`create index "authority_change_authorizer_environment_model_changed_at_index"
      on "authority_change" ("authorizer", "environment", "model", "changed_at");`);
    for (const table of ['authority_standing', 'authority_change']) {
      this.addSql(`alter table "${table}" enable row level security;`);
      this.addSql(`create policy "every_company" on "${table}" to "lavra_worker" using (true) with check (true);`);
      this.addSql(`grant select, insert, update on "${table}" to "lavra_worker";`);
    }
  }

  private addEntries(): void {
    this.addSql(`create table "contingency_entry" (
      "id" uuid not null,
      "company_id" uuid not null,
      "environment" text not null,
      "model" text not null,
      "reason" text not null,
      "entered_at" timestamptz not null,
      "left_at" timestamptz null,
      primary key ("id"),
      constraint "contingency_entry_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "contingency_entry_model_check" check ("model" in ('55', '65'))
    );`);
    this.addSql(`create unique index "contingency_entry_open" on "contingency_entry" ("company_id", "environment", "model")
      where "left_at" is null;`);
    this.own('contingency_entry', 'select');
  }

  private addReplaced(): void {
    this.addSql(`create table "replaced_note" (
      "id" uuid not null,
      "company_id" uuid not null,
      "document_id" uuid not null,
      "attempt" int not null,
      "environment" text not null,
      "type" text not null,
      "series" int not null,
      "number" int not null,
      "access_key" varchar(44) not null,
      "status" text not null default 'OPEN',
      "protocol" varchar(17) null,
      "authorized_at" timestamptz null,
      "c_stat" varchar(8) null,
      "is_give_up_approved" boolean not null default false,
      "reason" text null,
      "waiting_kind" text null,
      "waiting_since" timestamptz null,
      "waiting_until" timestamptz null,
      "settled_at" timestamptz null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id"),
      constraint "replaced_note_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "replaced_note_type_check" check ("type" in ('NFE', 'NFCE', 'NFSE')),
      constraint "replaced_note_status_check" check ("status" in ('OPEN', 'PROPOSED', 'CANCELLED', 'GIVEN_UP', 'SPENT')),
      constraint "replaced_note_waiting_kind_check" check ("waiting_kind" in (${listed([...kinds, 'TRANSMISSION'])}))
    );`);
    this.addSql(`alter table "replaced_note"
      add constraint "replaced_note_document_id_attempt_unique" unique ("document_id", "attempt");`);
    this.addSql(`create index "replaced_note_open" on "replaced_note" ("updated_at") where "settled_at" is null;`);
    this.addSql(`create index "replaced_note_access_key_index" on "replaced_note" ("access_key");`);
    this.addSql(`create index "replaced_note_company_id_environment_type_series_number_index"
      on "replaced_note" ("company_id", "environment", "type", "series", "number");`);
    this.addSql(`alter table "replaced_note"
      add constraint "replaced_note_document_id_foreign" foreign key ("document_id") references "document" ("id");`);
    this.own('replaced_note', 'select, insert, update');

    this.addSql(`alter table "document_event" drop constraint "document_event_one_subject";`);
    this.addSql(`alter table "document_event" add column "replaced_note_id" uuid null,
      add constraint "document_event_replaced_note_id_foreign" foreign key ("replaced_note_id") references "replaced_note" ("id"),
      add constraint "document_event_replaced_note_id_code_sequence_unique" unique ("replaced_note_id", "code", "sequence"),
      add constraint "document_event_one_subject"
        check (num_nonnulls("document_id", "received_document_id", "replaced_note_id") = 1);`);
    this.addSql(`alter table "document_event" drop constraint if exists "document_event_type_check";`);
    this.addSql(`alter table "document_event" add constraint "document_event_type_check" check ("type" in (
      'CANCELLATION', 'CANCELLATION_BY_SUBSTITUTION', 'CORRECTION_LETTER', 'DELIVERY_RECEIPT', 'DELIVERY_RECEIPT_REMOVAL',
      'EPEC', 'MANIFESTATION'));`);
    // The worker makes the events of contingency and gives numbers up by itself.
    this.addSql(`grant insert on "document_event", "inutilization" to "lavra_worker";`);
  }

  /** Puts up both walls of tenancy, and lets the worker in. */
  private own(table: string, workerRights: string): void {
    this.addSql(`alter table "${table}"
      add constraint "${table}_company_id_foreign" foreign key ("company_id") references "company" ("id");`);
    this.addSql(`alter table "${table}" enable row level security;`);
    this.addSql(`create policy "own_company" on "${table}" to "lavra_tenant"
      using (company_id = (current_setting('lavra.company_id'::text))::uuid)
      with check (company_id = (current_setting('lavra.company_id'::text))::uuid);`);
    this.addSql(`create policy "every_company" on "${table}" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`grant select, insert, update on "${table}" to "lavra_tenant";`);
    this.addSql(`grant ${workerRights} on "${table}" to "lavra_worker";`);
  }

  override down(): void {
    this.addSql(
      `delete from "webhook_delivery" where "event_id" in (select "id" from "event" where "type" = 'AUTHORITY_STATUS');`,
    );
    this.addSql(`delete from "event" where "type" = 'AUTHORITY_STATUS';`);
    // Without names it would receive everything.
    this.addSql(`update "webhook_endpoint" set "is_active" = false, "disabled_at" = now(),
        "disabled_reason" = 'Só recebia eventos que esta versão não conhece.'
      where "events" <> '{}' and "events" <@ array['AUTHORITY_STATUS']::text[];`);
    this.addSql(`update "webhook_endpoint" set "events" = array_remove("events", 'AUTHORITY_STATUS')
      where 'AUTHORITY_STATUS' = any("events");`);
    this.allowEvents(eventsBefore);
    this.addSql(`delete from "document_event" where "replaced_note_id" is not null or "type" = 'EPEC';`);
    this.addSql(`alter table "document_event" drop constraint "document_event_type_check";`);
    this.addSql(`alter table "document_event" add constraint "document_event_type_check" check ("type" in (
      'CANCELLATION', 'CANCELLATION_BY_SUBSTITUTION', 'CORRECTION_LETTER', 'DELIVERY_RECEIPT', 'DELIVERY_RECEIPT_REMOVAL',
      'MANIFESTATION'));`);
    this.addSql(`alter table "document_event" drop constraint "document_event_one_subject";`);
    this.addSql(`alter table "document_event" drop column "replaced_note_id",
      add constraint "document_event_one_subject" check (num_nonnulls("document_id", "received_document_id") = 1);`);
    for (const table of ['replaced_note', 'contingency_entry', 'authority_change', 'authority_standing']) {
      this.addSql(`drop table "${table}" cascade;`);
    }
    this.markChangesOf(shownBefore);
    this.addSql(`drop index "document_to_transmit";`);
    this.addSql(`drop index "document_by_contingency";`);
    this.addSql(`alter table "document" drop column "contingency_mode", drop column "contingency_since",
      drop column "contingency_reason", drop column "contingency_transmit_by";`);
    this.addSql(`update "document" set "waiting_told" = null where "waiting_told" = 'TRANSMISSION';`);
    this.addSql(`alter table "document" drop constraint "document_waiting_told_check";`);
    this.addSql(`alter table "document"
      add constraint "document_waiting_told_check" check ("waiting_told" in (${listed(kinds)}));`);
    for (const table of waiting) {
      this.addSql(`update "${table}" set "waiting_kind" = 'ANSWER' where "waiting_kind" = 'TRANSMISSION';`);
      this.allowKinds(table, kinds);
    }
  }

  private allowEvents(names: string[]): void {
    this.addSql(`alter table "event" drop constraint "event_type_check";`);
    this.addSql(`alter table "event" add constraint "event_type_check" check ("type" in (${listed(names)}));`);
  }

  private allowKinds(table: string, allowed: string[]): void {
    this.addSql(`alter table "${table}" drop constraint "${table}_waiting_kind_check";`);
    this.addSql(`alter table "${table}"
      add constraint "${table}_waiting_kind_check" check ("waiting_kind" in (${listed(allowed)}));`);
  }

  private markChangesOf(shown: string[]): void {
    const differs = ['updated_at', ...shown].map((column) => `old.${column} is distinct from new.${column}`);
    this.addSql(`drop trigger "document_sync_update" on "document";`);
    this.addSql(`create trigger "document_sync_update" after update on "document"
      for each row when (${differs.join(' or ')}) execute function "document_changed"();`);
  }
}

const listed = (kinds: string[]): string => kinds.map((kind) => `'${kind}'`).join(', ');
