import { Migration } from '@mikro-orm/migrations';

/** How a link is found by whoever has its token, and how a month is. */
export class Migration20261122233000_export_links extends Migration {
  override up(): void {
    this.addSql(`create index "received_document_emission" on "received_document"
      ("company_id", "environment", "emission_date");`);
    // The API's login reads neither keys nor, without a company, links.
    this.addSql(`create function "open_export_link"(wanted_hash text)
      returns table (company_id uuid, year int, month int, companies jsonb, is_live boolean)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        select link.company_id, link.year, link.month, named.companies,
          key.revoked_at is null and (key.expires_at is null or key.expires_at > now())
            and 'received-documents:read' = any (key.scopes) and owner.is_active and named.are_active
        from export_link link
          join api_key key on key.id = link.api_key_id
          join company owner on owner.id = link.company_id
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

  override down(): void {
    this.addSql(`drop function "open_export_link"(text);`);
    this.addSql(`drop index "received_document_emission";`);
  }
}
