import { Migration } from '@mikro-orm/migrations';

const ownOffice = `office_id = current_setting('lavra.office_id')::uuid`;

const functions = {
  portfolio_companies: '(uuid[], int)',
  portfolio_received_month: '(uuid[], text[], text[], date)',
  portfolio_received_files: '(uuid[], text[], text[], bigint[], bigint)',
  open_export_link: '(text)',
};

/** Months of received documents of a whole portfolio: what an office reads of its companies' files, and links of its own to them. */
export class Migration20261123061000_portfolio_export extends Migration {
  override up(): void {
    this.giveLinksAnOwner();
    this.addCompanies();
    this.addMonth();
    this.addFiles();
    this.addSql(`drop function "open_export_link"(text);`);
    this.addOpening();
    for (const [name, parameters] of Object.entries(functions)) {
      this.addSql(`revoke execute on function "${name}"${parameters} from public;`);
      this.addSql(`grant execute on function "${name}"${parameters} to "lavra_tenant";`);
    }
  }

  private giveLinksAnOwner(): void {
    this.addSql(`alter table "export_link" add column "office_id" uuid null;`);
    this.addSql(`alter table "export_link" alter column "company_id" drop not null;`);
    this.addSql(`alter table "export_link" add constraint "export_link_office_id_foreign"
      foreign key ("office_id") references "office" ("id");`);
    this.addSql(`alter table "export_link" add constraint "export_link_owner_check"
      check (num_nonnulls(company_id, office_id) = 1);`);
    this.addSql(
      `create policy "own_office" on "export_link" to "lavra_tenant" using (${ownOffice}) with check (${ownOffice});`,
    );
  }

  /** Companies of the portfolio by name: all up to a number of them, or those that are wanted. */
  private addCompanies(): void {
    this.addSql(`create function "portfolio_companies"(wanted uuid[], at_most int)
      returns table (id uuid, tax_id varchar, name varchar, environment text)
      language sql stable security definer set search_path = public, pg_temp rows 200
      as $$
        select c.id, c.tax_id, c.name, c.environment
        from office_link link join company c on c.id = link.company_id
        where link.office_id = current_setting('lavra.office_id')::uuid and link.status = 'ACTIVE' and c.is_active
          and (wanted is null or c.id = any (wanted))
        order by plain_text(c.name), c.id limit at_most
      $$;`);
  }

  /** What each company has of a month, by kind: how many, and the NSUs of the kinds that are wanted, packed. An index has all of it. */
  private addMonth(): void {
    this.addSql(`create function "portfolio_received_month"(companies uuid[], environments text[], types text[], first_day date)
      returns table (place bigint, schema_type text, count int, nsus bytea)
      language sql stable security definer set search_path = public, pg_temp
      as $$
        select wanted.place, kind.schema_type, kind.count, kind.nsus
        from unnest(companies, environments) with ordinality as wanted (company_id, environment, place)
          join office_link link on link.company_id = wanted.company_id
            and link.office_id = current_setting('lavra.office_id')::uuid and link.status = 'ACTIVE'
          cross join lateral (
            select d.schema_type, count(*)::int as count,
              string_agg(int8send(d.nsu), ''::bytea order by d.nsu) filter (where d.schema_type = any (types)) as nsus
            from received_document d
            where d.company_id = wanted.company_id and d.environment = wanted.environment and d.emission_month = first_day
            group by d.schema_type
          ) kind
        order by wanted.place, kind.schema_type
      $$;`);
  }

