import { Migration } from '@mikro-orm/migrations';

/** Tables of this migration that a company owns, each row by one. */
const ownedTables = ['carrier', 'import_run', 'tax_rule', 'product', 'vehicle'];

/** What an ERP keeps in Lavra: products, tax rules, templates, carriers with fleets, imports. */
export class Migration20261121180000_catalog extends Migration {
  override up(): void {
    this.addExtensions();
    this.addTaxRule();
    this.addProduct();
    this.addTemplate();
    this.addFleets();
    this.addImportRun();
    this.secureRows();
  }

  /** All three are trusted: the owner of the database may create them. */
  private addExtensions(): void {
    for (const name of ['pg_trgm', 'unaccent', 'btree_gin']) this.addSql(`create extension if not exists "${name}";`);
    // unaccent() itself is only stable, because its dictionary could change: generated columns ask for an immutable function.
    this.addSql(`create function "plain_text"(text) returns text
      language sql immutable strict parallel safe
      as $$ select lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$;`);
  }

  private addTaxRule(): void {
    this.addSql(`create table "tax_rule" (
      "id" uuid not null,
      "company_id" uuid not null,
      "name" text not null,
      "model" text not null,
      "nfe_tax_rules" jsonb not null,
      "nfse_tax_rules" jsonb not null,
      "is_active" boolean not null default true,
      "deleted_at" timestamptz null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "tax_rule"
      add constraint "tax_rule_company_id_foreign" foreign key ("company_id") references "company" ("id");`);
    this.addSql(`alter table "tax_rule" add constraint "tax_rule_model_check" check ("model" in ('NFE', 'NFSE'));`);
    this.addSql(`create index "tax_rule_company_id_id_index" on "tax_rule" ("company_id", "id");`);
  }

  private addProduct(): void {
    this.addSql(`create table "product" (
      "id" uuid not null,
      "company_id" uuid not null,
      "name" text not null,
      "code" varchar(60) not null,
      "gtin" varchar(14) null,
      "sale_price" numeric(21,10) null,
      "commercial_unit" text not null,
      "tax_unit" text not null,
      "tax_unit_export" text not null,
      "taxation" jsonb not null,
      "tax_rule_id" uuid null,
      "search_text" text generated always as (plain_text(' ' || "name" || ' ' || "code")) stored not null,
      "deleted_at" timestamptz null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "product"
      add constraint "product_company_id_foreign" foreign key ("company_id") references "company" ("id");`);
    this.addSql(`alter table "product"
      add constraint "product_tax_rule_id_foreign" foreign key ("tax_rule_id")
      references "tax_rule" ("id") on delete restrict;`);
    this.addSql(`create index "product_tax_rule_id_index" on "product" ("tax_rule_id");`);
    this.addSql(`create unique index "product_company_code_unique" on "product" ("company_id", "code")
      where "deleted_at" is null;`);
    this.addSql(`create index "product_company_list" on "product" ("company_id", "id") where "deleted_at" is null;`);
    this.addSql(`create index "product_search" on "product" using gin ("company_id", "search_text" gin_trgm_ops)
      where "deleted_at" is null;`);
  }

  private addTemplate(): void {
    this.addSql(`create table "fiscal_template" (
      "id" uuid not null,
      "company_id" uuid null,
      "source" text not null,
      "type" text not null,
      "name" text not null,
      "operation_nature" varchar(60) null,
      "fields" jsonb not null,
      "service" jsonb null,
      "deleted_at" timestamptz null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "fiscal_template"
      add constraint "fiscal_template_company_id_foreign" foreign key ("company_id")
      references "company" ("id") on delete restrict;`);
    this.addSql(`alter table "fiscal_template"
      add constraint "fiscal_template_source_check" check ("source" in ('company', 'tenant', 'system'));`);
    this.addSql(`alter table "fiscal_template"
      add constraint "fiscal_template_type_check" check ("type" in ('NFE', 'NFSE'));`);
    this.addSql(`create index "fiscal_template_company_id_id_index" on "fiscal_template" ("company_id", "id");`);
    this.addSql(`create unique index "fiscal_template_shared_unique" on "fiscal_template" ("source", "type", "name")
      where "company_id" is null and "deleted_at" is null;`);
  }

