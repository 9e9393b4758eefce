import { Migration } from '@mikro-orm/migrations';

const office = `(current_setting('lavra.office_id'))::uuid`;

/** Of what an office was told the panel reads the events, too; of its keys, when they were last used. */
export class Migration20261128100800_officeDeliveries extends Migration {
  override up(): void {
    this.addSql(`create policy "told_office" on "event" for select to "lavra_panel" using (exists (
      select from webhook_delivery d where d.event_id = event.id and d.office_id = ${office}));`);
    this.addSql(
      `create index "webhook_delivery_of_office" on "webhook_delivery" ("office_id", "created_at" desc, "id" desc) where "office_id" is not null;`,
    );
    this.addUses(`api_key.company_id = (current_setting('lavra.company_id'))::uuid or api_key.office_id = ${office}`);
  }

  private addUses(whose: string): void {
    this.addSql(`create or replace function "key_uses"() returns table (key_id uuid, used_at timestamptz)
      language sql stable security definer set search_path = public, pg_temp
      as $$
        select bucket.key_id, bucket.refilled_at from api_key
          join rate_bucket bucket on bucket.key_id = api_key.id
        where ${whose}
      $$;`);
  }

  override down(): void {
    this.addUses(`api_key.company_id = (current_setting('lavra.company_id'))::uuid`);
    this.addSql(`drop index "webhook_delivery_of_office";`);
    this.addSql(`drop policy "told_office" on "event";`);
  }
}
