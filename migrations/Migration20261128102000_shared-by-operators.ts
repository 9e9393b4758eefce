import { Migration } from '@mikro-orm/migrations';

const authorities = ['authority_standing', 'authority_change'];
const overseen = (table: string, condition: string) =>
  `create policy "overseen" on "${table}" for select to "lavra_operator" using (${condition});`;
const shared = `company_id is null and current_setting('lavra.companies', true) = '*'`;

/**
 * How authorities stand is told to whoever looks over any company, by a key that is bound to some, too; and a key that is bound to none keeps the
 * templates that every company reads.
 */
export class Migration20261128102000_sharedByOperators extends Migration {
  override up(): void {
    for (const table of authorities) {
      this.addSql(`drop policy "overseen" on "${table}";`);
      this.addSql(overseen(table, `coalesce(current_setting('lavra.oversees', true), '') <> ''`));
    }
    this.addSql(
      `create policy "add_shared" on "fiscal_template" for insert to "lavra_operator" with check (${shared});`,
    );
    this.addSql(
      `create policy "change_shared" on "fiscal_template" for update to "lavra_operator" using (${shared}) with check (${shared});`,
    );
  }

  override down(): void {
    this.addSql(`drop policy "change_shared" on "fiscal_template";`);
    this.addSql(`drop policy "add_shared" on "fiscal_template";`);
    for (const table of authorities) {
      this.addSql(`drop policy "overseen" on "${table}";`);
      this.addSql(overseen(table, `current_setting('lavra.oversees', true) = '*'`));
    }
  }
}
