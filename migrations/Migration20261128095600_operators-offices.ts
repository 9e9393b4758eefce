import { Migration } from '@mikro-orm/migrations';

const rights = 'insert, update ("suspended_at", "updated_at")';

/** Operators take offices on, suspend them and let them work again: each in a transaction of that office alone, which its policy says. */
export class Migration20261128095600_operatorsOffices extends Migration {
  override up(): void {
    this.addSql(`grant ${rights} on "office" to "lavra_operator";`);
  }

  override down(): void {
    this.addSql(`revoke ${rights} on "office" from "lavra_operator";`);
  }
}
