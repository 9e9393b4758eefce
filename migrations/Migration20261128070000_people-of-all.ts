import { Migration } from '@mikro-orm/migrations';

const ofInstallation = `company_id is null and office_id is null and current_setting('lavra.installation', true) = 'on'`;

/** Offices and the installation invite people as companies do. */
export class Migration20261128070000_peopleOfAll extends Migration {
  override up(): void {
    for (const table of ['membership', 'person_invitation']) {
      this.addSql(
        `create policy "of_installation" on "${table}" to "lavra_panel" using (${ofInstallation}) with check (${ofInstallation});`,
      );
    }
    this.addSql(`drop function "open_person_invitation"(text);`);
    this.addSql(`create function "open_person_invitation"(hash text)
      returns table (id uuid, company_id uuid, office_id uuid, name text, tax_id text)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        select i.id, i.company_id, i.office_id, coalesce(nullif(c.trade_name, ''), c.name, o.name)::text, coalesce(c.tax_id, o.tax_id)::text
        from person_invitation i left join company c on c.id = i.company_id left join office o on o.id = i.office_id
        where i.token_hash = hash and i.used_at is null and i.ended_at is null and i.expires_at > now()
          and coalesce(c.is_active, true) and o.suspended_at is null
      $$;`);
    this.addSql(`revoke execute on function "open_person_invitation"(text) from public;`);
    this.addSql(`grant execute on function "open_person_invitation"(text) to "lavra_panel";`);
  }

  override down(): void {
    this.addSql(`drop function "open_person_invitation"(text);`);
    this.addSql(`create function "open_person_invitation"(hash text) returns table (id uuid, company_id uuid)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        select i.id, i.company_id from person_invitation i join company c on c.id = i.company_id and c.is_active
        where i.token_hash = hash and i.used_at is null and i.ended_at is null and i.expires_at > now()
      $$;`);
    this.addSql(`revoke execute on function "open_person_invitation"(text) from public;`);
    this.addSql(`grant execute on function "open_person_invitation"(text) to "lavra_panel";`);
    for (const table of ['membership', 'person_invitation'])
      this.addSql(`drop policy "of_installation" on "${table}";`);
  }
}
