import { Migration } from '@mikro-orm/migrations';

const newTables = ['office', 'office_link', 'link_invitation'];
const ownOffice = `office_id = current_setting('lavra.office_id')::uuid`;
const ownCompany = `company_id = current_setting('lavra.company_id')::uuid`;

const eventsBefore = [
  'DOCUMENT_AUTHORIZED',
  'DOCUMENT_REJECTED',
  'DOCUMENT_CANCELLED',
  'DOCUMENT_INUTILIZED',
  'WEBHOOK_TEST',
  'RECEIVED_DOCUMENT_CREATED',
  'RECEIVED_DOCUMENT_UPDATED',
];

/** The bucket refills by the clock of the database, which all API processes share; where no row of it is written, no token was left. */
const spent = `spent as (
          insert into rate_bucket as bucket (key_id, tokens, refilled_at)
          select id, burst - 1, clock_timestamp() from caller where is_live
          on conflict (key_id) do update set
            tokens = least(
              excluded.tokens + 1,
              bucket.tokens
                + greatest(0, extract(epoch from excluded.refilled_at - bucket.refilled_at)) * (select rate from caller)
            ) - 1,
            refilled_at = greatest(excluded.refilled_at, bucket.refilled_at)
          where least(
            excluded.tokens + 1,
            bucket.tokens
              + greatest(0, extract(epoch from excluded.refilled_at - bucket.refilled_at)) * (select rate from caller)
          ) >= 1
          returning tokens
        )`;

/** Accountants' offices: who they are, which companies they are linked to, and what they own as companies do. */
export class Migration20261123030000_offices extends Migration {
  override up(): void {
    this.addTables();
    this.secureTables();
    this.giveKeysAnOwner();
    this.giveEndpointsAnOwner();
    this.addSql(`alter table "document" add column "issued_by_office" varchar(100) null;`);
    this.allowEvents([...eventsBefore, 'LINK_UPDATED']);
    this.addSql(`drop function "admit"(text);`);
    this.addAdmission();
    this.openLinks(`
          and case
            when key.office_id is null then owner.is_active and named.are_active
            else office.suspended_at is null and named.are_active and not exists (
              select from unnest(link.companies) as listed (id)
              where not exists (
                select from office_link held
                where held.office_id = key.office_id and held.company_id = listed.id::uuid and held.status = 'ACTIVE'
              )
            )
          end`);
  }

  private addTables(): void {
    this.addSql(`create table "office" (
      "id" uuid not null,
      "tax_id" varchar(14) not null,
      "name" varchar(100) not null,
      "email" varchar(254) null,
      "suspended_at" timestamptz null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "office" add constraint "office_tax_id_unique" unique ("tax_id");`);
    this.addSql(`create table "office_link" (
      "id" uuid not null,
      "office_id" uuid not null,
      "company_id" uuid not null,
      "status" text not null default 'PENDING',
      "issuing_allowed" boolean not null default false,
      "requested_by" text not null,
      "requested_at" timestamptz not null,
      "decided_at" timestamptz null,
      "ended_at" timestamptz null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "office_link" add constraint "office_link_status_check"
      check ("status" in ('PENDING', 'ACTIVE', 'REFUSED', 'ENDED'));`);
    this.addSql(`alter table "office_link" add constraint "office_link_requested_by_check"
      check ("requested_by" in ('OFFICE', 'OPERATOR'));`);
    this.addSql(`alter table "office_link" add constraint "office_link_office_id_company_id_unique"
      unique ("office_id", "company_id");`);
    this.addSql(`create index "office_link_company_id_index" on "office_link" ("company_id");`);
    this.addSql(`create unique index "office_link_active" on "office_link" ("company_id") where "status" = 'ACTIVE';`);
    this.addSql(`alter table "office_link" add constraint "office_link_office_id_foreign"
      foreign key ("office_id") references "office" ("id");`);
    this.addSql(`alter table "office_link" add constraint "office_link_company_id_foreign"
      foreign key ("company_id") references "company" ("id");`);
    this.addSql(`create table "link_invitation" (
      "id" uuid not null,
      "link_id" uuid not null,
      "office_id" uuid not null,
      "company_id" uuid not null,
      "token_hash" varchar(64) not null,
      "sealed_token" jsonb null,
      "recipients" text[] not null,
      "mail_status" text not null default 'PENDING',
      "mail_error" text null,
      "sent_at" timestamptz null,
      "expires_at" timestamptz not null,
      "used_at" timestamptz null,
      "created_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "link_invitation" add constraint "link_invitation_mail_status_check"
      check ("mail_status" in ('PENDING', 'SENT', 'FAILED', 'NOBODY'));`);
    this.addSql(
      `alter table "link_invitation" add constraint "link_invitation_token_hash_unique" unique ("token_hash");`,
    );
    for (const column of ['link_id', 'office_id', 'company_id']) {
      this.addSql(`create index "link_invitation_${column}_index" on "link_invitation" ("${column}");`);
    }
    this.addSql(
      `create index "link_invitation_unsent" on "link_invitation" ("created_at") where "mail_status" = 'PENDING';`,
    );
    this.addSql(`alter table "link_invitation" add constraint "link_invitation_link_id_foreign"
      foreign key ("link_id") references "office_link" ("id") on delete cascade;`);
    this.addSql(`alter table "link_invitation" add constraint "link_invitation_office_id_foreign"
      foreign key ("office_id") references "office" ("id");`);
    this.addSql(`alter table "link_invitation" add constraint "link_invitation_company_id_foreign"
      foreign key ("company_id") references "company" ("id");`);
  }

