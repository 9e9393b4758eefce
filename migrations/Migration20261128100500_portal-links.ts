import { Migration } from '@mikro-orm/migrations';

const ownCompany = `company_id = (current_setting('lavra.company_id'))::uuid`;

/** The key that made a link, as long as it may still do what the link gives, and its company. */
const live = `
  join company c on c.id = l.company_id and c.is_active
  join api_key k on k.id = l.api_key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    and 'portal-links:write' = any (k.scopes) and (l.role = 'READER' or 'documents:write' = any (k.scopes))`;

const functions = [
  'find_portal_link(text)',
  'enter_portal(text, text)',
  'admit_portal(text, text)',
  'end_portal(text)',
];

/** A company's programs open its panel for users of theirs, by links that work once. */
export class Migration20261128100500_portalLinks extends Migration {
  override up(): void {
    this.addSql(`create table "portal_link" (
      "id" uuid not null,
      "company_id" uuid not null,
      "api_key_id" uuid not null,
      "role" text not null,
      "person_name" varchar(80) not null,
      "return_to" varchar(500) null,
      "theme" text not null,
      "frame_origin" varchar(300) null,
      "token_hash" varchar(64) not null,
      "created_at" timestamptz(3) not null,
      "expires_at" timestamptz(3) not null,
      "opened_at" timestamptz(3) null,
      "session_hash" varchar(64) null,
      "last_seen_at" timestamptz(3) null,
      "session_ends_at" timestamptz(3) null,
      primary key ("id"),
      constraint "portal_link_token_hash_unique" unique ("token_hash"),
      constraint "portal_link_session_hash_unique" unique ("session_hash"),
      constraint "portal_link_role_check" check ("role" in ('ISSUER', 'READER')),
      constraint "portal_link_theme_check" check ("theme" in ('SYSTEM', 'LIGHT', 'DARK')),
      constraint "portal_link_company_id_foreign" foreign key ("company_id") references "company" ("id"),
      constraint "portal_link_api_key_id_foreign" foreign key ("api_key_id") references "api_key" ("id")
    );`);
    for (const column of ['company_id', 'api_key_id']) {
      this.addSql(`create index "portal_link_${column}_index" on "portal_link" ("${column}");`);
    }
    this.addSql(`alter table "portal_link" enable row level security;`);
    this.addSql(
      `create policy "own_company" on "portal_link" to "lavra_tenant" using (${ownCompany}) with check (${ownCompany});`,
    );
    this.addSql(`create policy "every_company" on "portal_link" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`create policy "overseen" on "portal_link" for select to "lavra_operator"
      using (current_setting('lavra.oversees', true) = '*' or strpos(current_setting('lavra.oversees', true), company_id::text) > 0);`);
    this.addSql(`grant insert on "portal_link" to "lavra_tenant";`);
    this.addSql(`grant select, delete on "portal_link" to "lavra_worker";`);
    this.addFinding();
    this.addEntering();
    this.addAdmission();
    for (const each of functions) {
      this.addSql(`revoke execute on function ${each} from public;`);
      this.addSql(`grant execute on function ${each} to "lavra_panel";`);
    }
  }

  /** What a link would open, or has: to be shown before anybody presses the button. */
  private addFinding(): void {
    this.addSql(`create function "find_portal_link"(given text)
      returns table (company_name text, person_name text, frame_origin text, return_to text, theme text, is_open boolean)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        select coalesce(nullif(c.trade_name, ''), c.name)::text, l.person_name::text, l.frame_origin::text, l.return_to::text, l.theme,
          l.opened_at is null and l.expires_at > now()
        from portal_link l ${live} where l.token_hash = given
      $$;`);
  }

  /** Makes a session of a link, of two requests at once for one of them. */
  private addEntering(): void {
    this.addSql(`create function "enter_portal"(given text, session text)
      returns table (link_id uuid, company_id uuid, tax_id text, person_name text, key_id uuid, key_name text, role text)
      language sql volatile security definer set search_path = public, pg_temp rows 1
      as $$
        update portal_link entered set opened_at = now(), session_hash = session, last_seen_at = now(), session_ends_at = now() + interval '8 hours'
        from portal_link l ${live}
        where entered.id = l.id and entered.token_hash = given and entered.opened_at is null and entered.expires_at > now()
        returning entered.id, c.id, c.tax_id::text, entered.person_name::text, k.id, k.name::text, entered.role
      $$;`);
    this.addSql(`create function "end_portal"(given text) returns void
      language sql volatile security definer set search_path = public, pg_temp
      as $$ update portal_link set session_ends_at = now() where session_hash = given and session_ends_at > now() $$;`);
  }

  /** As `admit_session`, for who came by a link: of one company, in one role. */
  private addAdmission(): void {
    this.addSql(`create function "admit_portal"(given text, wanted text)
      returns table (link_id uuid, person_name text, key_id uuid, key_name text, return_to text, theme text, frame_origin text, place jsonb, company jsonb)
      language sql volatile security definer set search_path = public, pg_temp rows 1
      as $$
        with live as (
          select l.*, c.tax_id, c.name, c.trade_name, c.environment, c.settings, k.name as key_name
          from portal_link l ${live}
          where l.session_hash = given and l.session_ends_at > now() and l.last_seen_at > now() - interval '1 hour'
        ), seen as (
          update portal_link l set last_seen_at = now() from live where l.id = live.id and live.last_seen_at < now() - interval '1 minute'
        )
        select id, person_name::text, api_key_id, key_name::text, return_to::text, theme, frame_origin::text,
          jsonb_build_object('companyId', company_id, 'taxId', tax_id, 'name', coalesce(nullif(trade_name, ''), name), 'environment', environment,
            'role', 'COMPANY_READER'),
          case when tax_id = wanted then jsonb_build_object(
            'id', company_id, 'taxId', tax_id, 'name', name, 'tradeName', trade_name, 'environment', environment, 'office', null,
            'role', case role when 'ISSUER' then 'PORTAL_ISSUING' else 'PORTAL_LOOKING' end,
            'settings', case when jsonb_typeof(settings) = 'object' then settings #- '{danfe,logo}' end
          ) end
        from live
      $$;`);
  }

  override down(): void {
    for (const each of functions) this.addSql(`drop function ${each};`);
    this.addSql(`drop table "portal_link";`);
  }
}
