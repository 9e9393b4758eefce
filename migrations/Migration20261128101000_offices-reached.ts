import { Migration } from '@mikro-orm/migrations';

const unbound = `current_setting('lavra.companies') = '*'`;

/** By their company, as its other rows are; of those of an office's whole portfolio before. */
const invitationsOf = (condition: string) =>
  `create policy "overseen" on "link_invitation" for select to "lavra_operator" using (${condition});`;
const overseesAll = `current_setting('lavra.oversees', true) = '*'`;

/**
 * An operator's key makes offices, suspends them and lets them work again; one that is bound to companies does not, and sees of offices those that its
 * companies have or had a link with.
 */
export class Migration20261128101000_officesReached extends Migration {
  override up(): void {
    this.addSql(`grant insert, update ("suspended_at", "updated_at") on "office" to "lavra_operator";`);
    this.addSql(
      `create policy "of_key_insert" on "office" as restrictive for insert to "lavra_operator" with check (${unbound});`,
    );
    this.addSql(
      `create policy "of_key_update" on "office" as restrictive for update to "lavra_operator" using (${unbound}) with check (${unbound});`,
    );
    this.addSql(`create policy "overseen_by_link" on "office" for select to "lavra_operator" using (exists (
      select from office_link l where l.office_id = office.id and strpos(current_setting('lavra.oversees', true), l.company_id::text) > 0
    ));`);
    this.addSql(`drop policy "overseen" on "link_invitation";`);
    this.addSql(
      invitationsOf(`${overseesAll} or strpos(current_setting('lavra.oversees', true), company_id::text) > 0`),
    );
  }

  override down(): void {
    this.addSql(`drop policy "overseen" on "link_invitation";`);
    this.addSql(invitationsOf(overseesAll));
    this.addSql(`drop policy "overseen_by_link" on "office";`);
    this.addSql(`drop policy "of_key_update" on "office";`);
    this.addSql(`drop policy "of_key_insert" on "office";`);
    this.addSql(`revoke insert, update ("suspended_at", "updated_at") on "office" from "lavra_operator";`);
  }
}
