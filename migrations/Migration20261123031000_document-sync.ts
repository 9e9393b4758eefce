import { Migration } from '@mikro-orm/migrations';

const ownCompany = `company_id = current_setting('lavra.company_id')::uuid`;

/** Columns of a document that callers see, besides `updated_at`: cheap ones first, because the comparison ends at the first difference. */
const shown = [
  ...['status', 'number', 'series', 'access_key', 'total_value', 'issue_date_time', 'authorization_date'],
  ...['protocol_number', 'nfse_number', 'verification_code', 'c_stat', 'rejection_reason', 'cancellation_reason'],
  ...['cancellation_date', 'waiting_for', 'run_id', 'external_id', 'issued_by_office', 'alerts', 'client_snapshot'],
  ...['payload', 'computed'],
];

/** Synchronization: which documents changed, numbered when somebody reads. */
export class Migration20261123031000_document_sync extends Migration {
  override up(): void {
    this.addTables();
    this.secureTables();
    this.addTriggers();
    this.addNumbering();
    this.numberExisting();
    this.addIndexes();
  }

  private addTables(): void {
    this.addSql(`create table "document_sync" (
      "document_id" uuid not null,
      "company_id" uuid not null,
      "environment" text not null,
      "type" text not null,
      "changed_at" timestamptz not null,
      "seq" bigint null,
      primary key ("document_id"),
      constraint "document_sync_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "document_sync_type_check" check ("type" in ('NFE', 'NFCE', 'NFSE'))
    );`);
    this.addSql(`create table "sync_counter" (
      "company_id" uuid not null,
      "last" bigint not null,
      primary key ("company_id")
    );`);
  }

  private secureTables(): void {
    for (const table of ['document_sync', 'sync_counter']) {
      this.addSql(`alter table "${table}" enable row level security;`);
      this.addSql(`create policy "own_company" on "${table}" to "lavra_tenant"
        using (${ownCompany}) with check (${ownCompany});`);
      this.addSql(`create policy "every_company" on "${table}" to "lavra_worker" using (true) with check (true);`);
    }
    this.addSql(`grant select on "document_sync" to "lavra_tenant";`);
  }

  /**
   * A writer marks its document: it locks the row until it commits, even where it is marked already, so that whoever numbers the row sees
   * what was written. It never waits for another writer of another document, and for a reader only while that reader numbers this row.
   */
  private addTriggers(): void {
    this.addFunction(
      'document_changed',
      `if tg_op = 'DELETE' then
          delete from document_sync where document_id = old.id;
        elsif tg_op = 'INSERT' then
          insert into document_sync (document_id, company_id, environment, type, changed_at)
          values (new.id, new.company_id, new.environment, new.type, new.updated_at);
        else
          insert into document_sync as known (document_id, company_id, environment, type, changed_at)
          values (new.id, new.company_id, new.environment, new.type, new.updated_at)
          on conflict (document_id) do update set seq = null where known.seq is not null;
        end if;`,
    );
    const differs = ['updated_at', ...shown].map((column) => `old.${column} is distinct from new.${column}`);
    this.addSql(`create trigger "document_sync_insert" after insert on "document"
      for each row execute function "document_changed"();`);
    this.addSql(`create trigger "document_sync_update" after update on "document"
      for each row when (${differs.join(' or ')}) execute function "document_changed"();`);
    this.addSql(`create trigger "document_sync_delete" after delete on "document"
      for each row execute function "document_changed"();`);
    this.addFunction(
      'document_event_changed',
      `update document_sync set seq = null, changed_at = greatest(changed_at, clock_timestamp())
        where document_id = new.document_id;`,
    );
    this.addSql(`create trigger "document_sync_event" after insert or update of "status" on "document_event"
      for each row when (new.document_id is not null and new.status <> 'PENDING')
      execute function "document_event_changed"();`);
    this.addFunction(
      'received_event_changed',
      `update document_sync set seq = null, changed_at = greatest(changed_at, clock_timestamp())
        where document_id = (
          select id from document
          where access_key = new.access_key and company_id = new.company_id and environment = new.environment
        );`,
    );
    this.addSql(`create trigger "document_sync_received" after insert or update on "received_document"
      for each row when (new.event_code <> '') execute function "received_event_changed"();`);
  }

