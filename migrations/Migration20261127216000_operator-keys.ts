import { Migration } from '@mikro-orm/migrations';

const kindsBefore = ['COMPANY_KEY', 'OFFICE_KEY', 'PERSON', 'COMMAND_LINE', 'SYSTEM'];

/** What the admin API does to a company, and `/v1` may not. Whose rows they are, the policies say. */
const rights = {
  api_key: 'select, insert, update (revoked_at)',
  certificate: 'select, insert, delete',
  company: 'insert, update (name, trade_name, environment, settings, updated_at)',
  company_csc: 'select, insert, update, delete',
  distribution: 'update (updated_at)',
  operator_request: 'select, insert',
};

/** Tables of which a key that is bound to companies reaches those companies' rows alone, whatever the transaction says. */
const bound = { api_key: 'company_id', certificate: 'company_id', company: 'id', company_csc: 'company_id' };

/** Keys of the installation's operator (`lk_…`), in a table of their own: no other key is found among them, nor one of them among others. */
export class Migration20261127216000_operatorKeys extends Migration {
  override up(): void {
    this.addSql(`do $$ begin
      if not exists (select from pg_roles where rolname = 'lavra_operator') then create role "lavra_operator" nologin; end if;
    end $$;`);
    this.addSql(`grant usage on schema public to "lavra_operator";`);
    this.addSql(`grant "lavra_tenant" to "lavra_operator";`);
    this.addTables();
    this.addWalls();
    for (const [table, right] of Object.entries(rights)) {
      this.addSql(`grant ${right} on "${table}" to "lavra_operator";`);
    }
    this.addAdmission();
    this.allowKinds(['COMPANY_KEY', 'OFFICE_KEY', 'OPERATOR_KEY', 'PERSON', 'COMMAND_LINE', 'SYSTEM']);
  }

  private addTables(): void {
    this.addSql(`create table "operator_key" (
      "id" uuid not null,
      "name" varchar(100) not null,
      "hash" varchar(64) not null,
      "hint" varchar(20) not null,
      "scopes" text[] not null,
      "companies" text[] null,
      "rate_per_second" int not null default 20,
      "rate_burst" int not null default 100,
      "expires_at" timestamptz null,
      "revoked_at" timestamptz null,
      "created_at" timestamptz not null,
      primary key ("id"),
      constraint "operator_key_hash_unique" unique ("hash")
    );`);
    this.addSql(`create table "operator_request" (
      "key_id" uuid not null,
      "idempotency_key" varchar(100) not null,
      "fingerprint" varchar(64) not null,
      "resource_id" uuid not null,
      "created_at" timestamptz not null,
      primary key ("key_id", "idempotency_key"),
      constraint "operator_request_key_id_foreign" foreign key ("key_id") references "operator_key" ("id")
    );`);
  }

  private addWalls(): void {
    this.addSql(`create function "operator_reaches"(company uuid) returns boolean
      language sql stable set search_path = public, pg_temp
      as $$ select current_setting('lavra.companies') = '*' or strpos(current_setting('lavra.companies'), company::text) > 0 $$;`);
    this.addSql(`revoke execute on function "operator_reaches"(uuid) from public;`);
    this.addSql(`grant execute on function "operator_reaches"(uuid) to "lavra_operator";`);
    this.addSql(
      `create policy "list_reached" on "company" for select to "lavra_operator" using (operator_reaches(id));`,
    );
    for (const [table, column] of Object.entries(bound)) {
      this.addSql(`create policy "of_key" on "${table}" as restrictive to "lavra_operator"
        using (operator_reaches(${column})) with check (operator_reaches(${column}));`);
    }
    this.addSql(`alter table "operator_request" enable row level security;`);
    this.addSql(`create policy "own_key" on "operator_request" to "lavra_operator"
      using (key_id = (current_setting('lavra.operator_key'))::uuid)
      with check (key_id = (current_setting('lavra.operator_key'))::uuid);`);
  }

  /** Like `admit`: the key, and the company that is asked for where the key reaches it, active or not; one token is taken from its bucket. */
  private addAdmission(): void {
    this.addSql(`create function "admit_admin"(key_hash text, wanted uuid)
      returns table (id uuid, key_name text, companies text[], company jsonb, scopes text[], rate int, burst int,
        is_live boolean, tokens double precision)
      language plpgsql security definer set search_path = public, pg_temp rows 1
      as $$
      #variable_conflict use_column
      begin
        return query
        with caller as (
          select k.id, k.name::text as key_name, k.companies,
            case when c.id is not null then jsonb_build_object(
              'id', c.id, 'taxId', c.tax_id, 'name', c.name, 'tradeName', c.trade_name, 'environment', c.environment,
              'settings', case when jsonb_typeof(c.settings) = 'object' then c.settings #- '{danfe,logo}' end
            ) end as company,
            k.scopes, k.rate_per_second as rate, k.rate_burst as burst,
            k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) as is_live
          from operator_key k
            left join company c on c.id = wanted and (k.companies is null or c.id::text = any (k.companies))
          where k.hash = key_hash
        ), spent as (
          insert into rate_bucket as bucket (key_id, tokens, refilled_at)
          select id, burst - 1, clock_timestamp() from caller where is_live
          on conflict (key_id) do update set
            tokens = least(
              excluded.tokens + 1,
              bucket.tokens
                + greatest(0, extract(epoch from excluded.refilled_at - bucket.refilled_at)) * (select rate from caller)
            ) - 1,
            refilled_at = greatest(excluded.refilled_at, bucket.refilled_at)
          where least(
            excluded.tokens + 1,
            bucket.tokens
              + greatest(0, extract(epoch from excluded.refilled_at - bucket.refilled_at)) * (select rate from caller)
          ) >= 1
          returning tokens
        )
        select caller.*, spent.tokens from caller left join spent on true;
      end
      $$;`);
    this.addSql(`revoke execute on function "admit_admin"(text, uuid) from public;`);
    this.addSql(`grant execute on function "admit_admin"(text, uuid) to "lavra_operator";`);
  }

  /** @param validity `not valid` where rows of others may be there */
  private allowKinds(kinds: string[], validity = ''): void {
    this.addSql(`alter table "audit_entry" drop constraint "audit_entry_actor_kind_check";`);
    const listed = kinds.map((kind) => `'${kind}'`).join(', ');
    this.addSql(
      `alter table "audit_entry" add constraint "audit_entry_actor_kind_check" check ("actor_kind" in (${listed})) ${validity};`,
    );
  }

  /** The role stays, and stays in the other one: other databases of the server may use it. */
  override down(): void {
    this.allowKinds(kindsBefore, 'not valid');
    this.addSql(`drop function "admit_admin"(text, uuid);`);
    for (const table of Object.keys(bound)) this.addSql(`drop policy "of_key" on "${table}";`);
    this.addSql(`drop policy "list_reached" on "company";`);
    this.addSql(`drop table "operator_request";`);
    this.addSql(`drop table "operator_key";`);
    this.addSql(`drop function "operator_reaches"(uuid);`);
    for (const [table, right] of Object.entries(rights)) {
      if (table !== 'operator_request') this.addSql(`revoke ${right} on "${table}" from "lavra_operator";`);
    }
    this.addSql(`revoke usage on schema public from "lavra_operator";`);
  }
}
