import { Migration } from '@mikro-orm/migrations';

/** A request may see whether its company has a CSC in an environment, and nothing of what is in it. */
export class Migration20261123065600_issuing_means extends Migration {
  override up(): void {
    this.addSql(`grant select ("company_id", "environment") on "company_csc" to "lavra_tenant";`);
  }

  override down(): void {
    this.addSql(`revoke select ("company_id", "environment") on "company_csc" from "lavra_tenant";`);
  }
}
