import { Migration } from '@mikro-orm/migrations';

const panelRights = {
  recovery_code: 'select, insert, update (used_at), delete',
  half_session: 'select, insert, delete',
};

/** A code of a telephone beside the password: its sealed secret, codes for who lost the telephone, and who is half signed in. */
export class Migration20261127210200_second_factor extends Migration {
  override up(): void {
    this.addSql(`alter table "panel_person" add "totp_sealed" jsonb null, add "totp_last_step" int null;`);
    this.addSql(`grant update ("totp_sealed", "totp_last_step") on "panel_person" to "lavra_panel";`);
    this.addSql(`create table "recovery_code" (
      "id" uuid not null,
      "person_id" uuid not null,
      "code_hash" varchar(64) not null,
      "created_at" timestamptz(3) not null,
      "used_at" timestamptz(3) null,
      primary key ("id"),
      constraint "recovery_code_person_id_foreign" foreign key ("person_id") references "panel_person" ("id")
    );`);
    this.addSql(`create index "recovery_code_person_id_index" on "recovery_code" ("person_id");`);
    this.addSql(`create table "half_session" (
      "id" uuid not null,
      "person_id" uuid not null,
      "token_hash" varchar(64) not null,
      "created_at" timestamptz(3) not null,
      "ends_at" timestamptz(3) not null,
      primary key ("id"),
      constraint "half_session_token_hash_unique" unique ("token_hash"),
      constraint "half_session_person_id_foreign" foreign key ("person_id") references "panel_person" ("id")
    );`);
    this.addSql(`create index "half_session_person_id_index" on "half_session" ("person_id");`);
    for (const [table, rights] of Object.entries(panelRights)) {
      this.addSql(`grant ${rights} on "${table}" to "lavra_panel";`);
    }
  }

  override down(): void {
    this.addSql(`drop table "half_session";`);
    this.addSql(`drop table "recovery_code";`);
    this.addSql(`revoke update ("totp_sealed", "totp_last_step") on "panel_person" from "lavra_panel";`);
    this.addSql(`alter table "panel_person" drop "totp_sealed", drop "totp_last_step";`);
  }
}
