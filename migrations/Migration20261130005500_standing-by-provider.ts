import { Migration } from '@mikro-orm/migrations';

/** A person who signs in by the organization's identity provider alone has no password, and is in nevertheless. */
export class Migration20261130005500_standingByProvider extends Migration {
  override up(): void {
    this.standings(
      'has_identity boolean, ',
      'exists (select from person_identity i where i.person_id = p.id),\n          ',
    );
  }

  override down(): void {
    this.standings('', '');
  }

  private standings(column: string, value: string): void {
    this.addSql(`drop function "person_standings"();`);
    this.addSql(`create function "person_standings"()
      returns table (person_id uuid, has_password boolean, ${column}has_totp boolean, passkeys int, sessions int, last_seen_at timestamptz)
      language sql stable security definer set search_path = public, pg_temp
      as $$
        select p.id, p.password_hash is not null, ${value}p.totp_sealed is not null,
          (select count(*)::int from passkey k where k.person_id = p.id),
          (select count(*)::int from panel_session s where s.person_id = p.id and s.ends_at > now() and s.last_seen_at > now() - interval '12 hours'),
          (select max(s.last_seen_at) from panel_session s where s.person_id = p.id)
        from panel_person p where current_setting('lavra.oversees', true) = '*'
      $$;`);
    this.addSql(`revoke execute on function "person_standings"() from public;`);
    this.addSql(`grant execute on function "person_standings"() to "lavra_operator";`);
  }
}
