import { Migration } from '@mikro-orm/migrations';

const tables = ['document', 'document_event', 'inutilization'];
const kinds = [
  ...['START', 'ANSWER', 'UNANSWERED', 'AUTHORITY_PAUSED', 'AUTHORITY_UNREACHABLE', 'THROTTLED', 'CERTIFICATE'],
  ...['PERSON', 'OURS', 'MAIL', 'STORAGE'],
];
/** Columns of a document that callers see, besides `updated_at`, as in the migration that made the trigger. */
const shownBefore = [
  ...['status', 'number', 'series', 'access_key', 'total_value', 'issue_date_time', 'authorization_date'],
  ...['protocol_number', 'nfse_number', 'verification_code', 'c_stat', 'rejection_reason', 'cancellation_reason'],
  ...['cancellation_date', 'waiting_for', 'run_id', 'external_id', 'issued_by_office', 'alerts', 'client_snapshot'],
  ...['payload', 'computed'],
];

/** What documents, events and ranges wait for: the kind, since when, and until when. */
export class Migration20261123170000_waiting extends Migration {
  override up(): void {
    for (const table of tables) {
      this.addSql(`alter table "${table}"
        add column "waiting_kind" text null, add column "waiting_since" timestamptz null,
        add column "waiting_until" timestamptz null,
        add constraint "${table}_waiting_kind_check" check ("waiting_kind" in (${kinds.map((kind) => `'${kind}'`).join(', ')}));`);
    }
    // What was under way before is called moving; the next step says more.
    this.addSql(
      `update "document" set "waiting_kind" = 'ANSWER', "waiting_since" = "updated_at" where "status" = 'PROCESSING';`,
    );
    for (const table of ['document_event', 'inutilization']) {
      this.addSql(
        `update "${table}" set "waiting_kind" = 'ANSWER', "waiting_since" = "updated_at" where "status" = 'PENDING';`,
      );
    }
    this.addSql(
      `create index "document_waiting" on "document" ("company_id", "waiting_since", "id") where "waiting_kind" is not null;`,
    );
    this.markChangesOf([...shownBefore, 'waiting_kind', 'waiting_until']);
  }

  override down(): void {
    this.markChangesOf(shownBefore);
    for (const table of tables) {
      this.addSql(
        `alter table "${table}" drop column "waiting_kind", drop column "waiting_since", drop column "waiting_until";`,
      );
    }
  }

  private markChangesOf(shown: string[]): void {
    const differs = ['updated_at', ...shown].map((column) => `old.${column} is distinct from new.${column}`);
    this.addSql(`drop trigger "document_sync_update" on "document";`);
    this.addSql(`create trigger "document_sync_update" after update on "document"
      for each row when (${differs.join(' or ')}) execute function "document_changed"();`);
  }
}
