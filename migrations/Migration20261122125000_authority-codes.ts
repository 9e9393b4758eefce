import { Migration } from '@mikro-orm/migrations';

const tables = ['authority_call', 'document', 'document_event', 'inutilization'];

/**
 * Room for the codes of every authority: those of NFS-e have five characters. A longer limit changes the catalogue alone, no row is written
 * anew; the partial index over the calls that were told to be silent (656) is built again.
 */
export class Migration20261122125000_authority_codes extends Migration {
  override up(): void {
    for (const table of tables) this.addSql(`alter table "${table}" alter column "c_stat" type varchar(8);`);
  }

  /** A code that does not fit is no longer of use to the version that goes back. */
  override down(): void {
    for (const table of tables) {
      this.addSql(`alter table "${table}" alter column "c_stat" type varchar(4) using left("c_stat", 4);`);
    }
  }
}
