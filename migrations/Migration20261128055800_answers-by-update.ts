import { Migration } from '@mikro-orm/migrations';

/** What was answered of received notes by its last change: an open list of them asks for it each second. */
export class Migration20261128055800_answersByUpdate extends Migration {
  override up(): void {
    this.addSql(`create index "document_event_answer_by_update" on "document_event" ("company_id", "updated_at")
      where "received_document_id" is not null;`);
  }

  override down(): void {
    this.addSql(`drop index "document_event_answer_by_update";`);
  }
}
