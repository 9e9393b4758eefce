import { Migration } from '@mikro-orm/migrations';

/** A session knows when its person last proved who she is: what is dangerous asks for it anew. */
export class Migration20261127210100_confirmed_sessions extends Migration {
  override up(): void {
    this.addSql(`alter table "panel_session" add "confirmed_at" timestamptz(3) null;`);
    this.addSql(`grant update ("confirmed_at") on "panel_session" to "lavra_panel";`);
    this.replaceAdmission({
      column: ', is_confirmed boolean',
      value: `, coalesce(live.confirmed_at > now() - interval '10 minutes', false)`,
      read: ', s.confirmed_at',
    });
  }

  override down(): void {
    this.replaceAdmission({ column: '', value: '', read: '' });
    this.addSql(`revoke update ("confirmed_at") on "panel_session" from "lavra_panel";`);
    this.addSql(`alter table "panel_session" drop "confirmed_at";`);
  }

  /** As Migration20261127180000_accounts made it, with what is added to its columns. */
  private replaceAdmission({ column, value, read }: { column: string; value: string; read: string }): void {
    this.addSql(`drop function "admit_session"(text, text);`);
    this.addSql(`create function "admit_session"(hash text, wanted text)
      returns table (session_id uuid, person_id uuid, name text, email text, places jsonb, company jsonb${column})
      language sql volatile security definer set search_path = public, pg_temp rows 1
      as $$
        with live as (
          select s.id, s.person_id, s.last_seen_at, p.name, p.email${read}
          from panel_session s join panel_person p on p.id = s.person_id
          where s.token_hash = hash and p.status = 'ACTIVE' and s.ends_at > now() and s.last_seen_at > now() - interval '12 hours'
        ), seen as (
          update panel_session s set last_seen_at = now() from live
          where s.id = live.id and live.last_seen_at < now() - interval '1 minute'
        ), places as (
          select m.role, c.* from live
            join membership m on m.person_id = live.person_id and m.ended_at is null
            join company c on c.id = m.company_id and c.is_active
        )
        select live.id, live.person_id, live.name::text, live.email::text,
          coalesce((
            select jsonb_agg(jsonb_build_object(
              'companyId', id, 'taxId', tax_id, 'name', coalesce(nullif(trade_name, ''), name), 'environment', environment, 'role', role
            ) order by name) from places
          ), '[]'),
          (
            select jsonb_build_object(
              'id', id, 'taxId', tax_id, 'name', name, 'tradeName', trade_name, 'environment', environment, 'role', role,
              'settings', case when jsonb_typeof(settings) = 'object' then settings #- '{danfe,logo}' end
            ) from places where tax_id = wanted
          )${value}
        from live
      $$;`);
    this.addSql(`revoke execute on function "admit_session"(text, text) from public;`);
    this.addSql(`grant execute on function "admit_session"(text, text) to "lavra_panel";`);
  }
}
