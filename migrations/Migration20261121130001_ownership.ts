import { Migration } from '@mikro-orm/migrations';

/** Tables that a company owns: company-scoped work sees only its own rows of them, whatever the query says. */
const ownedTables = [
  'client',
  'certificate',
  'authority_call',
  'api_key',
  'document',
  'document_event',
  'emission',
  'event',
  'number_series',
  'webhook_endpoint',
  'webhook_delivery',
];

export class Migration20261121130001_ownership extends Migration {
  override up(): void {
    this.addSql(`alter table "client"
      add constraint "client_company_id_foreign" foreign key ("company_id")
      references "company" ("id");`);
    this.addSql(`alter table "certificate"
      add constraint "certificate_company_id_foreign" foreign key ("company_id")
      references "company" ("id");`);
    this.addSql(`alter table "authority_call"
      add constraint "authority_call_company_id_foreign" foreign key ("company_id")
      references "company" ("id");`);
    this.addSql(`alter table "api_key"
      add constraint "api_key_company_id_foreign" foreign key ("company_id")
      references "company" ("id");`);
    this.addSql(`alter table "document"
      add constraint "document_company_id_foreign" foreign key ("company_id")
      references "company" ("id");`);
    this.addSql(`alter table "document"
      add constraint "document_client_id_foreign" foreign key ("client_id")
      references "client" ("id") on delete restrict;`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_company_id_foreign" foreign key ("company_id")
      references "company" ("id");`);
    this.addSql(`alter table "document_event"
      add constraint "document_event_document_id_foreign" foreign key ("document_id")
      references "document" ("id");`);
    this.addSql(`alter table "emission"
      add constraint "emission_document_id_foreign" foreign key ("document_id")
      references "document" ("id");`);
    this.addSql(`alter table "emission"
      add constraint "emission_company_id_foreign" foreign key ("company_id")
      references "company" ("id");`);
    this.addSql(`alter table "event"
      add constraint "event_company_id_foreign" foreign key ("company_id")
      references "company" ("id");`);
    this.addSql(`alter table "event"
      add constraint "event_document_id_foreign" foreign key ("document_id")
      references "document" ("id") on delete restrict;`);
    this.addSql(`alter table "number_series"
      add constraint "number_series_company_id_foreign" foreign key ("company_id")
      references "company" ("id");`);
    this.addSql(`alter table "webhook_endpoint"
      add constraint "webhook_endpoint_company_id_foreign" foreign key ("company_id")
      references "company" ("id");`);
    this.addSql(`alter table "webhook_delivery"
      add constraint "webhook_delivery_company_id_foreign" foreign key ("company_id")
      references "company" ("id");`);
    this.addSql(`alter table "webhook_delivery"
      add constraint "webhook_delivery_endpoint_id_foreign" foreign key ("endpoint_id")
      references "webhook_endpoint" ("id") on delete cascade;`);
    this.addSql(`alter table "webhook_delivery"
      add constraint "webhook_delivery_event_id_foreign" foreign key ("event_id")
      references "event" ("id");`);
    this.secureRows();
  }

  /** The second wall of tenancy: a role without rights of its own, under row-level security. */
  private secureRows(): void {
    this.addSql(`do $$ begin
      if not exists (select from pg_roles where rolname = 'lavra_tenant') then create role "lavra_tenant" nologin; end if;
      execute format('grant "lavra_tenant" to %I', current_user);
    exception when duplicate_object or unique_violation then null;
    end $$;`);
    this.addSql(`grant usage on schema public to "lavra_tenant";`);
    this.addSql(`grant select on "company" to "lavra_tenant";`);
    this.addSql(`alter table "company" enable row level security;`);
    this.addSql(`create policy "own_company" on "company" to "lavra_tenant"
      using ("id" = current_setting('lavra.company_id')::uuid);`);
    for (const table of ownedTables) {
      this.addSql(`grant select, insert, update, delete on "${table}" to "lavra_tenant";`);
      this.addSql(`alter table "${table}" enable row level security;`);
      this.addSql(`create policy "own_company" on "${table}" to "lavra_tenant"
        using ("company_id" = current_setting('lavra.company_id')::uuid)
        with check ("company_id" = current_setting('lavra.company_id')::uuid);`);
    }
  }

  override down(): void {
    for (const table of ['company', ...ownedTables]) {
      this.addSql(`drop policy "own_company" on "${table}";`);
      this.addSql(`alter table "${table}" disable row level security;`);
      this.addSql(`revoke all on "${table}" from "lavra_tenant";`);
    }
    this.addSql(`revoke usage on schema public from "lavra_tenant";`);
    this.addSql(`alter table "webhook_delivery" drop constraint "webhook_delivery_event_id_foreign";`);
    this.addSql(`alter table "webhook_delivery" drop constraint "webhook_delivery_endpoint_id_foreign";`);
    this.addSql(`alter table "webhook_delivery" drop constraint "webhook_delivery_company_id_foreign";`);
    this.addSql(`alter table "webhook_endpoint" drop constraint "webhook_endpoint_company_id_foreign";`);
    this.addSql(`alter table "number_series" drop constraint "number_series_company_id_foreign";`);
    this.addSql(`alter table "event" drop constraint "event_document_id_foreign";`);
    this.addSql(`alter table "event" drop constraint "event_company_id_foreign";`);
    this.addSql(`alter table "emission" drop constraint "emission_company_id_foreign";`);
    this.addSql(`alter table "emission" drop constraint "emission_document_id_foreign";`);
    this.addSql(`alter table "document_event" drop constraint "document_event_document_id_foreign";`);
    this.addSql(`alter table "document_event" drop constraint "document_event_company_id_foreign";`);
    this.addSql(`alter table "document" drop constraint "document_client_id_foreign";`);
    this.addSql(`alter table "document" drop constraint "document_company_id_foreign";`);
    this.addSql(`alter table "api_key" drop constraint "api_key_company_id_foreign";`);
    this.addSql(`alter table "authority_call" drop constraint "authority_call_company_id_foreign";`);
    this.addSql(`alter table "certificate" drop constraint "certificate_company_id_foreign";`);
    this.addSql(`alter table "client" drop constraint "client_company_id_foreign";`);
  }
}
