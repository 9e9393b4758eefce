import { Migration } from '@mikro-orm/migrations';

/** Every client abroad has the state `EX`, so that lists find them by it; the triggers of the table move its totals along. */
export class Migration20261122160000_clients_abroad extends Migration {
  override up(): void {
    this.addSql(`update "client" set "state" = 'EX' where "country" <> 'BR';`);
  }

  override down(): void {
    this.addSql(`update "client" set "state" = null where "state" = 'EX';`);
  }
}
