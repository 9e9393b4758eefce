import { Migration } from '@mikro-orm/migrations';

const check = (kinds: string): string =>
  `alter table "import_run" add constraint "import_run_kind_check" check ("kind" in (${kinds}));`;

/** Files of carriers, tax rules and fiscal templates are imported, too. */
export class Migration20261129111000_moreImports extends Migration {
  override up(): void {
    this.addSql(`alter table "import_run" drop constraint "import_run_kind_check";`);
    this.addSql(check(`'clients', 'products', 'carriers', 'tax-rules', 'fiscal-templates'`));
  }

  override down(): void {
    this.addSql(`delete from "import_run" where "kind" not in ('clients', 'products');`);
    this.addSql(`alter table "import_run" drop constraint "import_run_kind_check";`);
    this.addSql(check(`'clients', 'products'`));
  }
}