  private addFunction(name: string, body: string): void {
    this.addSql(`create function "${name}"() returns trigger
      language plpgsql security definer set search_path = public, pg_temp
      as $$
      begin
        ${body}
        return null;
      end
      $$;`);
    this.addSql(`revoke execute on function "${name}"() from public;`);
  }

  /**
   * Numbers what is committed and marked, of the company that the transaction is opened for: the lock, which ends after the commit, makes
   * numbers visible in their order. The clock in them keeps them growing where an older state of the database is restored.
   */
  private addNumbering(): void {
    this.addSql(`create function "number_changed_documents"(at_most int)
      returns table (last bigint, numbered int)
      language plpgsql security definer set search_path = public, pg_temp rows 1
      as $$
      #variable_conflict use_column
      declare
        company uuid := current_setting('lavra.company_id')::uuid;
        changed uuid[];
        first bigint;
      begin
        perform pg_advisory_xact_lock(hashtextextended('sync of ' || company, 0));
        select array_agg(document_id) into changed from (
          select document_id from document_sync
          where company_id = company and seq is null limit at_most for update skip locked
        ) marked;
        if changed is null then
          return query select coalesce((select counter.last from sync_counter counter where company_id = company), 0), 0;
          return;
        end if;
        first := greatest(
          (select counter.last + 1 from sync_counter counter where company_id = company),
          (extract(epoch from clock_timestamp()) * 1000000)::bigint
        );
        -- A statement of its own: it sees all that was committed before those rows were locked.
        update document_sync as known
        set seq = first + state.place, changed_at = greatest(known.changed_at, state.updated_at)
        from (
          select id, updated_at, row_number() over (order by updated_at, id) - 1 as place
          from document where id = any (changed)
        ) state
        where known.document_id = state.id;
        insert into sync_counter values (company, first + cardinality(changed) - 1)
        on conflict (company_id) do update set last = excluded.last;
        return query select first + cardinality(changed) - 1, cardinality(changed);
      end
      $$;`);
    this.addSql(`revoke execute on function "number_changed_documents"(int) from public;`);
    this.addSql(`grant execute on function "number_changed_documents"(int) to "lavra_tenant";`);
  }

  /** Those that are there get the first numbers, in the order of their last changes. */
  private numberExisting(): void {
    this.addSql(`insert into "document_sync" ("document_id", "company_id", "environment", "type", "changed_at", "seq")
      select id, company_id, environment, type, changed_at,
        row_number() over (partition by company_id order by changed_at, id)
      from "document" cross join lateral (
        select greatest(document.updated_at, max(event.updated_at)) as changed_at
        from "document_event" event where event.document_id = document.id and event.status <> 'PENDING'
      ) last;`);
    this.addSql(`insert into "sync_counter" ("company_id", "last")
      select company_id, count(*) from "document_sync" group by company_id;`);
  }

  private addIndexes(): void {
    this.addSql(`create index "document_sync_marked" on "document_sync" ("company_id") where "seq" is null;`);
    this.addSql(`create index "document_sync_number" on "document_sync" ("company_id", "environment", "type", "seq")
      where "seq" is not null;`);
    this.addSql(`create index "document_sync_change" on "document_sync"
      ("company_id", "environment", "type", "changed_at", "document_id") where "seq" is not null;`);
    this.addSql(`create index "document_external_id" on "document" ("company_id", "external_id", "id")
      where "external_id" is not null;`);
  }

  override down(): void {
    this.addSql(`drop index "document_external_id";`);
    this.addSql(`drop function "number_changed_documents"(int);`);
    this.addSql(`drop trigger "document_sync_received" on "received_document";`);
    this.addSql(`drop trigger "document_sync_event" on "document_event";`);
    for (const event of ['insert', 'update', 'delete']) {
      this.addSql(`drop trigger "document_sync_${event}" on "document";`);
    }
    for (const name of ['received_event_changed', 'document_event_changed', 'document_changed']) {
      this.addSql(`drop function "${name}"();`);
    }
    this.addSql(`drop table "document_sync";`);
    this.addSql(`drop table "sync_counter";`);
  }
}
