import { Migration } from '@mikro-orm/migrations';

const columns = `"last_nsu", "max_nsu", "status", "reason", "throttled_times", "throttled_nsu", "failures", "updated_at"`;

/** Operators say from which NSU a source is asked: by their keys and in the panel, where only the command line did. */
export class Migration20261129110000_nsuByOperators extends Migration {
  override up(): void {
    this.addSql(`grant update (${columns}) on "distribution" to "lavra_operator";`);
  }

  override down(): void {
    this.addSql(`revoke update (${columns}) on "distribution" from "lavra_operator";`);
  }
}
