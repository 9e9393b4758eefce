import { Migration } from '@mikro-orm/migrations';

/** People are told by mail of what is theirs and concerns them: of what, they choose; of each thing once. */
export class Migration20261128095200_newsForPeople extends Migration {
  override up(): void {
    this.addSql(`create table "mail_choice" (
      "person_id" uuid not null,
      "pace" text not null default 'AT_ONCE',
      "muted" text[] not null,
      "digest_on" date null,
      "urgent_at" timestamptz(3) null,
      primary key ("person_id"),
      constraint "mail_choice_pace_check" check ("pace" in ('AT_ONCE', 'DAILY', 'NEVER')),
      constraint "mail_choice_person_id_foreign" foreign key ("person_id") references "panel_person" ("id")
    );`);
    this.addSql(`create table "told_news" (
      "person_id" uuid not null,
      "thing" varchar(120) not null,
      "mail_id" uuid not null,
      "told_at" timestamptz(3) not null,
      primary key ("person_id", "thing"),
      constraint "told_news_person_id_foreign" foreign key ("person_id") references "panel_person" ("id"),
      constraint "told_news_mail_id_foreign" foreign key ("mail_id") references "person_mail" ("id")
    );`);
    this.addSql(`create index "told_news_mail_id_index" on "told_news" ("mail_id");`);
    for (const table of ['mail_choice', 'told_news']) {
      this.addSql(`alter table "${table}" enable row level security;`);
      this.addSql(`create policy "every_company" on "${table}" to "lavra_worker" using (true) with check (true);`);
    }
    this.addSql(`create policy "of_panel" on "mail_choice" to "lavra_panel" using (true) with check (true);`);
    this.addSql(`grant select, insert, update ("pace", "muted") on "mail_choice" to "lavra_panel";`);
    this.addSql(`grant select, insert, update ("digest_on", "urgent_at") on "mail_choice" to "lavra_worker";`);
    this.addSql(`grant select, insert, delete on "told_news" to "lavra_worker";`);
    this.addSql(`grant insert on "person_mail" to "lavra_worker";`);
    this.addSql(`grant select on "membership", "portfolio_part" to "lavra_worker";`);
    this.addReachable();
  }

  /** To whom mails may go: people who have been in and may come back. Of their passwords the worker reads nothing. */
  private addReachable(): void {
    this.addSql(`create function "reachable_people"() returns table (id uuid, email text, name text)
      language sql stable security definer set search_path = public, pg_temp rows 1000
      as $$
        select p.id, p.email::text, p.name::text from panel_person p where p.status = 'ACTIVE' and p.password_hash is not null
      $$;`);
    this.addSql(`revoke execute on function "reachable_people"() from public;`);
    this.addSql(`grant execute on function "reachable_people"() to "lavra_worker";`);
  }

  override down(): void {
    this.addSql(`drop function "reachable_people"();`);
    this.addSql(`revoke select on "membership", "portfolio_part" from "lavra_worker";`);
    this.addSql(`revoke insert on "person_mail" from "lavra_worker";`);
    this.addSql(`drop table "told_news";`);
    this.addSql(`drop table "mail_choice";`);
    this.addSql(`delete from "person_mail" where matter ->> 'kind' = 'NEWS';`);
  }
}
