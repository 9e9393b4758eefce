import { Migration } from '@mikro-orm/migrations';

/** A certificate that a person adds has what waited for one look at it now, as one that an operator adds. */
export class Migration20261127213002_mendedByCertificate extends Migration {
  override up(): void {
    this.addSql(`grant update ("updated_at") on "distribution" to "lavra_panel";`);
  }

  override down(): void {
    this.addSql(`revoke update ("updated_at") on "distribution" from "lavra_panel";`);
  }
}
