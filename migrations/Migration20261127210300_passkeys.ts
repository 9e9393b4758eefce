import { Migration } from '@mikro-orm/migrations';

const panelRights = {
  passkey: 'select, insert, update (counter, last_used_at), delete',
  passkey_challenge: 'select, insert, delete',
};

/** Passkeys of people, and the challenges that wait to be signed by one. */
export class Migration20261127210300_passkeys extends Migration {
  override up(): void {
    this.addSql(`create table "passkey" (
      "id" uuid not null,
      "person_id" uuid not null,
      "credential_id" varchar(1400) not null,
      "public_key" text not null,
      "counter" bigint not null,
      "transports" text[] not null,
      "name" varchar(80) not null,
      "created_at" timestamptz(3) not null,
      "last_used_at" timestamptz(3) null,
      primary key ("id"),
      constraint "passkey_credential_id_unique" unique ("credential_id"),
      constraint "passkey_person_id_foreign" foreign key ("person_id") references "panel_person" ("id")
    );`);
    this.addSql(`create index "passkey_person_id_index" on "passkey" ("person_id");`);
    this.addSql(`create table "passkey_challenge" (
      "challenge_hash" varchar(64) not null,
      "purpose" text not null,
      "holder" uuid null,
      "ends_at" timestamptz(3) not null,
      primary key ("challenge_hash"),
      constraint "passkey_challenge_purpose_check" check ("purpose" in ('SIGN_IN', 'SECOND_FACTOR', 'CONFIRM', 'REGISTER'))
    );`);
    this.addSql(`create index "passkey_challenge_ends_at_index" on "passkey_challenge" ("ends_at");`);
    for (const [table, rights] of Object.entries(panelRights)) {
      this.addSql(`grant ${rights} on "${table}" to "lavra_panel";`);
    }
  }

  override down(): void {
    this.addSql(`drop table "passkey_challenge";`);
    this.addSql(`drop table "passkey";`);
  }
}
