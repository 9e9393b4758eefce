import { Migration } from '@mikro-orm/migrations';

/** A request sees whether its company's certificate has begun, since one may be added before its first day. */
export class Migration20261126170000_certificate_begins extends Migration {
  override up(): void {
    this.addSql(`grant select ("not_before") on "certificate" to "lavra_tenant";`);
  }

  override down(): void {
    this.addSql(`revoke select ("not_before") on "certificate" from "lavra_tenant";`);
  }
}
