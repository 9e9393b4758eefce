import { Migration } from '@mikro-orm/migrations';

const tables = ['past_note', 'past_note_event', 'past_inutilization', 'past_file'];

const ofFile = `
      "content" bytea not null,
      "sha256" varchar(64) not null,
      "imported_at" timestamptz not null`;

/** What a company issued with another system before it moved in, written by the command line alone. */
export class Migration20261129104500_pastNotes extends Migration {
  override up(): void {
    this.addSql(`create table "past_note" (
      "id" uuid not null,
      "company_id" uuid not null,
      "environment" text not null,
      "type" text not null,
      "access_key" varchar(50) not null,
      "series" varchar(5) not null,
      "number" varchar(15) not null,
      "issued_at" timestamptz not null,
      "status" text not null,
      "total_value" numeric(15,2) not null,
      "recipient_tax_id" varchar(14) null,
      "recipient_name" text null,
      "protocol" varchar(17) null,${ofFile},
      primary key ("id"),
      constraint "past_note_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "past_note_type_check" check ("type" in ('NFE', 'NFCE', 'NFSE')),
      constraint "past_note_status_check" check ("status" in ('AUTHORIZED', 'DENIED', 'CANCELLED')),
      constraint "past_note_unique" unique ("company_id", "access_key"),
      constraint "past_note_company_id_foreign" foreign key ("company_id") references "company" ("id")
    );`);
    this.addSql(`create index "past_note_list" on "past_note" ("company_id", "environment", "issued_at", "id");`);
    this.addSql(
      `create index "past_note_by_number" on "past_note" ("company_id", "environment", "type", "series", "number");`,
    );
    this.addSql(`create table "past_note_event" (
      "id" uuid not null,
      "company_id" uuid not null,
      "environment" text not null,
      "access_key" varchar(50) not null,
      "code" varchar(6) not null,
      "sequence" int not null,
      "description" text not null,
      "author" varchar(14) null,
      "occurred_at" timestamptz not null,
      "protocol" varchar(17) null,
      "awaits_note" boolean not null,${ofFile},
      primary key ("id"),
      constraint "past_note_event_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "past_note_event_unique" unique ("company_id", "access_key", "code", "sequence"),
      constraint "past_note_event_company_id_foreign" foreign key ("company_id") references "company" ("id")
    );`);
    this.addSql(`create table "past_inutilization" (
      "id" uuid not null,
      "company_id" uuid not null,
      "environment" text not null,
      "model" text not null,
      "series" int not null,
      "first_number" int not null,
      "last_number" int not null,
      "protocol" varchar(17) null,
      "registered_at" timestamptz not null,${ofFile},
      primary key ("id"),
      constraint "past_inutilization_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "past_inutilization_model_check" check ("model" in ('55', '65')),
      constraint "past_inutilization_unique" unique ("company_id", "environment", "model", "series", "first_number", "last_number"),
      constraint "past_inutilization_company_id_foreign" foreign key ("company_id") references "company" ("id")
    );`);
    this.addSql(`create table "past_file" (
      "company_id" uuid not null,
      "sha256" varchar(64) not null,
      primary key ("company_id", "sha256"),
      constraint "past_file_company_id_foreign" foreign key ("company_id") references "company" ("id")
    );`);
    for (const table of tables) this.wall(table);
    for (const table of tables.slice(0, 3)) {
      this.addSql(`grant select on "${table}" to "lavra_tenant", "lavra_worker";`);
    }
  }

  private wall(table: string): void {
    const own = `company_id = (current_setting('lavra.company_id'))::uuid`;
    this.addSql(`alter table "${table}" enable row level security;`);
    this.addSql(`create policy "own_company" on "${table}" to "lavra_tenant" using (${own}) with check (${own});`);
    this.addSql(`create policy "every_company" on "${table}" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`create policy "overseen" on "${table}" for select to "lavra_operator" using (
      (current_setting('lavra.oversees', true) = '*') or (strpos(current_setting('lavra.oversees', true), (company_id)::text) > 0));`);
  }

  override down(): void {
    for (const table of tables) this.addSql(`drop table "${table}";`);
  }
}
