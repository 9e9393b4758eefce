import { Migration } from '@mikro-orm/migrations';

/** Which request caused an emission and an event, so that a run that reconciliation starts and a webhook are found by it. */
export class Migration20261123174000_request_ids extends Migration {
  override up(): void {
    this.addSql(`alter table "document" add column "request_id" varchar(100) null;`);
    this.addSql(
      `alter table "event" add column "request_id" varchar(100) null, add column "traceparent" varchar(55) null;`,
    );
  }

  override down(): void {
    this.addSql(`alter table "event" drop column "request_id", drop column "traceparent";`);
    this.addSql(`alter table "document" drop column "request_id";`);
  }
}
