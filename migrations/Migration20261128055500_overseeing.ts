import { Migration } from '@mikro-orm/migrations';

const all = `current_setting('lavra.oversees', true) = '*'`;
const ofCompany = (column: string) => `${all} or strpos(current_setting('lavra.oversees', true), ${column}::text) > 0`;

/**
 * Who operates the installation looks over all companies, in transactions that say so and only read. Those of one company, which the admin API has,
 * do not say it, and see that company as before.
 */
export class Migration20261128055500_overseeing extends Migration {
  override up(): void {
    this.addSql(`create policy "overseen" on "company" for select to "lavra_operator" using (${ofCompany('id')});`);
    this.addSql(`create policy "overseen" on "office" for select to "lavra_operator" using (${all});`);
    this.addSql(`do $$
      declare
        owned record;
      begin
        for owned in
          select c.relname as name, bool_or(a.attname = 'company_id') as is_of_company
          from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname in ('company_id', 'office_id')
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
          group by c.relname
        loop
          execute format('create policy "overseen" on %I for select to "lavra_operator" using (%s)', owned.name,
            case when owned.is_of_company and owned.name not in ('closing', 'link_invitation', 'portfolio_part') then $text$${ofCompany('company_id')}$text$ else $text$${all}$text$ end);
        end loop;
      end $$;`);
  }

  override down(): void {
    this.addSql(`do $$
      declare
        overseen record;
      begin
        for overseen in select c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid where p.polname = 'overseen' loop
          execute format('drop policy "overseen" on %I', overseen.name);
        end loop;
      end $$;`);
  }
}
