import { Migration } from '@mikro-orm/migrations';

/**
 * Room for NFS-e: its numbers are counted apart, its access keys have 50 characters, a cancellation says why by a code, and the worker
 * writes the event by which one NFS-e replaces another. No row is written anew.
 */
export class Migration20261122190000_services extends Migration {
  override up(): void {
    this.addSql(`alter table "number_series" alter column "model" type varchar(4);`);
    this.addSql(`alter table "document_event" alter column "substitute_key" type varchar(50);`);
    this.addSql(`alter table "document_event" add column "reason_code" varchar(2) null;`);
    this.addSql(`grant insert on "document_event" to "lavra_worker";`);
  }

  /** What only services have is of no use to the version that goes back. */
  override down(): void {
    this.addSql(`revoke insert on "document_event" from "lavra_worker";`);
    this.addSql(`alter table "document_event" drop column "reason_code";`);
    this.addSql(
      `alter table "document_event" alter column "substitute_key" type varchar(44) using left("substitute_key", 44);`,
    );
    this.addSql(`delete from "number_series" where length("model") > 3;`);
    this.addSql(`alter table "number_series" alter column "model" type varchar(3);`);
  }
}
