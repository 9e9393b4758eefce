import { Migration } from '@mikro-orm/migrations';

/** When the keys of a company were last used, for who administers it: of the buckets that say so, the panel reads no more. */
export class Migration20261127213001_keyUses extends Migration {
  override up(): void {
    this.addSql(`create function "key_uses"() returns table (key_id uuid, used_at timestamptz)
      language sql stable security definer set search_path = public, pg_temp
      as $$
        select bucket.key_id, bucket.refilled_at from api_key
          join rate_bucket bucket on bucket.key_id = api_key.id
        where api_key.company_id = (current_setting('lavra.company_id'))::uuid
      $$;`);
    this.addSql(`revoke execute on function "key_uses"() from public;`);
    this.addSql(`grant execute on function "key_uses"() to "lavra_panel";`);
  }

  override down(): void {
    this.addSql(`drop function "key_uses"();`);
  }
}
