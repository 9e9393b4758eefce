import { Migration } from '@mikro-orm/migrations';

const ownCompany = `company_id = (current_setting('lavra.company_id'))::uuid`;

const panelRights = {
  panel_person: 'select, update (password_hash)',
  panel_session: 'select, insert, delete',
  person_token: 'select, update (used_at)',
};

/** People who sign in to the panel: who they are, in which companies, in which browsers, and how often somebody may try. */
export class Migration20261127180000_accounts extends Migration {
  override up(): void {
    this.addSql(`do $$ begin
      if not exists (select from pg_roles where rolname = 'lavra_panel') then create role "lavra_panel" nologin; end if;
    end $$;`);
    this.addSql(`grant usage on schema public to "lavra_panel";`);
    this.addTables();
    this.tieTables();
    for (const [table, rights] of Object.entries(panelRights)) {
      this.addSql(`grant ${rights} on "${table}" to "lavra_panel";`);
    }
    this.addSql(`grant insert on "audit_entry" to "lavra_panel";`);
    this.addSql(`create policy "of_people" on "audit_entry" for insert to "lavra_panel" with check (
      actor_kind = 'PERSON' and company_id is null and office_id is null);`);
    this.addAdmission();
    this.addSpending();
  }

  private addTables(): void {
    this.addSql(`create table "panel_person" (
      "id" uuid not null,
      "email" varchar(254) not null,
      "name" varchar(120) not null,
      "password_hash" text null,
      "status" text not null,
      "created_at" timestamptz(3) not null,
      primary key ("id"),
      constraint "panel_person_email_unique" unique ("email"),
      constraint "panel_person_email_lower" check (email = lower(email)),
      constraint "panel_person_status_check" check ("status" in ('ACTIVE', 'DISABLED'))
    );`);
    this.addSql(`create table "membership" (
      "id" uuid not null,
      "person_id" uuid not null,
      "role" text not null,
      "company_id" uuid not null,
      "created_at" timestamptz(3) not null,
      "ended_at" timestamptz(3) null,
      primary key ("id"),
      constraint "membership_role_check" check ("role" in ('COMPANY_ADMIN', 'COMPANY_ISSUER', 'COMPANY_READER'))
    );`);
    this.addSql(
      `create unique index "membership_current" on "membership" ("person_id", "company_id") where "ended_at" is null;`,
    );
    this.addSql(`create index "membership_company_id_index" on "membership" ("company_id");`);
    this.addSql(`create table "panel_session" (
      "id" uuid not null,
      "person_id" uuid not null,
      "token_hash" varchar(64) not null,
      "created_at" timestamptz(3) not null,
      "last_seen_at" timestamptz(3) not null,
      "ends_at" timestamptz(3) not null,
      "network" varchar(60) not null,
      "agent" varchar(200) not null,
      primary key ("id"),
      constraint "panel_session_token_hash_unique" unique ("token_hash")
    );`);
    this.addSql(`create index "panel_session_person_id_index" on "panel_session" ("person_id");`);
    this.addSql(`create table "person_token" (
      "id" uuid not null,
      "person_id" uuid not null,
      "token_hash" varchar(64) not null,
      "created_at" timestamptz(3) not null,
      "expires_at" timestamptz(3) not null,
      "used_at" timestamptz(3) null,
      primary key ("id"),
      constraint "person_token_token_hash_unique" unique ("token_hash")
    );`);
    this.addSql(`create index "person_token_person_id_index" on "person_token" ("person_id");`);
    this.addSql(`create table "sign_in_bucket" (
      "key" varchar(64) not null,
      "tokens" double precision not null,
      "refilled_at" timestamptz(3) not null,
      primary key ("key")
    );`);
  }

  /** A person's rows are nobody's but hers; what a company has of them, its own. */
  private tieTables(): void {
    const keys = { membership: ['person', 'company'], panel_session: ['person'], person_token: ['person'] };
    for (const [table, owners] of Object.entries(keys)) {
      for (const owner of owners) {
        const other = owner === 'person' ? 'panel_person' : owner;
        this.addSql(`alter table "${table}" add constraint "${table}_${owner}_id_foreign"
          foreign key ("${owner}_id") references "${other}" ("id");`);
      }
    }
    this.addSql(`alter table "membership" enable row level security;`);
    this.addSql(
      `create policy "own_company" on "membership" to "lavra_tenant" using (${ownCompany}) with check (${ownCompany});`,
    );
    this.addSql(`create policy "every_company" on "membership" to "lavra_worker" using (true) with check (true);`);
  }

  /** Who a session is of, and what she may do in the company that is asked for: like \`admit\`, in one round trip. */
  private addAdmission(): void {
    this.addSql(`create function "admit_session"(hash text, wanted text)
      returns table (session_id uuid, person_id uuid, name text, email text, places jsonb, company jsonb)
      language sql volatile security definer set search_path = public, pg_temp rows 1
      as $$
        with live as (
          select s.id, s.person_id, s.last_seen_at, p.name, p.email
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
          )
        from live
      $$;`);
    this.addSql(`revoke execute on function "admit_session"(text, text) from public;`);
    this.addSql(`grant execute on function "admit_session"(text, text) to "lavra_panel";`);
  }

  /** Takes one try from a bucket. Returns the seconds until there is one again, 0 where it was taken. */
  private addSpending(): void {
    this.addSql(`create function "spend_sign_in"(bucket_key text, burst int, refill_seconds int) returns double precision
      language plpgsql volatile security definer set search_path = public, pg_temp
      as $$
      declare
        left_now double precision;
      begin
        insert into sign_in_bucket as bucket (key, tokens, refilled_at) values (bucket_key, burst, clock_timestamp())
        on conflict (key) do update set
          tokens = least(burst, bucket.tokens
            + extract(epoch from greatest(excluded.refilled_at, bucket.refilled_at) - bucket.refilled_at) / refill_seconds),
          refilled_at = greatest(excluded.refilled_at, bucket.refilled_at)
        returning tokens into left_now;
        if left_now < 1 then return (1 - left_now) * refill_seconds; end if;
        update sign_in_bucket set tokens = tokens - 1 where key = bucket_key;
        -- One that has filled up again says what none says: an attack must not leave rows for ever.
        delete from sign_in_bucket where key in (
          select key from sign_in_bucket where refilled_at < now() - interval '1 day' limit 100 for update skip locked);
        return 0;
      end
      $$;`);
    this.addSql(`revoke execute on function "spend_sign_in"(text, int, int) from public;`);
    this.addSql(`grant execute on function "spend_sign_in"(text, int, int) to "lavra_panel";`);
  }

  override down(): void {
    this.addSql(`drop function "spend_sign_in"(text, int, int);`);
    this.addSql(`drop function "admit_session"(text, text);`);
    this.addSql(`drop policy "of_people" on "audit_entry";`);
    this.addSql(`revoke insert on "audit_entry" from "lavra_panel";`);
    for (const table of ['sign_in_bucket', 'person_token', 'panel_session', 'membership', 'panel_person']) {
      this.addSql(`drop table "${table}";`);
    }
    this.addSql(`revoke usage on schema public from "lavra_panel";`);
  }
}