  private secureTables(): void {
    for (const table of newTables) {
      this.addSql(`alter table "${table}" enable row level security;`);
      this.addSql(`create policy "every_company" on "${table}" to "lavra_worker" using (true) with check (true);`);
    }
    this.addSql(`create policy "own_office" on "office" to "lavra_tenant"
      using (id = current_setting('lavra.office_id')::uuid);`);
    this.addSql(`create policy "own_company" on "office_link" to "lavra_tenant"
      using (${ownCompany}) with check (${ownCompany});`);
    this.addSql(`create policy "read_own_office" on "office_link" for select to "lavra_tenant" using (${ownOffice});`);
    this.addSql(`create policy "add_own_office" on "office_link" for insert to "lavra_tenant"
      with check ((${ownOffice}) and (status = 'PENDING'));`);
    this.addSql(`create policy "change_own_office" on "office_link" for update to "lavra_tenant"
      using (${ownOffice}) with check ((${ownOffice}) and (status <> 'ACTIVE'));`);
    this.addOfficePolicy('link_invitation');
    this.addSql(`grant select on "office" to "lavra_tenant", "lavra_worker";`);
    this.addSql(`grant select, insert, update on "office_link" to "lavra_tenant";`);
    this.addSql(`grant select on "office_link" to "lavra_worker";`);
    this.addSql(`grant select, insert, update on "link_invitation" to "lavra_tenant";`);
    this.addSql(`grant select, update on "link_invitation" to "lavra_worker";`);
  }

  private giveKeysAnOwner(): void {
    this.addOffice('api_key');
    this.addSql(`alter table "api_key" alter column "company_id" drop not null;`);
    this.addSql(`alter table "api_key" add constraint "api_key_owner_check"
      check (num_nonnulls(company_id, office_id) = 1);`);
    this.addOfficePolicy('api_key');
  }

  private giveEndpointsAnOwner(): void {
    for (const table of ['webhook_endpoint', 'webhook_delivery', 'webhook_attempt']) {
      this.addOffice(table);
      this.addOfficePolicy(table);
    }
    this.addSql(`create index "webhook_endpoint_office_id_index" on "webhook_endpoint" ("office_id");`);
    this.addSql(`alter table "webhook_endpoint" alter column "company_id" drop not null;`);
    this.addSql(`alter table "webhook_endpoint" add constraint "webhook_endpoint_owner_check"
      check (num_nonnulls(company_id, office_id) = 1);`);
    for (const table of ['webhook_delivery', 'webhook_attempt']) {
      this.replaceCompanyPolicy(table, `(${ownCompany}) and (office_id is null)`);
    }
  }

  private addOffice(table: string): void {
    this.addSql(`alter table "${table}" add column "office_id" uuid null;`);
    this.addSql(`alter table "${table}" add constraint "${table}_office_id_foreign"
      foreign key ("office_id") references "office" ("id");`);
  }

  private addOfficePolicy(table: string): void {
    this.addSql(
      `create policy "own_office" on "${table}" to "lavra_tenant" using (${ownOffice}) with check (${ownOffice});`,
    );
  }

  private replaceCompanyPolicy(table: string, own: string): void {
    this.addSql(`drop policy "own_company" on "${table}";`);
    this.addSql(`create policy "own_company" on "${table}" to "lavra_tenant" using (${own}) with check (${own});`);
  }

  private allowEvents(types: string[]): void {
    const names = types.map((type) => `'${type}'`).join(', ');
    this.addSql(`alter table "event" drop constraint "event_type_check";`);
    this.addSql(`alter table "event" add constraint "event_type_check" check ("type" in (${names}));`);
  }

