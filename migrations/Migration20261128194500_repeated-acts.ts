import { Migration } from '@mikro-orm/migrations';

/** What an operator's program asks for with an `Idempotency-Key` is claimed before it is done, in the transaction that does it, and keeps what it answered. */
export class Migration20261128194500_repeatedActs extends Migration {
  override up(): void {
    this.addSql(
      `alter table "operator_request" alter column "resource_id" drop not null, add column "answer" jsonb null;`,
    );
    this.addSql(`grant update (resource_id, answer), delete on "operator_request" to "lavra_operator";`);
  }

  override down(): void {
    this.addSql(`revoke update (resource_id, answer), delete on "operator_request" from "lavra_operator";`);
    this.addSql(`delete from "operator_request" where "resource_id" is null;`);
    this.addSql(`alter table "operator_request" drop column "answer", alter column "resource_id" set not null;`);
  }
}
