import { Migration } from '@mikro-orm/migrations';

const ownOffice = `office_id = current_setting('lavra.office_id')::uuid`;
const mayBeAsked = `(${ownOffice}) and (status = 'PENDING') and (not issuing_allowed)`;
const mayBecome = `(${ownOffice}) and (status <> 'ACTIVE') and (not issuing_allowed)`;

/** What a link is besides whose it is. */
const changing = ['status', 'issuing_allowed', 'requested_by', 'requested_at', 'decided_at', 'ended_at', 'updated_at'];

/** What an office sees of the companies that are linked to it, and what of a link it cannot write. */
export class Migration20261123035000_portfolio extends Migration {
  override up(): void {
    this.addPortfolio();
    this.changePolicies(mayBeAsked, mayBecome);
    // Policies do not compare a row with what it was: nobody makes one company's link another's.
    this.addSql(`revoke update on "office_link" from "lavra_tenant";`);
    this.addSql(`grant update (${changing.join(', ')}) on "office_link" to "lavra_tenant";`);
  }

  /** Of the office whose transaction this is; settings stay closed to it, but for the city. */
  private addPortfolio(): void {
    this.addSql(`create function "portfolio"(pattern text, page_size int, page_offset int)
      returns table (total bigint, companies jsonb)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        with linked as materialized (
          select c.id, plain_text(c.name) as place, link.issuing_allowed, coalesce(link.decided_at, link.requested_at) as since
          from office_link link join company c on c.id = link.company_id
          where link.office_id = current_setting('lavra.office_id')::uuid and link.status = 'ACTIVE' and c.is_active
            and (
              pattern is null
              or plain_text(' ' || c.name || ' ' || coalesce(c.trade_name, '') || ' ' || c.tax_id) like pattern
            )
        ), page as (
          select * from linked order by place, id limit page_size offset page_offset
        )
        select (select count(*) from linked), coalesce(
          (
            select jsonb_agg(
              jsonb_build_object(
                'id', c.id, 'taxId', c.tax_id, 'name', c.name, 'tradeName', c.trade_name, 'environment', c.environment,
                'city', c.settings #>> '{address,city}', 'state', c.settings #>> '{address,state}',
                'officeIssuingAllowed', page.issuing_allowed, 'linkedSince', page.since
              )
              order by page.place, page.id
            )
            from page join company c on c.id = page.id
          ),
          '[]'
        )
      $$;`);
    this.addSql(`revoke execute on function "portfolio"(text, int, int) from public;`);
    this.addSql(`grant execute on function "portfolio"(text, int, int) to "lavra_tenant";`);
  }

  private changePolicies(added: string, changed: string): void {
    this.addSql(`alter policy "add_own_office" on "office_link" with check (${added});`);
    this.addSql(`alter policy "change_own_office" on "office_link" with check (${changed});`);
  }

  override down(): void {
    this.addSql(`revoke update (${changing.join(', ')}) on "office_link" from "lavra_tenant";`);
    this.addSql(`grant update on "office_link" to "lavra_tenant";`);
    this.changePolicies(`(${ownOffice}) and (status = 'PENDING')`, `(${ownOffice}) and (status <> 'ACTIVE')`);
    this.addSql(`drop function "portfolio"(text, int, int);`);
  }
}
