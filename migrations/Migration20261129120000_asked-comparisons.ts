import { Migration } from '@mikro-orm/migrations';

/** A company itself has the numbers of a month compared, and says of a difference that nothing is left to do. */
export class Migration20261129120000_askedComparisons extends Migration {
  override up(): void {
    this.addSql(`grant insert on "comparison" to "lavra_tenant";`);
    this.addSql(`grant update ("settled_at", "settlement") on "month_difference" to "lavra_tenant";`);
  }

  override down(): void {
    this.addSql(`revoke insert on "comparison" from "lavra_tenant";`);
    this.addSql(`revoke update ("settled_at", "settlement") on "month_difference" from "lavra_tenant";`);
  }
}
