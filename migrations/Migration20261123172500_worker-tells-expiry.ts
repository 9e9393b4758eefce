import { Migration } from '@mikro-orm/migrations';

/** The worker notes of which certificates' ends it has told; of a certificate it may change nothing else. */
export class Migration20261123172500_worker_tells_expiry extends Migration {
  override up(): void {
    this.addSql('grant update ("expiry_told_days") on "certificate" to "lavra_worker";');
  }

  override down(): void {
    this.addSql('revoke update ("expiry_told_days") on "certificate" from "lavra_worker";');
  }
}
