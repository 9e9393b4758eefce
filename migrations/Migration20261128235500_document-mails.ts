import { Migration } from '@mikro-orm/migrations';

const tables = ['document_mail', 'mail_suppression', 'mail_turn'];

/** Documents are mailed to their buyers: a row for each mail, the addresses that take none, and where a company's actor stands. */
export class Migration20261128235500_documentMails extends Migration {
  override up(): void {
    this.addSql(
      `alter table "company" add column "mail_mode" text generated always as ((settings #>> '{buyerMail,mode}'::text[])) stored;`,
    );
    this.addSql(`create table "document_mail" (
      "id" uuid not null,
      "company_id" uuid not null,
      "document_id" uuid not null,
      "kind" text not null,
      "sequence" int not null default 0,
      "email" varchar(254) not null,
      "round" int not null default 0,
      "status" text not null default 'PENDING',
      "attempts" int not null default 0,
      "next_attempt_at" timestamptz(3) null,
      "error" text null,
      "sent_at" timestamptz(3) null,
      "created_at" timestamptz(3) not null,
      primary key ("id"),
      constraint "document_mail_kind_check" check ("kind" in ('ISSUED', 'CANCELLED', 'CORRECTED')),
      constraint "document_mail_status_check" check ("status" in ('PENDING', 'SENT', 'BOUNCED', 'SUPPRESSED', 'FAILED')),
      constraint "document_mail_company_id_foreign" foreign key ("company_id") references "company" ("id"),
      constraint "document_mail_document_id_foreign" foreign key ("document_id") references "document" ("id") on delete cascade
    );`);
    this.addSql(
      `create unique index "document_mail_unique" on "document_mail" ("document_id", "kind", "sequence", "email", "round");`,
    );
    this.addSql(
      `create index "document_mail_due" on "document_mail" ("company_id", "next_attempt_at") where "next_attempt_at" is not null;`,
    );
    this.addSql(
      `create index "document_mail_of_company" on "document_mail" ("company_id", "created_at" desc, "id" desc);`,
    );
    this.addSql(`create table "mail_suppression" (
      "company_id" uuid not null,
      "email" varchar(254) not null,
      "reason" text not null,
      "created_at" timestamptz(3) not null,
      primary key ("company_id", "email"),
      constraint "mail_suppression_company_id_foreign" foreign key ("company_id") references "company" ("id")
    );`);
    this.addSql(`create table "mail_turn" (
      "company_id" uuid not null,
      "woken_at" timestamptz(3) null,
      "held_until" timestamptz(3) null,
      "held_reason" text null,
      "failures" int not null default 0,
      primary key ("company_id"),
      constraint "mail_turn_company_id_foreign" foreign key ("company_id") references "company" ("id")
        on update cascade on delete cascade
    );`);
    for (const table of tables) this.wall(table);
    this.addSql(`grant select, insert on "document_mail" to "lavra_tenant";`);
    this.addSql(`grant select, insert, update on "document_mail" to "lavra_worker";`);
    this.addSql(`grant select, delete on "mail_suppression" to "lavra_tenant";`);
    this.addSql(`grant select, insert on "mail_suppression" to "lavra_worker";`);
    this.addSql(`grant select on "mail_turn" to "lavra_tenant";`);
    this.addSql(`grant select, insert, update on "mail_turn" to "lavra_worker";`);
  }

  private wall(table: string): void {
    const own = `company_id = (current_setting('lavra.company_id'))::uuid`;
    this.addSql(`alter table "${table}" enable row level security;`);
    this.addSql(`create policy "own_company" on "${table}" to "lavra_tenant" using (${own}) with check (${own});`);
    this.addSql(`create policy "every_company" on "${table}" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`create policy "overseen" on "${table}" for select to "lavra_operator" using (
      (current_setting('lavra.oversees', true) = '*') or (strpos(current_setting('lavra.oversees', true), (company_id)::text) > 0));`);
  }

  override down(): void {
    for (const table of tables) this.addSql(`drop table "${table}";`);
    this.addSql(`alter table "company" drop column "mail_mode";`);
  }
}
