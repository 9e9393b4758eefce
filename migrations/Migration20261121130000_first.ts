import { Migration } from '@mikro-orm/migrations';

export class Migration20261121130000_first extends Migration {
  override up(): void {
    this.addSql(`create table "company" (
      "id" uuid not null,
      "tax_id" varchar(14) not null,
      "name" varchar(60) not null,
      "trade_name" varchar(60) null,
      "environment" text not null,
      "settings" jsonb null,
      "is_active" boolean not null default true,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "company" add constraint "company_tax_id_unique" unique ("tax_id");`);
    this.addSql(`alter table "company"
      add constraint "company_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION'));`);
    this.addSql(`create table "client" (
      "id" uuid not null,
      "company_id" uuid not null,
      "name" text not null,
      "trade_name" text null,
      "type" text null,
      "document_type" text null,
      "document" varchar(20) not null default '',
      "state_registration" varchar(14) null,
      "taxpayer_type" text not null,
      "email" text null,
      "phone" varchar(20) null,
      "zip_code" varchar(8) null,
      "street" text null,
      "number" varchar(60) null,
      "complement" text null,
      "neighborhood" text null,
      "city" text null,
      "state" varchar(2) null,
      "municipality_code" varchar(7) null,
      "country" varchar(2) not null default 'BR',
      "is_active" boolean not null default true,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`create unique index "client_company_document_unique" on "client" ("company_id", "document")
      where "document" <> '';`);
    this.addSql(`alter table "client"
      add constraint "client_type_check" check ("type" in ('INDIVIDUAL', 'COMPANY', 'FOREIGN'));`);
    this.addSql(`alter table "client"
      add constraint "client_document_type_check" check ("document_type" in ('CPF', 'CNPJ', 'FOREIGN', 'OTHER'));`);
    this.addSql(`alter table "client"
      add constraint "client_taxpayer_type_check" check ("taxpayer_type" in ('CONTRIBUINTE', 'ISENTO', 'NAO_CONTRIBUINTE'));`);
    this.addSql(`create table "certificate" (
      "id" uuid not null,
      "company_id" uuid not null,
      "tax_id" varchar(14) not null,
      "subject" text not null,
      "issuer" text not null,
      "serial_number" varchar(64) not null,
      "fingerprint" varchar(64) not null,
      "not_before" timestamptz not null,
      "not_after" timestamptz not null,
      "sealed" jsonb not null,
      "is_active" boolean not null default true,
      "created_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`create index "certificate_company_id_is_active_index" on "certificate" ("company_id", "is_active");`);
    this.addSql(`create table "authority_call" (
      "id" uuid not null,
      "company_id" uuid not null,
      "service" varchar(30) not null,
      "subject" varchar(60) not null,
      "started_at" timestamptz not null,
      "ended_at" timestamptz null,
      "c_stat" varchar(4) null,
      "answer" text null,
      "fault" text null,
      primary key ("id")
    );`);
    this.addSql(
      `create index "authority_call_subject_started_at_index" on "authority_call" ("subject", "started_at");`,
    );
    this.addSql(`create table "api_key" (
      "id" uuid not null,
      "company_id" uuid not null,
      "name" varchar(100) not null,
      "hash" varchar(64) not null,
      "hint" varchar(20) not null,
      "scopes" text[] not null,
      "rate_per_second" int not null default 20,
      "rate_burst" int not null default 100,
      "expires_at" timestamptz null,
      "revoked_at" timestamptz null,
      "created_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "api_key" add constraint "api_key_hash_unique" unique ("hash");`);
    this.addSql(`create table "document" (
      "id" uuid not null,
      "company_id" uuid not null,
      "type" text not null,
      "environment" text not null,
      "status" text not null default 'DRAFT',
      "series" int null,
      "number" int not null default 0,
      "access_key" varchar(50) null,
      "total_value" numeric(15,2) not null,
      "issue_date_time" timestamptz not null,
      "authorization_date" timestamptz null,
      "protocol_number" varchar(17) null,
      "nfse_number" varchar(20) null,
      "verification_code" varchar(60) null,
      "c_stat" varchar(4) null,
      "rejection_reason" text null,
      "is_denied" boolean not null default false,
      "alerts" jsonb null,
      "cancellation_reason" text null,
      "cancellation_date" timestamptz null,
      "client_id" uuid null,
      "client_snapshot" jsonb not null,
      "payload" jsonb not null,
      "computed" jsonb null,
      "attempt" int not null default 0,
      "claimed_at" timestamptz null,
      "run_id" uuid null,
      "waiting_for" text null,
      "external_id" varchar(100) null,
      "idempotency_key" varchar(100) null,
      "idempotency_fingerprint" varchar(64) null,
      "created_by" uuid null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(
      `create index "document_company_id_environment_id_index" on "document" ("company_id", "environment", "id");`,
    );
    this.addSql(`create index "document_client_id_index" on "document" ("client_id");`);
    this.addSql(`create unique index "document_number_unique" on "document" ("company_id", "environment", "type", "series", "number")
      where "number" > 0;`);
    this.addSql(`create unique index "document_access_key_unique" on "document" ("access_key")
      where "access_key" is not null;`);
    this.addSql(`create index "document_processing" on "document" ("updated_at") where "status" = 'PROCESSING';`);
    this.addSql(`alter table "document"
      add constraint "document_company_id_idempotency_key_unique" unique ("company_id", "idempotency_key");`);
    this.addSql(`alter table "document"
      add constraint "document_type_check" check ("type" in ('NFE', 'NFCE', 'NFSE'));`);
    this.addSql(`alter table "document"
      add constraint "document_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION'));`);
    this.addSql(`alter table "document"
      add constraint "document_status_check" check ("status" in ('DRAFT', 'PROCESSING', 'AUTHORIZED', 'REJECTED', 'CANCELLED'));`);
    this.addSql(`create table "document_event" (
      "id" uuid not null,
      "company_id" uuid not null,
      "document_id" uuid not null,
      "type" text not null,
      "code" varchar(6) not null,
      "sequence" int not null,
      "status" text not null default 'PENDING',
      "attempt" int not null default 1,
      "claimed_at" timestamptz null,
      "justification" text null,
      "protocol" varchar(17) null,
      "c_stat" varchar(4) null,
      "reason" text null,
      "signed_xml" text null,
      "proc_xml" text null,
      "occurred_at" timestamptz not null,
      "registered_at" timestamptz null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_document_id_code_sequence_unique" unique ("document_id", "code", "sequence");`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_type_check" check ("type" in ('CANCELLATION'));`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_status_check" check ("status" in ('PENDING', 'REGISTERED', 'REJECTED'));`);
    this.addSql(`create table "emission" (
      "document_id" uuid not null,
      "attempt" int not null,
      "company_id" uuid not null,
      "series" int not null,
      "number" int not null,
      "access_key" varchar(50) not null,
      "signed_xml" text not null,
      "digest_value" varchar(28) not null,
      "proc_xml" text null,
      "receipt" varchar(15) null,
      "created_at" timestamptz not null,
      primary key ("document_id", "attempt")
    );`);
    this.addSql(`create index "emission_access_key_index" on "emission" ("access_key");`);
    this.addSql(`create table "event" (
      "id" varchar(40) not null,
      "company_id" uuid not null,
      "type" text not null,
      "document_id" uuid null,
      "data" jsonb not null,
      "created_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`create index "event_document_id_index" on "event" ("document_id");`);
    this.addSql(`alter table "event"
      add constraint "event_type_check" check ("type" in ('DOCUMENT_AUTHORIZED', 'DOCUMENT_REJECTED', 'DOCUMENT_CANCELLED', 'DOCUMENT_INUTILIZED'));`);
    this.addSql(`create table "number_series" (
      "company_id" uuid not null,
      "environment" text not null,
      "model" varchar(2) not null,
      "series" int not null,
      "next_number" int not null default 1,
      primary key ("company_id", "environment", "model", "series")
    );`);
    this.addSql(`alter table "number_series"
      add constraint "number_series_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION'));`);
    this.addSql(`create unlogged table "rate_bucket" (
      "key_id" uuid not null,
      "tokens" double precision not null,
      "refilled_at" timestamptz not null,
      primary key ("key_id")
    );`);
    this.addSql(`create table "webhook_endpoint" (
      "id" uuid not null,
      "company_id" uuid not null,
      "url" text not null,
      "description" varchar(255) null,
      "events" text[] not null,
      "is_active" boolean not null default true,
      "sealed_secret" jsonb not null,
      "disabled_reason" text null,
      "disabled_at" timestamptz null,
      "consecutive_failures" int not null default 0,
      "woken_at" timestamptz null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`create index "webhook_endpoint_company_id_index" on "webhook_endpoint" ("company_id");`);
    this.addSql(`create table "webhook_delivery" (
      "id" uuid not null,
      "company_id" uuid not null,
      "endpoint_id" uuid not null,
      "event_id" varchar(40) not null,
      "status" text not null default 'PENDING',
      "attempts" int not null default 0,
      "next_attempt_at" timestamptz null,
      "response_status" int null,
      "response_body" text null,
      "error_message" text null,
      "delivered_at" timestamptz null,
      "created_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`create index "webhook_delivery_due" on "webhook_delivery" ("endpoint_id", "next_attempt_at")
      where "next_attempt_at" is not null;`);
    this.addSql(`alter table "webhook_delivery"
      add constraint "webhook_delivery_event_id_endpoint_id_unique" unique ("event_id", "endpoint_id");`);
    this.addSql(`alter table "webhook_delivery"
      add constraint "webhook_delivery_status_check" check ("status" in ('PENDING', 'SUCCEEDED', 'FAILED'));`);
  }

  override down(): void {
    this.addSql(`drop table "webhook_delivery" cascade;`);
    this.addSql(`drop table "webhook_endpoint" cascade;`);
    this.addSql(`drop table "rate_bucket" cascade;`);
    this.addSql(`drop table "number_series" cascade;`);
    this.addSql(`drop table "event" cascade;`);
    this.addSql(`drop table "emission" cascade;`);
    this.addSql(`drop table "document_event" cascade;`);
    this.addSql(`drop table "document" cascade;`);
    this.addSql(`drop table "api_key" cascade;`);
    this.addSql(`drop table "authority_call" cascade;`);
    this.addSql(`drop table "certificate" cascade;`);
    this.addSql(`drop table "client" cascade;`);
    this.addSql(`drop table "company" cascade;`);
  }
}
