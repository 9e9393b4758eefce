import { Migration } from '@mikro-orm/migrations';

/** People come in by their organization's own sign-in (OpenID Connect), too. */
export class Migration20261128103000_identities extends Migration {
  override up(): void {
    this.addSql(`create table "person_identity" (
      "id" uuid not null,
      "person_id" uuid not null,
      "issuer" varchar(300) not null,
      "subject" varchar(255) not null,
      "created_at" timestamptz(3) not null,
      "last_used_at" timestamptz(3) not null,
      primary key ("id"),
      constraint "person_identity_subject" unique ("issuer", "subject"),
      constraint "person_identity_person_id_foreign" foreign key ("person_id") references "panel_person" ("id")
    );`);
    this.addSql(`create index "person_identity_person_id_index" on "person_identity" ("person_id");`);
    this.addSql(`create table "provider_attempt" (
      "token_hash" varchar(64) not null,
      "purpose" text not null,
      "holder" uuid null,
      "back" varchar(1000) not null,
      "ends_at" timestamptz(3) not null,
      primary key ("token_hash"),
      constraint "provider_attempt_purpose_check" check ("purpose" in ('SIGN_IN', 'CONFIRM'))
    );`);
    this.addSql(`create index "provider_attempt_ends_at_index" on "provider_attempt" ("ends_at");`);
    this.addSql(`alter table "panel_session" add column "provider" text null,
      add constraint "panel_session_provider_check" check ("provider" in ('SIGNED_IN', 'VOUCHED'));`);
    this.addSql(`grant select, insert, update ("last_used_at"), delete on "person_identity" to "lavra_panel";`);
    this.addSql(`grant select, insert, delete on "provider_attempt" to "lavra_panel";`);
    this.reach(
      `p.status = 'ACTIVE' and (p.password_hash is not null or exists (select from person_identity i where i.person_id = p.id))`,
    );
  }

  /** To whom mails may go: people who have been in and may come back. */
  private reach(condition: string): void {
    this.addSql(`create or replace function "reachable_people"() returns table (id uuid, email text, name text)
      language sql stable security definer set search_path = public, pg_temp rows 1000
      as $$ select p.id, p.email::text, p.name::text from panel_person p where ${condition} $$;`);
  }

  override down(): void {
    this.reach(`p.status = 'ACTIVE' and p.password_hash is not null`);
    this.addSql(`alter table "panel_session" drop column "provider";`);
    this.addSql(`drop table "provider_attempt";`);
    this.addSql(`drop table "person_identity";`);
  }
}
