import { Migration } from '@mikro-orm/migrations';

/** Every table under row-level security. */
const securedTables = [
  'api_key',
  'authority_call',
  'carrier',
  'certificate',
  'client',
  'company',
  'company_csc',
  'delivery_proof',
  'document',
  'document_event',
  'emission',
  'event',
  'fiscal_template',
  'import_run',
  'inutilization',
  'number_series',
  'product',
  'search_total',
  'tally',
  'tax_rule',
  'vehicle',
  'webhook_attempt',
  'webhook_delivery',
  'webhook_endpoint',
];

/** What conversations with the authority and with receivers of webhooks touch. Nothing that they only cause: triggers run as the owner. */
const workerRights = {
  authority_call: 'select, insert, update',
  certificate: 'select',
  company: 'select',
  company_csc: 'select',
  document: 'select, update',
  document_event: 'select, update',
  emission: 'select, insert, update',
  event: 'select, insert',
  fiscal_template: 'select',
  inutilization: 'select, update',
  number_series: 'select, insert, update',
  product: 'select',
  tax_rule: 'select',
  webhook_attempt: 'select, insert',
  webhook_delivery: 'select, insert, update, delete',
  webhook_endpoint: 'select, update',
};

/** Secrets and hashes that no request reads: a key is found by `admit`. */
const closedToTenant = ['api_key', 'certificate', 'company_csc'];

const definerFunctions = [
  'search_client(text, int, int, text, text, boolean)',
  'search_product(text, int, int)',
  'tally_client()',
  'tally_document()',
  'tally_product()',
];

/** What logins need that are no superusers and own nothing: a role for the worker, and `admit` to find a key. */
export class Migration20261122160000_logins extends Migration {
  override up(): void {
    this.addWorkerRole();
    this.secureFunctions();
    this.addAdmission();
    for (const table of closedToTenant) this.addSql(`revoke all on "${table}" from "lavra_tenant";`);
    // A database made by PostgreSQL 14 or older lets everybody make tables and functions there.
    this.addSql(`revoke create on schema public from public;`);
  }

  private addWorkerRole(): void {
    this.addSql(`do $$ begin
      if not exists (select from pg_roles where rolname = 'lavra_worker') then create role "lavra_worker" nologin; end if;
    end $$;`);
    this.addSql(`grant usage on schema public to "lavra_worker";`);
    for (const table of securedTables) {
      this.addSql(`create policy "every_company" on "${table}" to "lavra_worker" using (true) with check (true);`);
    }
    for (const [table, rights] of Object.entries(workerRights)) {
      this.addSql(`grant ${rights} on "${table}" to "lavra_worker";`);
    }
  }

  /** With `pg_temp` unnamed PostgreSQL looks there first: a temporary table would take the place of ours. */
  private secureFunctions(): void {
    for (const signature of definerFunctions) {
      this.addSql(`alter function ${signature} set search_path = public, pg_temp;`);
      this.addSql(`revoke execute on function ${signature} from public;`);
    }
  }

  /**
   * The bucket refills by the clock of the database, which all API processes share; where no row of it is written, no token was left. In
   * PL/pgSQL, which keeps the plan.
   */
  private addAdmission(): void {
    this.addSql(`create function "admit"(key_hash text)
      returns table (id uuid, company jsonb, scopes text[], rate int, burst int, is_live boolean, tokens double precision)
      language plpgsql security definer set search_path = public, pg_temp rows 1
      as $$
      #variable_conflict use_column
      begin
        return query
        with caller as (
          select k.id,
            jsonb_build_object(
              'id', c.id, 'taxId', c.tax_id, 'name', c.name, 'tradeName', c.trade_name, 'environment', c.environment,
              'settings', case when jsonb_typeof(c.settings) = 'object' then c.settings #- '{danfe,logo}' end
            ) as company,
            k.scopes, k.rate_per_second as rate, k.rate_burst as burst,
            k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and c.is_active as is_live
          from api_key k join company c on c.id = k.company_id
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
    this.addSql(`revoke execute on function "admit"(text) from public;`);
    this.addSql(`grant execute on function "admit"(text) to "lavra_tenant";`);
  }

  /** The role stays, as other databases of the server may use it. */
  override down(): void {
    for (const table of closedToTenant) {
      this.addSql(`grant select, insert, update, delete on "${table}" to "lavra_tenant";`);
    }
    this.addSql(`drop function "admit"(text);`);
    for (const signature of definerFunctions) {
      this.addSql(`alter function ${signature} set search_path = public;`);
      if (signature.startsWith('tally')) this.addSql(`grant execute on function ${signature} to public;`);
    }
    for (const table of Object.keys(workerRights)) this.addSql(`revoke all on "${table}" from "lavra_worker";`);
    for (const table of securedTables) this.addSql(`drop policy "every_company" on "${table}";`);
    this.addSql(`revoke usage on schema public from "lavra_worker";`);
  }
}
