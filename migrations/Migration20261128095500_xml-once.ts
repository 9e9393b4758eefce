import { Migration } from '@mikro-orm/migrations';

const authority = `"proc_xml", "protocol_xml"`;

/**
 * The signed bytes of a note of goods are kept once: with its protocol beside them, where they stood inside `proc_xml` again. Rows of before stay as
 * they are, and are read as before: nothing of a big table is written.
 */
export class Migration20261128095500_xmlOnce extends Migration {
  override up(): void {
    this.addSql(`alter table "emission" add "protocol_xml" text null;`);
    this.addSql(`grant update ("protocol_xml") on "emission" to "lavra_worker";`);
    // One word of the authority in one of the two columns: nothing is put beside it afterwards.
    this.addSql(`drop trigger "kept_proc_xml" on "emission";`);
    this.addSql(`create trigger "kept_authority_xml" before update of ${authority} on "emission" for each row
      when ((old."proc_xml" is not null or old."protocol_xml" is not null)
        and (old."proc_xml" is distinct from new."proc_xml" or old."protocol_xml" is distinct from new."protocol_xml"))
      execute function "refuse_rewriting"('proc_xml');`);
  }

  override down(): void {
    this.addSql(`drop trigger "kept_authority_xml" on "emission";`);
    this.addSql(`update "emission" set "proc_xml" = '<?xml version="1.0" encoding="UTF-8"?>' ||
        '<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">' || "signed_xml" || "protocol_xml" || '</nfeProc>'
      where "protocol_xml" is not null;`);
    this.addSql(`create trigger "kept_proc_xml" before update of "proc_xml" on "emission" for each row
      when (old."proc_xml" is not null and old."proc_xml" is distinct from new."proc_xml")
      execute function "refuse_rewriting"('proc_xml');`);
    this.addSql(`revoke update ("protocol_xml") on "emission" from "lavra_worker";`);
    this.addSql(`alter table "emission" drop column "protocol_xml";`);
  }
}
