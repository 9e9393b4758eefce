import { Migration } from '@mikro-orm/migrations';

const ownCompany = `company_id = (current_setting('lavra.company_id'))::uuid`;
const ownOffice = `office_id = (current_setting('lavra.office_id'))::uuid`;

/** SQL of the condition that a statement runs for somebody: whoever does has said so in the setting of the transaction. */
const isActedFor = `coalesce(current_setting('lavra.actor', true), '') <> ''`;

/** Who changed what: rows that every login may add and nobody changes. */
export class Migration20261127044500_audit extends Migration {
  override up(): void {
    this.addTable();
    this.keepEntries();
    this.recordDocuments();
    this.addSql(`drop function "admit"(text, uuid);`);
    this.addAdmission('key_name text, ', 'k.name::text as key_name, ');
  }

  private addTable(): void {
    this.addSql(`create table "audit_entry" (
      "id" uuid not null,
      "at" timestamptz(3) not null,
      "actor_kind" text not null,
      "actor_id" uuid null,
      "actor_name" varchar(200) not null,
      "company_id" uuid null,
      "office_id" uuid null,
      "action" varchar(60) not null,
      "subject_id" uuid null,
      "details" jsonb null,
      "request_id" varchar(100) null,
      primary key ("id"),
      constraint "audit_entry_actor_kind_check" check ("actor_kind" in ('COMPANY_KEY', 'OFFICE_KEY', 'PERSON', 'COMMAND_LINE', 'SYSTEM'))
    );`);
    this.addSql(`create index "audit_entry_at" on "audit_entry" ("at", "id");`);
    for (const [name, column] of [
      ['of_company', 'company_id'],
      ['of_office', 'office_id'],
      ['about', 'subject_id'],
    ]) {
      this.addSql(
        `create index "audit_entry_${name}" on "audit_entry" ("${column}", "at", "id") where "${column}" is not null;`,
      );
    }
    this.addSql(`alter table "audit_entry" enable row level security;`);
    for (const [name, condition] of [
      ['own_company', ownCompany],
      ['own_office', ownOffice],
    ]) {
      this.addSql(
        `create policy "${name}" on "audit_entry" to "lavra_tenant" using (${condition}) with check (${condition});`,
      );
    }
    this.addSql(`create policy "at_most_insert" on "audit_entry" as restrictive for insert to "lavra_tenant" with check (
      (company_id is null or ${ownCompany}) and (office_id is null or company_id is not null or ${ownOffice}));`);
    this.addSql(`create policy "every_company" on "audit_entry" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`grant select, insert on "audit_entry" to "lavra_tenant", "lavra_worker";`);
  }

  /** Not even the owner's login changes an entry; what is older than five years goes by one function. */
  private keepEntries(): void {
    this.addSql(`create trigger "kept_entry" before update on "audit_entry"
      for each row execute function "refuse_rewriting"('an entry');`);
    this.addSql(`create trigger "kept_from_deletion" before delete on "audit_entry"
      for each row when (old.at > now() - interval '5 years') execute function "refuse_rewriting"('an entry');`);
    this.addSql(`create trigger "kept_from_truncation" before truncate on "audit_entry"
      for each statement execute function "refuse_rewriting"('every entry');`);
    this.addSql(`create function "forget_audit_entries"(at_most int) returns int
      language sql volatile security definer set search_path = public, pg_temp
      as $$
        with old as (
          select id from audit_entry where at < now() - interval '5 years' order by at limit at_most
        ), gone as (
          delete from audit_entry entry using old where entry.id = old.id returning entry.id
        )
        select count(*)::int from gone
      $$;`);
    this.addSql(`revoke execute on function "forget_audit_entries"(int) from public;`);
    this.addSql(`grant execute on function "forget_audit_entries"(int) to "lavra_worker";`);
  }

  /**
   * The entries of a document's creation and of each emission that is asked for, in the round trip of the document itself. What the worker does
   * has no actor in its transaction.
   */
  private recordDocuments(): void {
    this.addSql(`create function "record_document"() returns trigger language plpgsql set search_path = public, pg_temp as $$
      declare
        actor jsonb := current_setting('lavra.actor')::jsonb;
      begin
        insert into audit_entry (id, at, actor_kind, actor_id, actor_name, company_id, office_id, action, subject_id, details, request_id)
        values (
          gen_random_uuid(), clock_timestamp(), actor->>'kind', (actor->>'id')::uuid, actor->>'name', new.company_id, (actor->>'office')::uuid,
          tg_argv[0], new.id,
          jsonb_build_object('type', new.type, 'externalId', new.external_id, 'emit', new.status = 'PROCESSING'),
          actor->>'requestId'
        );
        return null;
      end
      $$;`);
    this.addSql(`create trigger "audit_creation" after insert on "document"
      for each row when (${isActedFor}) execute function "record_document"('DOCUMENT_CREATED');`);
    this.addSql(`create trigger "audit_emission" after update of "attempt" on "document"
      for each row when (new.attempt > old.attempt and ${isActedFor}) execute function "record_document"('DOCUMENT_EMISSION_REQUESTED');`);
  }

  /**
   * As before, and what people call the key.
   *
   * @param column SQL of a further column of the answer, with its type
   * @param value what it is
   */
  private addAdmission(column: string, value: string): void {
    this.addSql(`create function "admit"(key_hash text, wanted uuid)
      returns table (id uuid, ${column}office jsonb, company jsonb, may_issue boolean, scopes text[], rate int, burst int,
        is_live boolean, tokens double precision)
      language plpgsql security definer set search_path = public, pg_temp rows 1
      as $$
      #variable_conflict use_column
      begin
        return query
        with caller as (
          select k.id, ${value}
            case when o.id is not null then jsonb_build_object(
              'id', o.id, 'taxId', o.tax_id, 'name', o.name, 'isSuspended', o.suspended_at is not null
            ) end as office,
            case when c.is_active then jsonb_build_object(
              'id', c.id, 'taxId', c.tax_id, 'name', c.name, 'tradeName', c.trade_name, 'environment', c.environment,
              'settings', case when jsonb_typeof(c.settings) = 'object' then c.settings #- '{danfe,logo}' end
            ) end as company,
            coalesce(link.issuing_allowed, k.company_id is not null) as may_issue,
            k.scopes, k.rate_per_second as rate, k.rate_burst as burst,
            k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
              and (k.company_id is null or c.is_active) as is_live
          from api_key k
            left join office o on o.id = k.office_id
            left join office_link link
              on link.office_id = k.office_id and link.company_id = wanted and link.status = 'ACTIVE'
            left join company c on c.id = coalesce(k.company_id, link.company_id)
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
    this.addSql(`revoke execute on function "admit"(text, uuid) from public;`);
    this.addSql(`grant execute on function "admit"(text, uuid) to "lavra_tenant";`);
  }

  override down(): void {
    this.addSql(`drop function "admit"(text, uuid);`);
    this.addAdmission('', '');
    for (const name of ['audit_creation', 'audit_emission']) this.addSql(`drop trigger "${name}" on "document";`);
    this.addSql(`drop function "record_document"();`);
    this.addSql(`drop function "forget_audit_entries"(int);`);
    this.addSql(`drop table "audit_entry";`);
  }
}
