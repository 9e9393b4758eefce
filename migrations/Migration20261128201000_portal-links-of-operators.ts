import { Migration } from '@mikro-orm/migrations';

/** The key that made a link, as long as it may still do what the link gives, and its company. */
const ofCompany = `
  join company c on c.id = l.company_id and c.is_active
  join api_key k on k.id = l.api_key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    and 'portal-links:write' = any (k.scopes) and (l.role = 'READER' or 'documents:write' = any (k.scopes))`;

/** The same of a key of the company or of the operator, which still reaches the company. */
const ofBoth = `
  join company c on c.id = l.company_id and c.is_active
  join lateral (
    select a.id, a.name::text as name, 'COMPANY_KEY' as kind from api_key a
    where a.id = l.api_key_id and a.revoked_at is null and (a.expires_at is null or a.expires_at > now())
      and 'portal-links:write' = any (a.scopes) and (l.role = 'READER' or 'documents:write' = any (a.scopes))
    union all
    select o.id, o.name::text, 'OPERATOR_KEY' from operator_key o
    where o.id = l.operator_key_id and o.revoked_at is null and (o.expires_at is null or o.expires_at > now())
      and 'portal-links:write' = any (o.scopes) and (o.companies is null or l.company_id::text = any (o.companies))
  ) k on true`;

const functions = ['find_portal_link(text)', 'enter_portal(text, text)', 'admit_portal(text, text)'];

/** An operator's key makes portal links, too: a link has one of the two keys, and what finds, opens and admits it knows both. */
export class Migration20261128201000_portalLinksOfOperators extends Migration {
  override up(): void {
    this.addSql(
      `alter table "portal_link" alter column "api_key_id" drop not null, add column "operator_key_id" uuid null;`,
    );
    this.addSql(`alter table "portal_link" add constraint "portal_link_operator_key_id_foreign"
      foreign key ("operator_key_id") references "operator_key" ("id");`);
    this.addSql(
      `alter table "portal_link" add constraint "portal_link_key_check" check (num_nonnulls(api_key_id, operator_key_id) = 1);`,
    );
    this.addSql(`create index "portal_link_operator_key_id_index" on "portal_link" ("operator_key_id");`);
    this.addSql(`create policy "of_key" on "portal_link" as restrictive to "lavra_operator"
      using (operator_reaches(company_id)) with check (operator_reaches(company_id));`);
    this.addSql(`create policy "by_own_operator_key" on "portal_link" as restrictive for insert to "lavra_tenant"
      with check (operator_key_id is null
        or (current_user = 'lavra_operator' and operator_key_id = current_setting('lavra.operator_key', true)::uuid));`);
    this.replaceFunctions(ofBoth, ', key_kind text', ', k.kind');
  }

  /** @param told a further column of what opens and admits, and `kind` what stands in it */
  private replaceFunctions(live: string, told: string, kind: string): void {
    for (const each of functions) this.addSql(`drop function ${each};`);
    this.addSql(`create function "find_portal_link"(given text)
      returns table (company_name text, person_name text, frame_origin text, return_to text, theme text, is_open boolean)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        select coalesce(nullif(c.trade_name, ''), c.name)::text, l.person_name::text, l.frame_origin::text, l.return_to::text, l.theme,
          l.opened_at is null and l.expires_at > now()
        from portal_link l ${live} where l.token_hash = given
      $$;`);
    this.addSql(`create function "enter_portal"(given text, session text)
      returns table (link_id uuid, company_id uuid, tax_id text, person_name text, key_id uuid, key_name text, role text${told})
      language sql volatile security definer set search_path = public, pg_temp rows 1
      as $$
        update portal_link entered set opened_at = now(), session_hash = session, last_seen_at = now(), session_ends_at = now() + interval '8 hours'
        from portal_link l ${live}
        where entered.id = l.id and entered.token_hash = given and entered.opened_at is null and entered.expires_at > now()
        returning entered.id, c.id, c.tax_id::text, entered.person_name::text, k.id, k.name::text, entered.role${kind}
      $$;`);
    this.addSql(`create function "admit_portal"(given text, wanted text)
      returns table (link_id uuid, person_name text, key_id uuid, key_name text, return_to text, theme text, frame_origin text, place jsonb,
        company jsonb${told})
      language sql volatile security definer set search_path = public, pg_temp rows 1
      as $$
        with live as (
          select l.*, c.tax_id, c.name, c.trade_name, c.environment, c.settings, k.id as key_id, k.name as key_name${kind === '' ? '' : `${kind} as kind`}
          from portal_link l ${live}
          where l.session_hash = given and l.session_ends_at > now() and l.last_seen_at > now() - interval '1 hour'
        ), seen as (
          update portal_link l set last_seen_at = now() from live where l.id = live.id and live.last_seen_at < now() - interval '1 minute'
        )
        select id, person_name::text, key_id, key_name::text, return_to::text, theme, frame_origin::text,
          jsonb_build_object('companyId', company_id, 'taxId', tax_id, 'name', coalesce(nullif(trade_name, ''), name), 'environment', environment,
            'role', 'COMPANY_READER'),
          case when tax_id = wanted then jsonb_build_object(
            'id', company_id, 'taxId', tax_id, 'name', name, 'tradeName', trade_name, 'environment', environment, 'office', null,
            'role', case role when 'ISSUER' then 'PORTAL_ISSUING' else 'PORTAL_LOOKING' end,
            'settings', case when jsonb_typeof(settings) = 'object' then settings #- '{danfe,logo}' end
          ) end${kind === '' ? '' : ', kind'}
        from live
      $$;`);
    for (const each of functions) {
      this.addSql(`revoke execute on function ${each} from public;`);
      this.addSql(`grant execute on function ${each} to "lavra_panel";`);
    }
  }

  override down(): void {
    this.replaceFunctions(ofCompany, '', '');
    this.addSql(`drop policy "by_own_operator_key" on "portal_link";`);
    this.addSql(`drop policy "of_key" on "portal_link";`);
    this.addSql(`delete from "portal_link" where "operator_key_id" is not null;`);
    this.addSql(
      `alter table "portal_link" drop constraint "portal_link_key_check", drop column "operator_key_id", alter column "api_key_id" set not null;`,
    );
  }
}
