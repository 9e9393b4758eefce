import { Migration } from '@mikro-orm/migrations';

const factors = ['tax_unit_factor', 'tax_unit_export_factor'];

/** How many units of taxation one commercial unit of a product has; null where nobody said. */
export class Migration20261123065500_taxable_units extends Migration {
  override up(): void {
    for (const column of factors) this.addSql(`alter table "product" add column "${column}" numeric(21,10) null;`);
  }

  override down(): void {
    for (const column of factors) this.addSql(`alter table "product" drop column "${column}";`);
  }
}
