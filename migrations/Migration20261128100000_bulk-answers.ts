import { Migration } from '@mikro-orm/migrations';

const ownOffice = `office_id = (current_setting('lavra.office_id'))::uuid`;

/** As the board of the month says it: the part of the office's portfolio whose transaction this is. */
const inPortfolio = `in_part(link.company_id) and link.office_id = current_setting('lavra.office_id')::uuid and link.status = 'ACTIVE' and c.is_active`;

const functions = {
  portfolio_received: '(jsonb, int)',
  portfolio_received_in_full: '(uuid[])',
  bulk_answer_results: '(uuid)',
};

/** Received notes of all companies of a portfolio in one list, and answers that an office gives to many of them at once. */
export class Migration20261128100000_bulkAnswers extends Migration {
  override up(): void {
    this.addTables();
    this.addList();
    this.addDetails();
    this.addResults();
    for (const [name, parameters] of Object.entries(functions)) {
      this.addSql(`revoke execute on function "${name}"${parameters} from public;`);
      this.addSql(`grant execute on function "${name}"${parameters} to "lavra_panel";`);
    }
  }

  private addTables(): void {
    this.addSql(`create table "bulk_answer" (
      "id" uuid not null,
      "office_id" uuid not null,
      "author" varchar(200) not null,
      "note_count" int not null,
      "worked_at" timestamptz null,
      "finished_at" timestamptz null,
      "created_at" timestamptz not null,
      primary key ("id"),
      constraint "bulk_answer_office_id_foreign" foreign key ("office_id") references "office" ("id")
    );`);
    this.addSql(`create index "bulk_answer_office_id_created_at_index" on "bulk_answer" ("office_id", "created_at");`);
    this.addSql(`create table "bulk_answer_note" (
      "bulk_answer_id" uuid not null,
      "received_document_id" uuid not null,
      "company_id" uuid not null,
      "office_id" uuid not null,
      "event_id" uuid null,
      "refusal" text null,
      primary key ("bulk_answer_id", "received_document_id"),
      constraint "bulk_answer_note_bulk_answer_id_foreign" foreign key ("bulk_answer_id") references "bulk_answer" ("id") on delete cascade,
      constraint "bulk_answer_note_company_id_foreign" foreign key ("company_id") references "company" ("id"),
      constraint "bulk_answer_note_office_id_foreign" foreign key ("office_id") references "office" ("id")
    );`);
    this.addSql(`create index "bulk_answer_note_company_id_index" on "bulk_answer_note" ("company_id");`);
    this.addSql(`create index "bulk_answer_note_office_id_index" on "bulk_answer_note" ("office_id");`);
    this.addSql(`create index "bulk_answer_note_open" on "bulk_answer_note" ("bulk_answer_id", "company_id", "received_document_id")
      where "event_id" is null and "refusal" is null;`);
    for (const table of ['bulk_answer', 'bulk_answer_note']) {
      this.addSql(`alter table "${table}" enable row level security;`);
      this.addSql(
        `create policy "own_office" on "${table}" to "lavra_tenant" using (${ownOffice}) with check (${ownOffice});`,
      );
      this.addSql(`create policy "every_company" on "${table}" to "lavra_worker" using (true) with check (true);`);
      this.addSql(
        `create policy "overseen" on "${table}" for select to "lavra_operator" using (current_setting('lavra.oversees', true) = '*');`,
      );
      this.addSql(`grant select, insert, update, delete on "${table}" to "lavra_panel";`);
    }
    this.addSql(
      `create policy "own_part" on "bulk_answer_note" as restrictive to "lavra_tenant" using (in_part(company_id)) with check (in_part(company_id));`,
    );
  }

