import { Migration } from '@mikro-orm/migrations';

/** Which installation this database is: a namespace of Temporal belongs to one. */
export class Migration20261124173219_installation extends Migration {
  override up(): void {
    this.addSql(`create table "installation" (
      "id" uuid not null,
      "created_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`insert into "installation" ("id", "created_at") values (gen_random_uuid(), now());`);
    this.addSql(`alter table "installation" enable row level security;`);
    this.addSql(`create policy "every_company" on "installation" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`create policy "read_all" on "installation" for select to "lavra_tenant" using (true);`);
    this.addSql(`grant select on "installation" to "lavra_worker", "lavra_tenant";`);
  }

  override down(): void {
    this.addSql(`drop table "installation" cascade;`);
  }
}
