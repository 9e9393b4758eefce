import { Migration } from '@mikro-orm/migrations';

/** Whoever synchronizes hears that a document was removed: its mark stays, as a change without a document. */
export class Migration20261124175231_removed_documents extends Migration {
  override up(): void {
    this.addSql(`alter table "document_sync" add column "external_id" varchar(100) null;`);
    this.addSql(
      `create index "document_sync_sale" on "document_sync" ("company_id", "external_id") where "external_id" is not null;`,
    );
    this.addMarking(`update document_sync
            set seq = null, changed_at = greatest(changed_at, clock_timestamp()), external_id = old.external_id
            where document_id = old.id;`);
    this.addNumbering({
      id: 'mark.document_id',
      changedAt: 'coalesce(document.updated_at, mark.changed_at)',
      from: 'document_sync mark left join document on document.id = mark.document_id',
    });
  }

  override down(): void {
    this.addSql(
      `delete from document_sync where not exists (select from document where id = document_sync.document_id);`,
    );
    this.addMarking(`delete from document_sync where document_id = old.id;`);
    this.addNumbering({ id: 'id', changedAt: 'updated_at', from: 'document' });
    this.addSql(`drop index "document_sync_sale";`);
    this.addSql(`alter table "document_sync" drop column "external_id";`);
  }

  /** As it was, but for what a removal does. */
  private addMarking(removal: string): void {
    this.addSql(`create or replace function "document_changed"() returns trigger
      language plpgsql security definer set search_path = public, pg_temp
      as $$
      begin
        if tg_op = 'DELETE' then
          ${removal}
        elsif tg_op = 'INSERT' then
          insert into document_sync (document_id, company_id, environment, type, changed_at)
          values (new.id, new.company_id, new.environment, new.type, new.updated_at);
        else
          insert into document_sync as known (document_id, company_id, environment, type, changed_at)
          values (new.id, new.company_id, new.environment, new.type, new.updated_at)
          on conflict (document_id) do update set seq = null where known.seq is not null;
        end if;
        return null;
      end
      $$;`);
  }

  /** As it was, but for when a change was made, and where that is read. */
  private addNumbering({ id, changedAt, from }: { id: string; changedAt: string; from: string }): void {
    this.addSql(`create or replace function "number_changed_documents"(at_most int)
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
        set seq = first + state.place, changed_at = greatest(known.changed_at, state.changed_at)
        from (
          select ${id} as id, ${changedAt} as changed_at, row_number() over (order by ${changedAt}, ${id}) - 1 as place
          from ${from} where ${id} = any (changed)
        ) state
        where known.document_id = state.id;
        insert into sync_counter values (company, first + cardinality(changed) - 1)
        on conflict (company_id) do update set last = excluded.last;
        return query select first + cardinality(changed) - 1, cardinality(changed);
      end
      $$;`);
  }
}
