import { Migration } from '@mikro-orm/migrations';

/**
 * What an attempt is known by in the calls about it, apart from the access key: of a service the authority gives the key with its answer.
 * And room for the name of the count that services are numbered by.
 */
export class Migration20261122125100_emission_subject extends Migration {
  override up(): void {
    this.addSql(`alter table "emission" add "subject" varchar(60) null;`);
    this.addSql(`update "emission" set "subject" = "access_key";`);
    this.addSql(`alter table "emission" alter column "subject" set not null;`);
    this.addSql(`alter table "emission" alter column "access_key" drop not null;`);
    this.addSql(`alter table "number_series" alter column "model" type varchar(3);`);
  }

  /** The version that goes back knows attempts by their key: of one without, what stood for it takes its place. */
  override down(): void {
    this.addSql(`delete from "number_series" where length("model") > 2;`);
    this.addSql(`alter table "number_series" alter column "model" type varchar(2);`);
    this.addSql(`update "emission" set "access_key" = left("subject", 50) where "access_key" is null;`);
    this.addSql(`alter table "emission" alter column "access_key" set not null;`);
    this.addSql(`alter table "emission" drop column "subject";`);
  }
}
