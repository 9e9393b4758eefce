import { Migration } from '@mikro-orm/migrations';

/** What is nobody's, and what only workers wrote and read so far. None of it has a secret. */
const looked = ['authority_standing', 'authority_change', 'worker_presence', 'person_mail'];
/** What tells of mails to people that have not gone, by its columns: of links and passwords nothing is read. */
const mailed = {
  person_invitation: ['id', 'company_id', 'email', 'role', 'mail_id', 'expires_at', 'used_at', 'ended_at'],
  person_mail: ['id', 'email', 'matter', 'mail_status', 'mail_error', 'created_at', 'expires_at'],
  membership: ['id', 'person_id', 'company_id', 'office_id', 'role', 'ended_at'],
  panel_person: ['id', 'email', 'name', 'status'],
};
const readable = [
  'authority_standing',
  'authority_change',
  'worker_presence',
  'restored_series',
  'found_note',
  'mikro_orm_migrations',
];

/** Operators look at what runs: how authorities stand and stood, which workers are there, what a restore left; and enter contingencies for a company. */
export class Migration20261128070600_operatorsLook extends Migration {
  override up(): void {
    for (const table of looked) {
      this.addSql(
        `create policy "overseen" on "${table}" for select to "lavra_operator" using (current_setting('lavra.oversees', true) = '*');`,
      );
    }
    for (const table of readable) this.addSql(`grant select on "${table}" to "lavra_operator";`);
    for (const [table, columns] of Object.entries(mailed)) {
      this.addSql(`grant select (${columns.join(', ')}) on "${table}" to "lavra_operator";`);
    }
    this.addSql(`grant insert, update ("left_at") on "contingency_entry" to "lavra_operator";`);
    this.addSql(`create index "webhook_delivery_of_all" on "webhook_delivery" ("created_at" desc, "id" desc);`);
    this.addSql(
      `create index "webhook_delivery_missing_of_all" on "webhook_delivery" ("status", "created_at" desc, "id" desc) where "status" <> 'SUCCEEDED';`,
    );
  }

  override down(): void {
    this.addSql(`drop index "webhook_delivery_missing_of_all";`);
    this.addSql(`drop index "webhook_delivery_of_all";`);
    this.addSql(`revoke insert, update ("left_at") on "contingency_entry" from "lavra_operator";`);
    for (const [table, columns] of Object.entries(mailed)) {
      this.addSql(`revoke select (${columns.join(', ')}) on "${table}" from "lavra_operator";`);
    }
    for (const table of readable) this.addSql(`revoke select on "${table}" from "lavra_operator";`);
    for (const table of looked) this.addSql(`drop policy "overseen" on "${table}";`);
  }
}
