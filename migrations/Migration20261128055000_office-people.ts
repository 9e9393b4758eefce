import { Migration } from '@mikro-orm/migrations';

const ownOffice = `office_id = (current_setting('lavra.office_id'))::uuid`;

const before = ['COMPANY_ADMIN', 'COMPANY_ISSUER', 'COMPANY_READER'];
const roles = [...before, 'OFFICE_ADMIN', 'OFFICE_CLERK', 'OFFICE_READER', 'OPERATOR', 'OPERATOR_READER'];

/** Whose a role is: of a company, of an office, or of the installation, which is nobody's. */
const owned = `(company_id is not null) = (role like 'COMPANY%') and (office_id is not null) = (role like 'OFFICE%')`;

/** How every function of a portfolio says whose it is. */
const ofOffice = `link.office_id = current_setting('lavra.office_id')::uuid`;
const ofPart = `in_part(link.company_id) and ${ofOffice}`;

const portfolioFunctions = [
  'portfolio',
  'portfolio_companies',
  'linked_companies',
  'portfolio_received_month',
  'portfolio_received_files',
  'portfolio_manifestations',
  'portfolio_manifestation_files',
  'eligible_companies',
  'closable_companies',
];

/** Offices have people, of whom each may have a part of the portfolio; and so has the installation. */
export class Migration20261128055000_officePeople extends Migration {
  override up(): void {
    for (const table of ['membership', 'person_invitation']) this.giveOwner(table);
    this.addSql(
      `create unique index "membership_current_office" on "membership" ("person_id", "office_id") where "ended_at" is null;`,
    );
    this.addSql(
      `create unique index "membership_current_operator" on "membership" ("person_id")
       where "ended_at" is null and "company_id" is null and "office_id" is null;`,
    );
    this.addParts();
    this.restrictToParts();
    this.addSql(`drop function "admit_session"(text, text);`);
    this.addAdmission();
  }

  private giveOwner(table: string): void {
    this.addSql(`alter table "${table}" alter column "company_id" drop not null, add column "office_id" uuid null;`);
    this.addSql(
      `alter table "${table}" add constraint "${table}_office_id_foreign" foreign key ("office_id") references "office" ("id");`,
    );
    this.addSql(`create index "${table}_office_id_index" on "${table}" ("office_id");`);
    this.allowRoles(table, roles);
    this.addSql(`alter table "${table}" add constraint "${table}_owner_check" check (${owned});`);
    this.addSql(
      `create policy "own_office" on "${table}" to "lavra_tenant" using (${ownOffice}) with check (${ownOffice});`,
    );
  }

  private allowRoles(table: string, allowed: string[]): void {
    this.addSql(`alter table "${table}" drop constraint "${table}_role_check";`);
    const list = allowed.map((role) => `'${role}'`).join(', ');
    this.addSql(`alter table "${table}" add constraint "${table}_role_check" check ("role" in (${list}));`);
  }

