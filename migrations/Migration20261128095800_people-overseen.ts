import { Migration } from '@mikro-orm/migrations';

/**
 * Operators see everybody who signs in to the panel, and what she can sign in with, never what it is; they lock her out and let her in again.
 * When somebody last signed in is written down from now on.
 */
export class Migration20261128095800_peopleOverseen extends Migration {
  override up(): void {
    this.addSql(`alter table "panel_person" add column "signed_in_at" timestamptz(3) null;`);
    this.addSql(`grant update ("status", "signed_in_at") on "panel_person" to "lavra_panel";`);
    this.addGuard();
    this.addSql(`grant select ("created_at", "signed_in_at") on "panel_person" to "lavra_operator";`);
    this.addSql(`create function "person_standings"()
      returns table (person_id uuid, has_password boolean, has_totp boolean, passkeys int, sessions int, last_seen_at timestamptz)
      language sql stable security definer set search_path = public, pg_temp
      as $$
        select p.id, p.password_hash is not null, p.totp_sealed is not null,
          (select count(*)::int from passkey k where k.person_id = p.id),
          (select count(*)::int from panel_session s where s.person_id = p.id and s.ends_at > now() and s.last_seen_at > now() - interval '12 hours'),
          (select max(s.last_seen_at) from panel_session s where s.person_id = p.id)
        from panel_person p where current_setting('lavra.oversees', true) = '*'
      $$;`);
    this.addSql(`revoke execute on function "person_standings"() from public;`);
    this.addSql(`grant execute on function "person_standings"() to "lavra_operator";`);
  }

  /** Of the panel's transactions those alone lock somebody out, or let her in, that are of who operates the installation. */
  private addGuard(): void {
    this.addSql(`create function "guard_person_status"() returns trigger language plpgsql as $$
      begin
        if current_user = 'lavra_panel' and current_setting('lavra.installation', true) is distinct from 'on' then
          raise exception 'permission denied for column status of panel_person' using errcode = 'insufficient_privilege';
        end if;
        return new;
      end
      $$;`);
    this.addSql(`create trigger "guard_person_status" before update of "status" on "panel_person"
      for each row execute function guard_person_status();`);
  }

  override down(): void {
    this.addSql(`drop trigger "guard_person_status" on "panel_person";`);
    this.addSql(`drop function "guard_person_status"();`);
    this.addSql(`drop function "person_standings"();`);
    this.addSql(`revoke select ("created_at", "signed_in_at") on "panel_person" from "lavra_operator";`);
    this.addSql(`revoke update ("status", "signed_in_at") on "panel_person" from "lavra_panel";`);
    this.addSql(`alter table "panel_person" drop column "signed_in_at";`);
  }
}
