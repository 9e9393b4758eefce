import { Migration } from '@mikro-orm/migrations';

const ownCompany = `company_id = (current_setting('lavra.company_id'))::uuid`;

const panelRights = {
  membership: 'select, insert, update (ended_at)',
  panel_person: 'insert',
  person_invitation: 'select, insert, update (used_at, ended_at)',
  person_mail: 'select, insert, update (mail_status, sealed_token)',
  person_token: 'insert',
};

/** A company's administrators invite people, change what they may do and end it; who forgot her password is mailed a link. */
export class Migration20261127210400_people extends Migration {
  override up(): void {
    this.addMails();
    this.addInvitations();
    for (const [table, rights] of Object.entries(panelRights)) {
      this.addSql(`grant ${rights} on "${table}" to "lavra_panel";`);
    }
    this.addSql(`grant select, update on "person_mail" to "lavra_worker";`);
    this.addOpening();
  }

  /** Mails to people: written with what they tell, sent by the worker. */
  private addMails(): void {
    this.addSql(`create table "person_mail" (
      "id" uuid not null,
      "email" varchar(254) not null,
      "matter" jsonb not null,
      "address" varchar(400) not null,
      "sealed_token" jsonb null,
      "mail_status" text not null,
      "mail_error" text null,
      "created_at" timestamptz(3) not null,
      "sent_at" timestamptz(3) null,
      "expires_at" timestamptz(3) not null,
      primary key ("id"),
      constraint "person_mail_mail_status_check" check ("mail_status" in ('PENDING', 'SENT', 'FAILED', 'OVER'))
    );`);
    this.addSql(`create index "person_mail_unsent" on "person_mail" ("created_at") where "mail_status" = 'PENDING';`);
    this.addSql(`alter table "person_mail" enable row level security;`);
    this.addSql(`create policy "every_company" on "person_mail" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`create policy "of_panel" on "person_mail" to "lavra_panel" using (true) with check (true);`);
  }

  private addInvitations(): void {
    this.addSql(`create table "person_invitation" (
      "id" uuid not null,
      "company_id" uuid not null,
      "email" varchar(254) not null,
      "role" text not null,
      "inviter_id" uuid not null,
      "mail_id" uuid null,
      "token_hash" varchar(64) not null,
      "created_at" timestamptz(3) not null,
      "expires_at" timestamptz(3) not null,
      "used_at" timestamptz(3) null,
      "ended_at" timestamptz(3) null,
      primary key ("id"),
      constraint "person_invitation_token_hash_unique" unique ("token_hash"),
      constraint "person_invitation_role_check" check ("role" in ('COMPANY_ADMIN', 'COMPANY_ISSUER', 'COMPANY_READER')),
      constraint "person_invitation_company_id_foreign" foreign key ("company_id") references "company" ("id"),
      constraint "person_invitation_inviter_id_foreign" foreign key ("inviter_id") references "panel_person" ("id"),
      constraint "person_invitation_mail_id_foreign" foreign key ("mail_id") references "person_mail" ("id") on delete set null
    );`);
    for (const column of ['company_id', 'inviter_id', 'mail_id']) {
      this.addSql(`create index "person_invitation_${column}_index" on "person_invitation" ("${column}");`);
    }
    this.addSql(`alter table "person_invitation" enable row level security;`);
    this.addSql(`create policy "own_company" on "person_invitation" to "lavra_tenant"
      using (${ownCompany}) with check (${ownCompany});`);
    this.addSql(
      `create policy "every_company" on "person_invitation" to "lavra_worker" using (true) with check (true);`,
    );
  }

  /** Whose invitation a token opens: who comes with one is of no company yet. */
  private addOpening(): void {
    this.addSql(`create function "open_person_invitation"(hash text) returns table (id uuid, company_id uuid)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        select i.id, i.company_id from person_invitation i join company c on c.id = i.company_id and c.is_active
        where i.token_hash = hash and i.used_at is null and i.ended_at is null and i.expires_at > now()
      $$;`);
    this.addSql(`revoke execute on function "open_person_invitation"(text) from public;`);
    this.addSql(`grant execute on function "open_person_invitation"(text) to "lavra_panel";`);
  }

  override down(): void {
    this.addSql(`drop function "open_person_invitation"(text);`);
    this.addSql(`drop table "person_invitation";`);
    this.addSql(`drop table "person_mail";`);
    this.addSql(`revoke insert on "person_token" from "lavra_panel";`);
    this.addSql(`revoke insert on "panel_person" from "lavra_panel";`);
    this.addSql(`revoke select, insert, update ("ended_at") on "membership" from "lavra_panel";`);
  }
}