  private addParts(): void {
    this.addSql(`create table "portfolio_part" (
      "membership_id" uuid not null,
      "company_id" uuid not null,
      "office_id" uuid not null,
      primary key ("membership_id", "company_id"),
      constraint "portfolio_part_membership_id_foreign" foreign key ("membership_id") references "membership" ("id"),
      constraint "portfolio_part_company_id_foreign" foreign key ("company_id") references "company" ("id"),
      constraint "portfolio_part_office_id_foreign" foreign key ("office_id") references "office" ("id")
    );`);
    this.addSql(`create index "portfolio_part_company_id_index" on "portfolio_part" ("company_id");`);
    this.addSql(`create index "portfolio_part_office_id_index" on "portfolio_part" ("office_id");`);
    this.addSql(`alter table "portfolio_part" enable row level security;`);
    this.addSql(
      `create policy "own_office" on "portfolio_part" to "lavra_tenant" using (${ownOffice}) with check (${ownOffice});`,
    );
    this.addSql(`create policy "every_company" on "portfolio_part" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`grant select, insert, delete on "portfolio_part" to "lavra_panel";`);
  }

  /** A clerk's transaction names the companies that she has; one that names none is of the whole portfolio. */
  private restrictToParts(): void {
    this.addSql(`create function "in_part"(company uuid) returns boolean language sql stable
      as $$ select coalesce(current_setting('lavra.part', true), '') = '' or strpos(current_setting('lavra.part'), company::text) > 0 $$;`);
    this.addSql(`revoke execute on function "in_part"(uuid) from public;`);
    this.addSql(`grant execute on function "in_part"(uuid) to "lavra_tenant";`);
    for (const table of ['closing', 'office_link']) {
      this.addSql(
        `create policy "own_part" on "${table}" as restrictive to "lavra_tenant" using (in_part(company_id)) with check (in_part(company_id));`,
      );
    }
    this.rewrite(ofOffice, ofPart);
  }

  /** The functions stay as they are, but for whose companies they tell of. */
  private rewrite(from: string, to: string): void {
    const names = portfolioFunctions.map((name) => `'${name}'`).join(', ');
    this.addSql(`do $rewrite$
      declare
        found record;
      begin
        for found in
          select pg_get_functiondef(p.oid) as body from pg_proc p
          where p.pronamespace = 'public'::regnamespace and p.proname in (${names})
        loop
          if strpos(found.body, $text$${from}$text$) = 0 then raise exception 'unknown portfolio function: %', found.body; end if;
          execute replace(found.body, $text$${from}$text$, $text$${to}$text$);
        end loop;
      end $rewrite$;`);
  }

  /**
   * Who a session is of, and what she may do in the company or the office that is asked for. A company opens for its own people; for those of
   * the office that it is linked to, if it is in their part; and for operators, who look.
   */
  private addAdmission(): void {
    this.addSql(`create function "admit_session"(hash text, wanted text, wanted_office text)
      returns table (session_id uuid, person_id uuid, name text, email text, places jsonb, offices jsonb, operator text, company jsonb,
        office jsonb, is_confirmed boolean)
      language sql volatile security definer set search_path = public, pg_temp rows 1
      as $$
        with live as (
          select s.id, s.person_id, s.last_seen_at, s.confirmed_at, p.name, p.email, o.role as operator
          from panel_session s join panel_person p on p.id = s.person_id
            left join membership o on o.person_id = p.id and o.ended_at is null and o.company_id is null and o.office_id is null
          where s.token_hash = hash and p.status = 'ACTIVE' and s.ends_at > now()
            and s.last_seen_at > now() - case when o.id is null then interval '12 hours' else interval '1 hour' end
        ), seen as (
          update panel_session s set last_seen_at = now() from live
          where s.id = live.id and live.last_seen_at < now() - interval '1 minute'
        ), places as (
          select m.role, c.* from live
            join membership m on m.person_id = live.person_id and m.ended_at is null
            join company c on c.id = m.company_id and c.is_active
        ), offices as (
          select m.id as membership, m.role, o.* from live
            join membership m on m.person_id = live.person_id and m.ended_at is null
            join office o on o.id = m.office_id
        ), reached as (
          select 1 as rank, p.id as company, p.role, null::uuid as office_id, null::text as office_name, null::text as office_tax_id
          from places p where p.tax_id = wanted
          union all
          select 2, c.id, case
              when o.role = 'OFFICE_READER' then 'OFFICE_LOOKING'
              when link.issuing_allowed then 'OFFICE_ISSUING'
              else 'OFFICE_RECEIVING'
            end, o.id, o.name, o.tax_id
          from offices o join office_link link on link.office_id = o.id and link.status = 'ACTIVE'
            join company c on c.id = link.company_id and c.is_active and c.tax_id = wanted
          where o.suspended_at is null and (
            o.role <> 'OFFICE_CLERK'
            or not exists (select from portfolio_part part where part.membership_id = o.membership)
            or exists (select from portfolio_part part where part.membership_id = o.membership and part.company_id = c.id))
          union all
          select 3, c.id, 'SUPPORT_LOOKING', null, null, null from live join company c on c.tax_id = wanted where live.operator is not null
        )
        select live.id, live.person_id, live.name::text, live.email::text,
          coalesce((
            select jsonb_agg(jsonb_build_object(
              'companyId', id, 'taxId', tax_id, 'name', coalesce(nullif(trade_name, ''), name), 'environment', environment, 'role', role
            ) order by name) from places
          ), '[]'),
          coalesce((
            select jsonb_agg(jsonb_build_object(
              'officeId', id, 'taxId', tax_id, 'name', name, 'role', role, 'isSuspended', suspended_at is not null
            ) order by name) from offices
          ), '[]'),
          live.operator,
          (
            select jsonb_build_object(
              'id', c.id, 'taxId', c.tax_id, 'name', c.name, 'tradeName', c.trade_name, 'environment', c.environment, 'role', r.role,
              'office', case when r.office_id is not null then jsonb_build_object(
                'id', r.office_id, 'taxId', r.office_tax_id, 'name', r.office_name) end,
              'settings', case when jsonb_typeof(c.settings) = 'object' then c.settings #- '{danfe,logo}' end
            ) from reached r join company c on c.id = r.company order by r.rank limit 1
          ),
          (
            select jsonb_build_object(
              'id', o.id, 'taxId', o.tax_id, 'name', o.name, 'role', o.role,
              'part', case when o.role = 'OFFICE_CLERK' then (
                select jsonb_agg(part.company_id) from portfolio_part part where part.membership_id = o.membership) end
            ) from offices o where o.tax_id = wanted_office and o.suspended_at is null
          ),
          coalesce(live.confirmed_at > now() - interval '10 minutes', false)
        from live
      $$;`);
    this.addSql(`revoke execute on function "admit_session"(text, text, text) from public;`);
    this.addSql(`grant execute on function "admit_session"(text, text, text) to "lavra_panel";`);
  }

  override down(): void {
    this.addSql(`drop function "admit_session"(text, text, text);`);
    this.rewrite(ofPart, ofOffice);
    for (const table of ['closing', 'office_link']) this.addSql(`drop policy "own_part" on "${table}";`);
    this.addSql(`drop function "in_part"(uuid);`);
    this.addSql(`drop table "portfolio_part";`);
    this.addSql(`drop index "membership_current_office";`);
    this.addSql(`drop index "membership_current_operator";`);
    for (const table of ['person_invitation', 'membership']) {
      this.addSql(`delete from "${table}" where company_id is null;`);
      this.addSql(`drop policy "own_office" on "${table}";`);
      this.addSql(`alter table "${table}" drop constraint "${table}_owner_check";`);
      this.allowRoles(table, before);
      this.addSql(`alter table "${table}" drop column "office_id", alter column "company_id" set not null;`);
    }
    this.addAdmissionBefore();
  }

  /** As Migration20261127210100_confirmed_sessions made it. */
  private addAdmissionBefore(): void {
    this.addSql(`create function "admit_session"(hash text, wanted text)
      returns table (session_id uuid, person_id uuid, name text, email text, places jsonb, company jsonb, is_confirmed boolean)
      language sql volatile security definer set search_path = public, pg_temp rows 1
      as $$
        with live as (
          select s.id, s.person_id, s.last_seen_at, p.name, p.email, s.confirmed_at
          from panel_session s join panel_person p on p.id = s.person_id
          where s.token_hash = hash and p.status = 'ACTIVE' and s.ends_at > now() and s.last_seen_at > now() - interval '12 hours'
        ), seen as (
          update panel_session s set last_seen_at = now() from live
          where s.id = live.id and live.last_seen_at < now() - interval '1 minute'
        ), places as (
          select m.role, c.* from live
            join membership m on m.person_id = live.person_id and m.ended_at is null
            join company c on c.id = m.company_id and c.is_active
        )
        select live.id, live.person_id, live.name::text, live.email::text,
          coalesce((
            select jsonb_agg(jsonb_build_object(
              'companyId', id, 'taxId', tax_id, 'name', coalesce(nullif(trade_name, ''), name), 'environment', environment, 'role', role
            ) order by name) from places
          ), '[]'),
          (
            select jsonb_build_object(
              'id', id, 'taxId', tax_id, 'name', name, 'tradeName', trade_name, 'environment', environment, 'role', role,
              'settings', case when jsonb_typeof(settings) = 'object' then settings #- '{danfe,logo}' end
            ) from places where tax_id = wanted
          ),
          coalesce(live.confirmed_at > now() - interval '10 minutes', false)
        from live
      $$;`);
    this.addSql(`revoke execute on function "admit_session"(text, text) from public;`);
    this.addSql(`grant execute on function "admit_session"(text, text) to "lavra_panel";`);
  }
}
