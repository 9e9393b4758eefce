import { Migration } from '@mikro-orm/migrations';

/** What changes of a replaced note when a person says that its number may be given up. */
const approval = [
  'status',
  'is_give_up_approved',
  'reason',
  'waiting_kind',
  'waiting_since',
  'waiting_until',
  'updated_at',
];

/** The panel may have the number of a replaced note given up, and knows the offices that its company has, or had, a link with. */
export class Migration20261127214000_panelAttention extends Migration {
  override up(): void {
    this.addSql(`grant update (${approval.join(', ')}) on "replaced_note" to "lavra_panel";`);
    // What the authority says of such a note is the worker's to write: others only have it looked at again.
    this.addSql(
      `create policy "at_most_update" on "replaced_note" as restrictive for update to "lavra_tenant" with check (status = 'OPEN');`,
    );
    this.addSql(`create policy "linked_office" on "office" for select to "lavra_panel" using (
      exists (select from office_link l where l.office_id = office.id
        and l.company_id = (current_setting('lavra.company_id'))::uuid));`);
  }

  override down(): void {
    this.addSql(`drop policy "linked_office" on "office";`);
    this.addSql(`drop policy "at_most_update" on "replaced_note";`);
    this.addSql(`revoke update (${approval.join(', ')}) on "replaced_note" from "lavra_panel";`);
  }
}
