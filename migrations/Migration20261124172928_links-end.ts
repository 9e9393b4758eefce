import { Migration } from '@mikro-orm/migrations';

const tables = ['export_link', 'closing_link'];

/** What ends links of downloads: the row that changes, when, and which links, by the key that made them and the companies that they name. */
const endings = [
  {
    table: 'office_link',
    when: `after update of "status" on "office_link" for each row when (old.status = 'ACTIVE' and new.status <> 'ACTIVE')`,
    exports: 'key.office_id = new.office_id and link.companies @> array[new.company_id::text]',
    closings: 'k.office_id = new.office_id and k.company_id = new.company_id',
  },
  {
    table: 'office',
    when: `after update of "suspended_at" on "office" for each row when (old.suspended_at is null and new.suspended_at is not null)`,
    exports: 'key.office_id = new.id',
    closings: 'k.office_id = new.id',
  },
  {
    table: 'company',
    when: `after update of "is_active" on "company" for each row when (old.is_active and not new.is_active)`,
    exports: 'link.companies @> array[new.id::text]',
    closings: 'k.company_id = new.id',
  },
];

/** A link of downloads that died stays dead, whatever comes back afterwards: an office that is accepted again, or is no longer suspended. */
export class Migration20261124172928_links_end extends Migration {
  override up(): void {
    for (const table of tables) this.addSql(`alter table "${table}" add column "ended_at" timestamptz null;`);
    for (const { table, when, exports, closings } of endings) {
      // As the owner: whoever changes the row sees links of one company or one office alone.
      this.addSql(`create function "end_links_of_${table}"() returns trigger
        language plpgsql security definer set search_path = public, pg_temp
        as $$
          begin
            update export_link link set ended_at = now() from api_key key
              where key.id = link.api_key_id and link.ended_at is null and link.expires_at > now() and ${exports};
            update closing_link link set ended_at = now() from closing k
              where k.id = link.closing_id and link.ended_at is null and link.expires_at > now() and ${closings};
            return null;
          end
        $$;`);
      this.addSql(`revoke execute on function "end_links_of_${table}"() from public;`);
      this.addSql(`create trigger "end_links" ${when} execute function "end_links_of_${table}"();`);
    }
    this.addOpenings('link.ended_at is null and ');
  }

  override down(): void {
    this.addOpenings('');
    for (const { table } of endings) {
      this.addSql(`drop trigger "end_links" on "${table}";`);
      this.addSql(`drop function "end_links_of_${table}"();`);
    }
    for (const table of tables) this.addSql(`alter table "${table}" drop column "ended_at";`);
  }

  /** As they were, but for what a live link is. */
  private addOpenings(alive: string): void {
    this.addSql(`create or replace function "open_export_link"(wanted_hash text)
      returns table (office jsonb, year int, month int, companies jsonb, is_live boolean)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        select
          case when link.office_id is not null then jsonb_build_object('id', office.id, 'taxId', office.tax_id) end,
          link.year, link.month, named.companies,
          ${alive}key.revoked_at is null and (key.expires_at is null or key.expires_at > now())
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
    this.addSql(`create or replace function "open_closing_link"(wanted_hash text)
      returns table (closing_id uuid, blob_key varchar, file_name varchar, file_size bigint, sha256 varchar,
        completed_at timestamptz, deleted_at timestamptz, is_live boolean)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        select k.id, k.blob_key, k.file_name, k.file_size, k.sha256, k.completed_at, k.deleted_at,
          ${alive}key.revoked_at is null and (key.expires_at is null or key.expires_at > now())
            and 'documents:read' = any (key.scopes) and office.suspended_at is null and c.is_active and exists (
              select from office_link held
              where held.office_id = k.office_id and held.company_id = k.company_id and held.status = 'ACTIVE'
            )
        from closing_link link
          join closing k on k.id = link.closing_id and k.status = 'COMPLETED'
          join api_key key on key.id = link.api_key_id
          join office on office.id = k.office_id
          join company c on c.id = k.company_id
        where link.token_hash = wanted_hash and link.expires_at > now()
      $$;`);
  }
}