  /**
   * Ids of received documents of the portfolio, the newest first. The months that are asked for are read from the index that has all of a plain
   * list; what else is asked for is put into the statement only where it is, so that the index serves the others without their rows.
   */
  private addList(): void {
    this.addSql(`create function "portfolio_received"(asked jsonb, at_most int)
      returns table (company_id uuid, id uuid, emission_date timestamptz)
      language plpgsql stable security definer set search_path = public, pg_temp rows 51
      as $function$
      begin
        return query execute
          'with mine as materialized (
             select c.id, c.environment from office_link link join company c on c.id = link.company_id
             where ${inPortfolio.replaceAll("'", "''")}'
          || case when asked -> 'companies' is not null then ' and c.id in (select jsonb_array_elements_text($1 -> ''companies'')::uuid)' else '' end
          || ')
           select mine.id, d.id, d.emission_date
           from mine cross join lateral (
             select r.id, r.emission_date from received_document r
             where r.company_id = mine.id and r.environment = mine.environment
               and r.emission_month >= date_trunc(''month'', $3 at time zone ''America/Sao_Paulo'')::date
               and r.emission_month <= date_trunc(''month'', $4 at time zone ''America/Sao_Paulo'')::date
               and r.emission_date >= $3 and r.emission_date < $4 and r.kind = any ($5)'
          || case when asked -> 'issuer' is not null then ' and r.issuer_tax_id = $1 ->> ''issuer''' else '' end
          || case when asked -> 'pattern' is not null then ' and r.search_text like $1 ->> ''pattern''' else '' end
          || case when asked -> 'accessKey' is not null then ' and r.access_key = $1 ->> ''accessKey''' else '' end
          || case when asked -> 'arrivedBy' is not null then ' and r.received_at <= ($1 ->> ''arrivedBy'')::timestamptz' else '' end
          || case when asked -> 'ids' is not null then ' and r.id in (select jsonb_array_elements_text($1 -> ''ids'')::uuid)' else '' end
          || case when asked -> 'behind' is not null then
               ' and (r.emission_date, r.id) < (($1 #>> ''{behind,at}'')::timestamptz, ($1 #>> ''{behind,id}'')::uuid)' else '' end
          || ' order by r.emission_date desc, r.id desc limit $2
           ) d
           order by d.emission_date desc, d.id desc limit $2'
        using asked, at_most, (asked ->> 'since')::timestamptz, (asked ->> 'before')::timestamptz,
          array(select jsonb_array_elements_text(asked -> 'kinds'));
      end $function$;`);
  }

  /** What a list shows of the received documents of some ids, in their order, with what was last answered here. */
  private addDetails(): void {
    this.addSql(`create function "portfolio_received_in_full"(wanted uuid[])
      returns table (note jsonb)
      language sql stable security definer set search_path = public, pg_temp rows 50
      as $$
        select jsonb_build_object(
          'id', d.id, 'company', jsonb_build_object('id', c.id, 'taxId', c.tax_id, 'name', coalesce(nullif(c.trade_name, ''), c.name)),
          'schemaType', d.schema_type, 'model', d.model, 'eventCode', d.event_code, 'role', d.role, 'status', d.status,
          'manifestation', d.manifestation, 'issuerName', d.issuer_name, 'issuerTaxId', d.issuer_tax_id, 'series', d.series,
          'number', d.number, 'totalValue', d.total_value::text, 'emissionDate', d.emission_date, 'accessKey', d.access_key,
          'answer', (
            select jsonb_build_object('code', e.code, 'status', e.status, 'reason', e.reason)
            from document_event e where e.received_document_id = d.id and e.type = 'MANIFESTATION'
            order by e.updated_at desc, e.id desc limit 1)
        )
        from unnest(wanted) with ordinality as asked (id, place)
          join received_document d on d.id = asked.id
          join company c on c.id = d.company_id and c.environment = d.environment
          join office_link link on link.company_id = c.id
        where ${inPortfolio}
        order by asked.place
      $$;`);
  }

  /** What became of each note of an answer to many: of those that are of the portfolio still. */
  private addResults(): void {
    this.addSql(`create function "bulk_answer_results"(bulk uuid)
      returns table (received_document_id uuid, state text, reason text)
      language sql stable security definer set search_path = public, pg_temp rows 1000
      as $$
        select n.received_document_id,
          case
            when n.refusal is not null then 'REFUSED'
            when n.event_id is null then 'WAITING'
            when e.status = 'REGISTERED' then 'DONE'
            when e.status = 'REJECTED' then 'REFUSED'
            else 'UNDER_WAY'
          end,
          coalesce(n.refusal, e.reason)
        from bulk_answer_note n
          join office_link link on link.company_id = n.company_id
          join company c on c.id = n.company_id
          left join document_event e on e.id = n.event_id and e.company_id = n.company_id
        where n.bulk_answer_id = bulk and n.office_id = current_setting('lavra.office_id')::uuid and ${inPortfolio}
      $$;`);
  }

  override down(): void {
    for (const [name, parameters] of Object.entries(functions)) this.addSql(`drop function "${name}"${parameters};`);
    this.addSql(`drop table "bulk_answer_note";`);
    this.addSql(`drop table "bulk_answer";`);
  }
}