  /** Files of many companies in the order in which they are wanted, until they are so many bytes; what is not there is left out. */
  private addFiles(): void {
    this.addSql(`create function "portfolio_received_files"(
        companies uuid[], environments text[], sources text[], nsus bigint[], at_most_bytes bigint
      )
      returns table (place bigint, nsu bigint, access_key varchar, content bytea, crc32 bigint, size int, received_at timestamptz)
      language sql stable security definer set search_path = public, pg_temp rows 256
      as $$
        select file.place, file.nsu, file.access_key, file.content, file.crc32, file.size, file.received_at
        from (
          select wanted.place, f.nsu, f.content, f.crc32, f.size, f.received_at,
            coalesce(f.access_key, (select d.access_key from received_document d where d.id = f.received_document_id))
              as access_key,
            sum(octet_length(f.content)) over (order by wanted.place) - octet_length(f.content) as before
          from unnest(companies, environments, sources, nsus) with ordinality
              as wanted (company_id, environment, source, nsu, place)
            join office_link link on link.company_id = wanted.company_id
              and link.office_id = current_setting('lavra.office_id')::uuid and link.status = 'ACTIVE'
            join received_file f on f.company_id = wanted.company_id and f.environment = wanted.environment
              and f.source = wanted.source and f.nsu = wanted.nsu
        ) file
        where file.before < at_most_bytes
        order by file.place
      $$;`);
  }

  /**
   * As the first one, for links of both kinds of owner. A link is live while its key is, and with an office's key while the office is not
   * suspended and holds an ACTIVE link to every company that it names.
   */
  private addOpening(): void {
    this.addSql(`create function "open_export_link"(wanted_hash text)
      returns table (office jsonb, year int, month int, companies jsonb, is_live boolean)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        select
          case when link.office_id is not null then jsonb_build_object('id', office.id, 'taxId', office.tax_id) end,
          link.year, link.month, named.companies,
          key.revoked_at is null and (key.expires_at is null or key.expires_at > now())
            and 'received-documents:read' = any (key.scopes)
            and named.are_active and named.count = cardinality(link.companies)
            and case
              when key.office_id is null then key.company_id = link.company_id
              else office.suspended_at is null and named.are_held and coalesce(link.office_id = key.office_id, true)
            end
        from export_link link
          join api_key key on key.id = link.api_key_id
          left join office on office.id = key.office_id
          cross join lateral (
            select
              jsonb_agg(
                jsonb_build_object('id', c.id, 'taxId', c.tax_id, 'name', c.name, 'environment', c.environment)
                order by place
              ) as companies,
              count(*) as count,
              coalesce(bool_and(c.is_active), false) as are_active,
              coalesce(bool_and(held.id is not null), false) as are_held
            from unnest(link.companies) with ordinality as listed (id, place)
              join company c on c.id = listed.id::uuid
              left join office_link held
                on held.company_id = c.id and held.office_id = key.office_id and held.status = 'ACTIVE'
          ) named
        where link.token_hash = wanted_hash and link.expires_at > now()
      $$;`);
  }

  override down(): void {
    for (const [name, parameters] of Object.entries(functions)) this.addSql(`drop function "${name}"${parameters};`);
    this.addSql(`drop policy "own_office" on "export_link";`);
    this.addSql(`delete from "export_link" where "company_id" is null;`);
    this.addSql(`alter table "export_link" drop constraint "export_link_owner_check";`);
    this.addSql(`alter table "export_link" drop column "office_id";`);
    this.addSql(`alter table "export_link" alter column "company_id" set not null;`);
    this.addFormerOpening();
  }

  private addFormerOpening(): void {
    this.addSql(`create function "open_export_link"(wanted_hash text)
      returns table (company_id uuid, year int, month int, companies jsonb, is_live boolean)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        select link.company_id, link.year, link.month, named.companies,
          key.revoked_at is null and (key.expires_at is null or key.expires_at > now())
            and 'received-documents:read' = any (key.scopes)
            and case
              when key.office_id is null then owner.is_active and named.are_active
              else office.suspended_at is null and named.are_active and not exists (
                select from unnest(link.companies) as listed (id)
                where not exists (
                  select from office_link held
                  where held.office_id = key.office_id and held.company_id = listed.id::uuid and held.status = 'ACTIVE'
                )
              )
            end
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
    this.addSql(`revoke execute on function "open_export_link"(text) from public;`);
    this.addSql(`grant execute on function "open_export_link"(text) to "lavra_tenant";`);
  }
}
