import { Migration } from '@mikro-orm/migrations';

/** When reconciliation last saw to the run of something that is under way, and when it does so again. */
export class Migration20261124173329_run_looks extends Migration {
  override up(): void {
    this.addSql(`create table "run_look" (
      "id" uuid not null,
      "attempt" int not null,
      "looked_at" timestamptz not null,
      "due_at" timestamptz not null,
      primary key ("id")
    );`);
    this.addSql(`alter table "run_look" enable row level security;`);
    this.addSql(`create policy "every_company" on "run_look" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`grant select, insert, update, delete on "run_look" to "lavra_worker";`);
  }

  override down(): void {
    this.addSql(`drop table "run_look";`);
  }
}
