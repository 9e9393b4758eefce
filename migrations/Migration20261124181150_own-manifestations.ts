import { Migration } from '@mikro-orm/migrations';

const functions = {
  portfolio_manifestations: '(uuid[], text[], timestamptz, timestamptz)',
  portfolio_manifestation_files: '(uuid[], uuid[])',
};

const linked = `link.office_id = current_setting('lavra.office_id')::uuid and link.status = 'ACTIVE'`;

/** A month of received documents has the company's own manifestations: how they are found, and how an office reads those of its portfolio. */
export class Migration20261124181150_own_manifestations extends Migration {
  override up(): void {
    this.addSql(`create index "document_event_manifestation" on "document_event" ("company_id", "occurred_at")
      where "received_document_id" is not null and "status" = 'REGISTERED';`);
    this.addMonth();
    this.addFiles();
    for (const [name, parameters] of Object.entries(functions)) {
      this.addSql(`revoke execute on function "${name}"${parameters} from public;`);
      this.addSql(`grant execute on function "${name}"${parameters} to "lavra_tenant";`);
    }
  }

  /** The ids of each company's, in the order of their moments; one that the distribution brought, too, is a received file. */
  private addMonth(): void {
    this.addSql(`create function "portfolio_manifestations"(companies uuid[], environments text[], starts timestamptz, ends timestamptz)
      returns table (place bigint, ids uuid[])
      language sql stable security definer set search_path = public, pg_temp
      as $$
        select wanted.place, array_agg(e.id order by e.occurred_at, e.id)
        from unnest(companies, environments) with ordinality as wanted (company_id, environment, place)
          join office_link link on link.company_id = wanted.company_id and ${linked}
          join document_event e on e.company_id = wanted.company_id and e.received_document_id is not null
            and e.status = 'REGISTERED' and e.proc_xml is not null and e.occurred_at >= starts and e.occurred_at < ends
          join received_document d on d.id = e.received_document_id and d.environment = wanted.environment
        where not exists (
          select from received_document came
          where (came.company_id, came.environment, came.access_key, came.event_code, came.event_sequence)
            = (d.company_id, d.environment, d.access_key, e.code, e.sequence)
        )
        group by wanted.place
      $$;`);
  }

  /** Their files in the order in which they are wanted; what is not there is left out. */
  private addFiles(): void {
    this.addSql(`create function "portfolio_manifestation_files"(companies uuid[], ids uuid[])
      returns table (id uuid, access_key varchar, code varchar, sequence int, proc_xml text, registered_at timestamptz)
      language sql stable security definer set search_path = public, pg_temp rows 256
      as $$
        select e.id, d.access_key, e.code, e.sequence, e.proc_xml, coalesce(e.registered_at, e.occurred_at)
        from unnest(companies, ids) with ordinality as wanted (company_id, id, place)
          join office_link link on link.company_id = wanted.company_id and ${linked}
          join document_event e on e.id = wanted.id and e.company_id = wanted.company_id
          join received_document d on d.id = e.received_document_id
        order by wanted.place
      $$;`);
  }

  override down(): void {
    for (const [name, parameters] of Object.entries(functions)) this.addSql(`drop function "${name}"${parameters};`);
    this.addSql(`drop index "document_event_manifestation";`);
  }
}
