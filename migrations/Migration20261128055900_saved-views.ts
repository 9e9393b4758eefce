import { Migration } from '@mikro-orm/migrations';

const ownCompany = `company_id = (current_setting('lavra.company_id'))::uuid`;
const ownPerson = `person_id = (nullif(current_setting('lavra.actor', true), '')::jsonb ->> 'id')::uuid`;

/** Filters that people keep under a name: of who acts alone, in the company that she acts for. */
export class Migration20261128055900_savedViews extends Migration {
  override up(): void {
    this.addSql(`create table "saved_view" (
      "id" uuid not null,
      "person_id" uuid not null,
      "company_id" uuid not null,
      "list" text not null,
      "name" varchar(60) not null,
      "query" varchar(1000) not null,
      "created_at" timestamptz(3) not null,
      primary key ("id"),
      constraint "saved_view_name" unique ("person_id", "company_id", "list", "name"),
      constraint "saved_view_list_check" check ("list" in ('NOTES', 'RECEIVED', 'DELIVERIES')),
      constraint "saved_view_person_id_foreign" foreign key ("person_id") references "panel_person" ("id"),
      constraint "saved_view_company_id_foreign" foreign key ("company_id") references "company" ("id")
    );`);
    this.addSql(`create index "saved_view_company_id_index" on "saved_view" ("company_id");`);
    this.addSql(`alter table "saved_view" enable row level security;`);
    this.addSql(
      `create policy "own_company" on "saved_view" to "lavra_tenant" using (${ownCompany}) with check (${ownCompany});`,
    );
    this.addSql(`create policy "every_company" on "saved_view" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`create policy "overseen" on "saved_view" for select to "lavra_operator"
      using (current_setting('lavra.oversees', true) = '*' or strpos(current_setting('lavra.oversees', true), company_id::text) > 0);`);
    this.addSql(`create policy "own_person" on "saved_view" as restrictive to "lavra_panel"
      using (${ownPerson}) with check (${ownPerson});`);
    this.addSql(`grant select, insert, update (query), delete on "saved_view" to "lavra_panel";`);
  }

  override down(): void {
    this.addSql(`drop table "saved_view";`);
  }
}
