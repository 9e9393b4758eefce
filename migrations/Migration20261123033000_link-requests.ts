import { Migration } from '@mikro-orm/migrations';

const signatures = ['company_of_tax_id(text)', 'linked_companies(uuid[])', 'open_invitation(text)'];

/** What an office that asks for a link, and whoever opens an invitation, may know of a company before they see any of its rows. */
export class Migration20261123033000_link_requests extends Migration {
  override up(): void {
    this.addSql(`create function "company_of_tax_id"(wanted text) returns uuid
      language sql stable security definer set search_path = public, pg_temp
      as $$ select id from company where tax_id = wanted and is_active $$;`);
    // Of the office whose transaction this is, and no more of each company than the office asked for.
    this.addSql(`create function "linked_companies"(wanted uuid[]) returns table (id uuid, tax_id text, name text)
      language sql stable security definer set search_path = public, pg_temp
      as $$
        select c.id, c.tax_id::text, c.name::text
        from office_link link join company c on c.id = link.company_id
        where link.office_id = current_setting('lavra.office_id')::uuid and link.company_id = any (wanted)
      $$;`);
    this.addSql(`create function "open_invitation"(wanted_hash text) returns table (id uuid, office_id uuid, company_id uuid)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        select invitation.id, invitation.office_id, invitation.company_id
        from link_invitation invitation join company c on c.id = invitation.company_id
        where invitation.token_hash = wanted_hash and c.is_active
      $$;`);
    for (const signature of signatures) {
      this.addSql(`revoke execute on function ${signature} from public;`);
      this.addSql(`grant execute on function ${signature} to "lavra_tenant";`);
    }
  }

  override down(): void {
    for (const signature of signatures) this.addSql(`drop function ${signature};`);
  }
}
