import { Migration } from '@mikro-orm/migrations';

/** The tables, in the order in which they refer to each other, and what the worker does with each. */
const workerRights = {
  distribution: 'select, insert, update',
  received_document: 'select, insert, update',
  received_file: 'select, insert, update',
  payable: 'select, insert, update',
  export_link: 'select, delete',
};
const tables = Object.keys(workerRights);

/** What others issue against a company: where it stands with each source, what came, what it owes, and links to a month of it. */
export class Migration20261122230000_received extends Migration {
  override up(): void {
    this.addSql(`create table "distribution" (
      "id" uuid not null,
      "company_id" uuid not null,
      "environment" text not null,
      "source" text not null,
      "last_nsu" bigint not null default '0',
      "max_nsu" bigint null,
      "status" text not null default 'ACTIVE',
      "reason" text null,
      "c_stat" varchar(40) null,
      "message" text null,
      "asked_at" timestamptz null,
      "answered_at" timestamptz null,
      "not_before" timestamptz not null,
      "next_visit_at" timestamptz not null,
      "throttled_times" int not null default 0,
      "throttled_nsu" bigint null,
      "failures" int not null default 0,
      "unreadable" int not null default 0,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id"),
      constraint "distribution_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "distribution_source_check" check ("source" in ('NFE', 'NFSE')),
      constraint "distribution_status_check" check ("status" in ('ACTIVE', 'FAILING', 'THROTTLED', 'THROTTLED_TWICE', 'PAUSED'))
    );`);
    this.addSql(`create index "distribution_due" on "distribution" ("next_visit_at");`);
    this.addSql(`alter table "distribution"
      add constraint "distribution_company_id_environment_source_unique" unique ("company_id", "environment", "source");`);
    this.addSql(`create table "received_document" (
      "id" uuid not null,
      "company_id" uuid not null,
      "environment" text not null,
      "model" text not null,
      "schema_type" text not null,
      "nsu" bigint not null,
      "access_key" varchar(50) not null,
      "event_code" varchar(6) not null default '',
      "event_sequence" int not null default 0,
      "event_author" varchar(14) null,
      "event_name" text null,
      "event_text" text null,
      "event_protocol" varchar(17) null,
      "issuer_tax_id" varchar(14) null,
      "issuer_name" text null,
      "number" varchar(15) null,
      "series" varchar(5) null,
      "total_value" numeric(15,2) null,
      "emission_date" timestamptz not null,
      "protocol" varchar(17) null,
      "status" text not null,
      "role" text not null,
      "manifestation" text null,
      "has_full_xml" boolean not null,
      "signature" text null,
      "signature_fault" text null,
      "received_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id"),
      constraint "received_document_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "received_document_model_check" check ("model" in ('NFE', 'NFSE')),
      constraint "received_document_schema_type_check" check ("schema_type" in ('RES_NFE', 'PROC_NFE', 'RES_EVENTO', 'PROC_EVENTO', 'NFSE', 'EVENTO_NFSE')),
      constraint "received_document_status_check" check ("status" in ('AUTHORIZED', 'DENIED', 'CANCELLED', 'REGISTERED')),
      constraint "received_document_role_check" check ("role" in ('RECIPIENT', 'TRANSPORTER', 'AUTHORIZED', 'OTHER')),
      constraint "received_document_manifestation_check" check ("manifestation" in ('CIENCIA', 'CONFIRMADA', 'DESCONHECIDA', 'NAO_REALIZADA')),
      constraint "received_document_signature_check" check ("signature" in ('VALID', 'INVALID', 'ABSENT'))
    );`);
    this.addSql(`alter table "received_document"
      add constraint "received_document_unique" unique ("company_id", "environment", "access_key", "event_code", "event_sequence");`);
    this.addSql(`create table "received_file" (
      "id" uuid not null,
      "company_id" uuid not null,
      "environment" text not null,
      "source" text not null,
      "nsu" bigint not null,
      "schema" text not null,
      "schema_type" text null,
      "received_document_id" uuid null,
      "access_key" varchar(50) null,
      "content" bytea not null,
      "crc32" bigint null,
      "size" int null,
      "fault" text null,
      "received_at" timestamptz not null,
      primary key ("id"),
      constraint "received_file_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "received_file_source_check" check ("source" in ('NFE', 'NFSE')),
      constraint "received_file_schema_type_check" check ("schema_type" in ('RES_NFE', 'PROC_NFE', 'RES_EVENTO', 'PROC_EVENTO', 'NFSE', 'EVENTO_NFSE'))
    );`);
    this.addSql(`create index "received_file_received_document_id_index" on "received_file" ("received_document_id");`);
    this.addSql(
      `create index "received_file_unreadable" on "received_file" ("company_id", "nsu") where "fault" is not null;`,
    );
    this.addSql(`alter table "received_file"
      add constraint "received_file_unique" unique ("company_id", "environment", "source", "nsu");`);
    this.addSql(`alter table "received_file"
      add constraint "received_file_received_document_id_foreign" foreign key ("received_document_id")
      references "received_document" ("id") on delete set null;`);
    this.addSql(`create table "payable" (
      "id" uuid not null,
      "company_id" uuid not null,
      "environment" text not null,
      "received_document_id" uuid not null,
      "position" int not null,
      "number" varchar(60) null,
      "due_date" date not null,
      "amount" numeric(15,2) not null,
      "status" text not null default 'OPEN',
      "paid_on" date null,
      "supplier_tax_id" varchar(14) not null,
      "supplier_name" text not null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id"),
      constraint "payable_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "payable_status_check" check ("status" in ('OPEN', 'PAID', 'CANCELLED', 'REVIEW'))
    );`);
    this.addSql(`alter table "payable"
      add constraint "payable_received_document_id_position_unique" unique ("received_document_id", "position");`);
    this.addSql(`alter table "payable"
      add constraint "payable_received_document_id_foreign" foreign key ("received_document_id")
      references "received_document" ("id");`);
    this.addSql(`create table "export_link" (
      "id" uuid not null,
      "company_id" uuid not null,
      "token_hash" varchar(64) not null,
      "api_key_id" uuid not null,
      "companies" text[] not null,
      "year" int not null,
      "month" int not null,
      "expires_at" timestamptz not null,
      "created_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "export_link" add constraint "export_link_token_hash_unique" unique ("token_hash");`);
    this.addSql(`create index "export_link_expires_at_index" on "export_link" ("expires_at");`);
    this.addSql(`alter table "export_link"
      add constraint "export_link_api_key_id_foreign" foreign key ("api_key_id")
      references "api_key" ("id") on delete cascade;`);
    // The files are gzip: PostgreSQL would try in vain to make them smaller.
    this.addSql(`alter table "received_file" alter column "content" set storage external;`);
    for (const [table, rights] of Object.entries(workerRights)) this.secure(table, rights);
  }

  private secure(table: string, rights: string): void {
    this.addSql(`alter table "${table}"
      add constraint "${table}_company_id_foreign" foreign key ("company_id") references "company" ("id");`);
    this.addSql(`grant select, insert, update, delete on "${table}" to "lavra_tenant";`);
    this.addSql(`grant ${rights} on "${table}" to "lavra_worker";`);
    this.addSql(`alter table "${table}" enable row level security;`);
    this.addSql(`create policy "own_company" on "${table}" to "lavra_tenant"
      using ("company_id" = current_setting('lavra.company_id')::uuid)
      with check ("company_id" = current_setting('lavra.company_id')::uuid);`);
    this.addSql(`create policy "every_company" on "${table}" to "lavra_worker" using (true) with check (true);`);
  }

  override down(): void {
    for (const table of tables.toReversed()) this.addSql(`drop table "${table}" cascade;`);
  }
}
