import { Migration } from '@mikro-orm/migrations';

/** When each worker was last heard of, so that one that died is told before Temporal has forgotten it. */
export class Migration20261126131500_worker_presence extends Migration {
  override up(): void {
    this.addSql(`create table "worker_presence" (
      "place" text not null,
      "started_at" timestamptz not null,
      "seen_at" timestamptz not null,
      primary key ("place")
    );`);
    this.addSql(`alter table "worker_presence" enable row level security;`);
    this.addSql(`create policy "every_company" on "worker_presence" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`grant select, insert, update, delete on "worker_presence" to "lavra_worker";`);
  }

  override down(): void {
    this.addSql(`drop table "worker_presence";`);
  }
}
