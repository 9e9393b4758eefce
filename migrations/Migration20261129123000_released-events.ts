import { Migration } from '@mikro-orm/migrations';

/** The worker puts events that wait for a note of others among the received documents when a source brings that note. */
export class Migration20261129123000_releasedEvents extends Migration {
  override up(): void {
    this.addSql(`grant delete on "past_note_event" to "lavra_worker";`);
  }

  override down(): void {
    this.addSql(`revoke delete on "past_note_event" from "lavra_worker";`);
  }
}
