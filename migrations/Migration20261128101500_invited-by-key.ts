import { Migration } from '@mikro-orm/migrations';

/** A key of the operator invites people, and what it does to the installation's own is written down. */
export class Migration20261128101500_invitedByKey extends Migration {
  override up(): void {
    this.addSql(`alter table "person_invitation" alter column "inviter_id" drop not null;`);
    this.addSql(`create policy "of_operator_keys" on "audit_entry" for insert to "lavra_operator", "lavra_panel" with check (
      actor_kind = 'OPERATOR_KEY' and company_id is null and office_id is null
      and (current_setting('lavra.installation', true) = 'on' or current_setting('lavra.companies', true) = '*'));`);
  }

  override down(): void {
    this.addSql(`drop policy "of_operator_keys" on "audit_entry";`);
    this.addSql(`delete from "person_invitation" where "inviter_id" is null;`);
    this.addSql(`alter table "person_invitation" alter column "inviter_id" set not null;`);
  }
}
