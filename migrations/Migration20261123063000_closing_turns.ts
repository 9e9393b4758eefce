import { Migration } from '@mikro-orm/migrations';

/** Who may write to a closing's ZIP, and into which part of it each document and file went. */
export class Migration20261123063000_closing_turns extends Migration {
  override up(): void {
    this.addSql(`alter table "closing" add column "turn" int not null default 0;`);
    for (const table of ['closing_document', 'closing_member']) {
      this.addSql(`alter table "${table}" add column "part" int not null;`);
    }
    this.addSql(`create index "closing_document_closing_id_part_index" on "closing_document" ("closing_id", "part");`);
    this.addSql(`create index "closing_member_closing_id_part_index" on "closing_member" ("closing_id", "part");`);
    this.addSql(
      `create index "closing_member_closing_id_subject_id_index" on "closing_member" ("closing_id", "subject_id");`,
    );
  }

  override down(): void {
    this.addSql(`drop index "closing_member_closing_id_subject_id_index";`);
    for (const table of ['closing_document', 'closing_member']) {
      this.addSql(`alter table "${table}" drop column "part";`);
    }
    this.addSql(`alter table "closing" drop column "turn";`);
  }
}
