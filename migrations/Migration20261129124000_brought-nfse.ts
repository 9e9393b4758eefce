import { Migration } from '@mikro-orm/migrations';

/** A comparison brings the NFS-e that only the national system has among the notes of another system. */
export class Migration20261129124000_broughtNfse extends Migration {
  override up(): void {
    this.addSql(`alter table "month_difference" add column "fetched_at" timestamptz null;`);
    this.addSql(`grant update ("fetched_at") on "month_difference" to "lavra_worker";`);
    this.addSql(`grant insert, update on "past_note", "past_note_event" to "lavra_worker";`);
    this.addSql(`grant select, insert on "past_file" to "lavra_worker";`);
  }

  override down(): void {
    this.addSql(`revoke select, insert on "past_file" from "lavra_worker";`);
    this.addSql(`revoke insert, update on "past_note", "past_note_event" from "lavra_worker";`);
    this.addSql(`alter table "month_difference" drop column "fetched_at";`);
  }
}