  /**
   * As the first `admit`, for keys of both kinds of owner. Of an office's key, `company` is the one that was wanted, where a link to it is
   * ACTIVE, and `may_issue` whether that company lets the office issue.
   */
  private addAdmission(): void {
    this.addSql(`create function "admit"(key_hash text, wanted uuid)
      returns table (id uuid, office jsonb, company jsonb, may_issue boolean, scopes text[], rate int, burst int,
        is_live boolean, tokens double precision)
      language plpgsql security definer set search_path = public, pg_temp rows 1
      as $$
      #variable_conflict use_column
      begin
        return query
        with caller as (
          select k.id,
            case when o.id is not null then jsonb_build_object(
              'id', o.id, 'taxId', o.tax_id, 'name', o.name, 'isSuspended', o.suspended_at is not null
            ) end as office,
            case when c.is_active then jsonb_build_object(
              'id', c.id, 'taxId', c.tax_id, 'name', c.name, 'tradeName', c.trade_name, 'environment', c.environment,
              'settings', case when jsonb_typeof(c.settings) = 'object' then c.settings #- '{danfe,logo}' end
            ) end as company,
            coalesce(link.issuing_allowed, k.company_id is not null) as may_issue,
            k.scopes, k.rate_per_second as rate, k.rate_burst as burst,
            k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
              and (k.company_id is null or c.is_active) as is_live
          from api_key k
            left join office o on o.id = k.office_id
            left join office_link link
              on link.office_id = k.office_id and link.company_id = wanted and link.status = 'ACTIVE'
            left join company c on c.id = coalesce(k.company_id, link.company_id)
          where k.hash = key_hash
        ), ${spent}
        select caller.*, spent.tokens from caller left join spent on true;
      end
      $$;`);
    this.addSql(`revoke execute on function "admit"(text, uuid) from public;`);
    this.addSql(`grant execute on function "admit"(text, uuid) to "lavra_tenant";`);
  }

  /** @param owner what must hold of the key's owner and the companies that the link names */
  private openLinks(owner: string): void {
    this.addSql(`create or replace function "open_export_link"(wanted_hash text)
      returns table (company_id uuid, year int, month int, companies jsonb, is_live boolean)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        select link.company_id, link.year, link.month, named.companies,
          key.revoked_at is null and (key.expires_at is null or key.expires_at > now())
            and 'received-documents:read' = any (key.scopes)${owner}
        from export_link link
          join api_key key on key.id = link.api_key_id
          join company owner on owner.id = link.company_id
          left join office on office.id = key.office_id
          cross join lateral (
            select
              jsonb_agg(
                jsonb_build_object('id', c.id, 'taxId', c.tax_id, 'name', c.name, 'environment', c.environment)
                order by place
              ) as companies,
              coalesce(bool_and(c.is_active), false) as are_active
            from unnest(link.companies) with ordinality as listed (id, place) join company c on c.id = listed.id::uuid
          ) named
        where link.token_hash = wanted_hash and link.expires_at > now()
      $$;`);
  }

  override down(): void {
    this.addSql(`drop function "admit"(text, uuid);`);
    this.addFirstAdmission();
    this.openLinks(` and owner.is_active and named.are_active`);
    this.addSql(`delete from "webhook_delivery" where "office_id" is not null
      or "event_id" in (select "id" from "event" where "type" = 'LINK_UPDATED');`);
    this.addSql(`delete from "event" where "type" = 'LINK_UPDATED';`);
    this.addSql(`delete from "webhook_endpoint" where "office_id" is not null;`);
    this.addSql(`delete from "api_key" where "office_id" is not null;`);
    this.allowEvents(eventsBefore);
    this.addSql(`alter table "document" drop column "issued_by_office";`);
    for (const table of ['webhook_delivery', 'webhook_attempt']) this.replaceCompanyPolicy(table, ownCompany);
    for (const table of ['api_key', 'webhook_endpoint', 'webhook_delivery', 'webhook_attempt']) {
      this.addSql(`drop policy "own_office" on "${table}";`);
      this.addSql(`alter table "${table}" drop column "office_id" cascade;`);
    }
    for (const table of ['api_key', 'webhook_endpoint']) {
      this.addSql(`alter table "${table}" drop constraint if exists "${table}_owner_check";`);
      this.addSql(`alter table "${table}" alter column "company_id" set not null;`);
    }
    for (const table of newTables.toReversed()) this.addSql(`drop table "${table}" cascade;`);
  }

  private addFirstAdmission(): void {
    this.addSql(`create function "admit"(key_hash text)
      returns table (id uuid, company jsonb, scopes text[], rate int, burst int, is_live boolean, tokens double precision)
      language plpgsql security definer set search_path = public, pg_temp rows 1
      as $$
      #variable_conflict use_column
      begin
        return query
        with caller as (
          select k.id,
            jsonb_build_object(
              'id', c.id, 'taxId', c.tax_id, 'name', c.name, 'tradeName', c.trade_name, 'environment', c.environment,
              'settings', case when jsonb_typeof(c.settings) = 'object' then c.settings #- '{danfe,logo}' end
            ) as company,
            k.scopes, k.rate_per_second as rate, k.rate_burst as burst,
            k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and c.is_active as is_live
          from api_key k join company c on c.id = k.company_id
          where k.hash = key_hash
        ), ${spent}
        select caller.*, spent.tokens from caller left join spent on true;
      end
      $$;`);
    this.addSql(`revoke execute on function "admit"(text) from public;`);
    this.addSql(`grant execute on function "admit"(text) to "lavra_tenant";`);
  }
}
