import { Migration } from '@mikro-orm/migrations';

/** An operator's key switches a company off, and on again. */
export class Migration20261128062400_companySwitch extends Migration {
  override up(): void {
    this.addSql(`grant update ("is_active") on "company" to "lavra_operator";`);
  }

  override down(): void {
    this.addSql(`revoke update ("is_active") on "company" from "lavra_operator";`);
  }
}