  private addFleets(): void {
    this.addSql(`create table "carrier" (
      "id" uuid not null,
      "company_id" uuid not null,
      "name" text not null,
      "document" varchar(14) not null default '',
      "document_type" text null,
      "state_registration" varchar(14) null,
      "antt_code" varchar(20) null,
      "street" text null,
      "number" varchar(60) null,
      "city" text null,
      "state" varchar(2) null,
      "deleted_at" timestamptz null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "carrier"
      add constraint "carrier_company_id_foreign" foreign key ("company_id") references "company" ("id");`);
    this.addSql(`alter table "carrier"
      add constraint "carrier_document_type_check" check ("document_type" in ('CNPJ', 'CPF'));`);
    this.addSql(`create index "carrier_company_id_id_index" on "carrier" ("company_id", "id");`);
    this.addSql(`create unique index "carrier_company_document_unique" on "carrier" ("company_id", "document")
      where "document" <> '' and "deleted_at" is null;`);
    this.addSql(`create table "vehicle" (
      "id" uuid not null,
      "company_id" uuid not null,
      "carrier_id" uuid not null,
      "plate" varchar(7) not null,
      "state" varchar(2) not null,
      "rntc" varchar(20) null,
      "description" text null,
      "is_default" boolean not null default false,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "vehicle"
      add constraint "vehicle_company_id_foreign" foreign key ("company_id") references "company" ("id");`);
    this.addSql(`alter table "vehicle"
      add constraint "vehicle_carrier_id_foreign" foreign key ("carrier_id")
      references "carrier" ("id") on delete cascade;`);
    this.addSql(`alter table "vehicle"
      add constraint "vehicle_carrier_plate_unique" unique ("carrier_id", "plate");`);
    this.addSql(`create index "vehicle_company_id_id_index" on "vehicle" ("company_id", "id");`);
    this.addSql(`create unique index "vehicle_default_unique" on "vehicle" ("carrier_id") where "is_default";`);
  }

  private addImportRun(): void {
    this.addSql(`create table "import_run" (
      "id" uuid not null,
      "company_id" uuid not null,
      "kind" text not null,
      "file_hash" varchar(64) not null,
      "file_name" text not null,
      "rows_done" int not null default 0,
      "rows_stored" int not null default 0,
      "rows_refused" int not null default 0,
      "finished_at" timestamptz null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "import_run"
      add constraint "import_run_company_id_foreign" foreign key ("company_id") references "company" ("id");`);
    this.addSql(`alter table "import_run"
      add constraint "import_run_kind_check" check ("kind" in ('clients', 'products'));`);
    this.addSql(`alter table "import_run"
      add constraint "import_run_file_unique" unique ("company_id", "kind", "file_hash");`);
  }

  private secureRows(): void {
    for (const table of ownedTables) {
      this.addSql(`grant select, insert, update, delete on "${table}" to "lavra_tenant";`);
      this.addSql(`alter table "${table}" enable row level security;`);
      this.addSql(`create policy "own_company" on "${table}" to "lavra_tenant"
        using ("company_id" = current_setting('lavra.company_id')::uuid)
        with check ("company_id" = current_setting('lavra.company_id')::uuid);`);
    }
    this.addSql(`grant select, insert, update, delete on "fiscal_template" to "lavra_tenant";`);
    this.addSql(`alter table "fiscal_template" enable row level security;`);
    const own = `"company_id" = current_setting('lavra.company_id')::uuid`;
    this.addSql(`create policy "read_own_or_shared" on "fiscal_template" for select to "lavra_tenant"
      using (${own} or "company_id" is null);`);
    this.addSql(`create policy "add_own" on "fiscal_template" for insert to "lavra_tenant" with check (${own});`);
    this.addSql(`create policy "change_own" on "fiscal_template" for update to "lavra_tenant"
      using (${own}) with check (${own});`);
    this.addSql(`create policy "remove_own" on "fiscal_template" for delete to "lavra_tenant" using (${own});`);
  }

  override down(): void {
    for (const table of ['vehicle', 'carrier', 'product', 'tax_rule', 'fiscal_template', 'import_run']) {
      this.addSql(`drop table "${table}";`);
    }
    this.addSql(`drop function "plain_text"(text);`);
    for (const name of ['btree_gin', 'unaccent', 'pg_trgm']) this.addSql(`drop extension "${name}";`);
  }
}
