import { Migration } from '@mikro-orm/migrations';

/** What the panel may do to a company that it acts for, and the API may not. Whose rows they are, the tenants' policies say. */
const rights = {
  api_key: 'select, insert, update (revoked_at)',
  certificate: 'select, insert, delete',
  company: 'update (name, trade_name, environment, settings, updated_at)',
  company_csc: 'select, insert, update, delete',
};

/** The panel's role becomes a tenant, and gets what people do in the panel alone: keys, certificates, security codes, settings. */
export class Migration20261127200000_panelActs extends Migration {
  override up(): void {
    this.addSql(`grant "lavra_tenant" to "lavra_panel";`);
    for (const [table, right] of Object.entries(rights)) this.addSql(`grant ${right} on "${table}" to "lavra_panel";`);
  }

  /** A role is in another one in every database of the server, so that it stays. */
  override down(): void {
    for (const [table, right] of Object.entries(rights)) {
      this.addSql(`revoke ${right} on "${table}" from "lavra_panel";`);
    }
  }
}
