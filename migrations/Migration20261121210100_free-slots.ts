import { Migration } from '@mikro-orm/migrations';

/**
 * Clients and products count in a free slot, as documents do: with a slot by the connection alone, two transactions that changed several rows
 * in different order could wait for each other for ever.
 */
export class Migration20261121210100_free_slots extends Migration {
  override up(): void {
    this.count('free_tally_slot(company_id)');
  }

  override down(): void {
    this.count('pg_backend_pid() % 16');
  }

  private count(slot: string): void {
    const clientFacets = ['state', 'document_type', 'is_active'].map((column) => `'${column}', ${column}`).join(', ');
    this.tally('client', 'true', `jsonb_build_object(${clientFacets})`, slot);
    this.tally('product', 'deleted_at is null', 'jsonb_build_object()', slot);
  }

  /** Every change is counted, also one that moves no total: `changes` says whether a total that was kept still holds. */
  private tally(table: string, counted: string, facets: string, slot: string): void {
    const arrived = `select company_id, ${facets} as facets, 1 as step from arrived where ${counted}`;
    const gone = `select company_id, ${facets} as facets, -1 as step from gone where ${counted}`;
    const add = (changed: string): string => `
          insert into tally (company_id, table_name, facets, slot, rows, changes)
          select company_id, '${table}', facets, ${slot}, sum(step), count(*)
          from (${changed}) changed
          group by company_id, facets order by company_id, facets
          on conflict (company_id, table_name, facets, slot)
          do update set rows = tally.rows + excluded.rows, changes = tally.changes + excluded.changes;`;
    this.addSql(`create or replace function "tally_${table}"() returns trigger
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
  }
}
