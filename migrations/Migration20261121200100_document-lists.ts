import { Migration } from '@mikro-orm/migrations';

/** Lists of documents at size: kept totals by environment, status and type, and an index for every filter by them. */
export class Migration20261121200100_document_lists extends Migration {
  override up(): void {
    this.addSql(`alter table "tally" drop constraint "tally_table_name_check";`);
    this.addSql(`alter table "tally"
      add constraint "tally_table_name_check" check ("table_name" in ('client', 'product', 'document'));`);
    this.addFreeSlot();
    this.addTally();
    // All rows with one environment, status and type stand together, newest last: any filter is a few such runs, read off their ends.
    this.addSql(`create index "document_list" on "document" ("company_id", "environment", "status", "type", "id");`);
  }

  /**
   * A slot that no open transaction counts in, so that nobody waits for another's commit and no order of writes can deadlock. The first tried
   * depends on the connection, which mostly finds its own again.
   */
  private addFreeSlot(): void {
    this.addSql(`create function "free_tally_slot"(company uuid) returns smallint
      language plpgsql volatile set search_path = public
      as $$
      declare
        slot int := pg_backend_pid() % 16;
      begin
        while not pg_try_advisory_xact_lock(hashtext('tally of ' || company), slot) loop
          slot := slot + 1;
        end loop;
        return slot;
      end
      $$;`);
  }

  /** What stays where it was is not counted: most updates of a document leave its status alone. Wide columns are never read. */
  private addTally(): void {
    const facets = `jsonb_build_object('environment', environment, 'type', type, 'status', status)`;
    const arrived = `select company_id, ${facets} as facets, 1 as step from arrived`;
    const gone = `select company_id, ${facets} as facets, -1 as step from gone`;
    const add = (changed: string): string => `
          insert into tally (company_id, table_name, facets, slot, rows, changes)
          select company_id, 'document', facets, free_tally_slot(company_id), sum(step), count(*)
          from (${changed}) changed
          group by company_id, facets having sum(step) <> 0
          on conflict (company_id, table_name, facets, slot)
          do update set rows = tally.rows + excluded.rows, changes = tally.changes + excluded.changes;`;
    this.addSql(`create function "tally_document"() returns trigger
      language plpgsql security definer set search_path = public
      as $$
      begin
        if tg_op = 'INSERT' then${add(arrived)}
        elsif tg_op = 'UPDATE' then${add(`${arrived} union all ${gone}`)}
        else${add(gone)}
        end if;
        return null;
      end
      $$;`);
    const events = [
      ['insert', 'referencing new table as arrived'],
      ['update', 'referencing new table as arrived old table as gone'],
      ['delete', 'referencing old table as gone'],
    ];
    for (const [event, tables] of events) {
      this.addSql(`create trigger "document_tally_${event}" after ${event} on "document" ${tables}
        for each statement execute function "tally_document"();`);
    }
    this.addSql(`insert into "tally" ("company_id", "table_name", "facets", "slot", "rows", "changes")
      select company_id, 'document', ${facets}, 0, count(*), count(*) from "document" group by 1, 3;`);
  }

  override down(): void {
    for (const event of ['insert', 'update', 'delete']) {
      this.addSql(`drop trigger "document_tally_${event}" on "document";`);
    }
    this.addSql(`drop function "tally_document"();`);
    this.addSql(`drop function "free_tally_slot"(uuid);`);
    this.addSql(`delete from "tally" where "table_name" = 'document';`);
    this.addSql(`alter table "tally" drop constraint "tally_table_name_check";`);
    this.addSql(`alter table "tally"
      add constraint "tally_table_name_check" check ("table_name" in ('client', 'product'));`);
    this.addSql(`drop index "document_list";`);
  }
}
