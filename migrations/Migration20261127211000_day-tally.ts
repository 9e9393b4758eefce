import { Migration } from '@mikro-orm/migrations';

const ownCompany = `company_id = (current_setting('lavra.company_id'))::uuid`;

/** Adds the row of that name in a trigger to its day, or takes it away again. */
const step = (row: 'new' | 'old', sign: '' | '-'): string => `
          insert into day_tally (company_id, environment, type, day, slot, notes, amount)
          values (
            ${row}.company_id, ${row}.environment, ${row}.type, (${row}.issue_date_time at time zone 'America/Sao_Paulo')::date,
            free_tally_slot(${row}.company_id), ${sign}1, ${sign}${row}.total_value
          )
          on conflict (company_id, environment, type, day, slot)
          do update set notes = day_tally.notes + excluded.notes, amount = day_tally.amount + excluded.amount;`;

const counted = ['status', 'environment', 'type', 'issue_date_time', 'total_value'];
const all = (row: 'new' | 'old'): string => counted.map((column) => `${row}.${column}`).join(', ');

/** Numbers and sums of authorized documents by their days, which the panel shows of a month. */
export class Migration20261127211000_day_tally extends Migration {
  override up(): void {
    this.addSql(`create table "day_tally" (
      "company_id" uuid not null,
      "environment" text not null,
      "type" text not null,
      "day" date not null,
      "slot" smallint not null,
      "notes" int not null,
      "amount" numeric(18,2) not null,
      primary key ("company_id", "environment", "type", "day", "slot"),
      constraint "day_tally_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION')),
      constraint "day_tally_type_check" check ("type" in ('NFE', 'NFCE', 'NFSE'))
    );`);
    this.addSql(`alter table "day_tally" add constraint "day_tally_company_id_foreign"
      foreign key ("company_id") references "company" ("id");`);
    this.addSql(`alter table "day_tally" enable row level security;`);
    this.addSql(
      `create policy "own_company" on "day_tally" to "lavra_tenant" using (${ownCompany}) with check (${ownCompany});`,
    );
    this.addSql(`create policy "every_company" on "day_tally" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`grant select on "day_tally" to "lavra_tenant";`);
    this.addTriggers();
    this.addSql(`insert into "day_tally"
      select company_id, environment, type, (issue_date_time at time zone 'America/Sao_Paulo')::date, 0, count(*), sum(total_value)
      from "document" where status = 'AUTHORIZED' group by 1, 2, 3, 4;`);
  }

  /** Conditions of the triggers themselves: of the writes of a note all but the one that authorizes it cost nothing. */
  private addTriggers(): void {
    this.addSql(`create function "tally_document_day"() returns trigger
      language plpgsql security definer set search_path = public, pg_temp
      as $$
      begin
        if tg_op <> 'INSERT' then
          if old.status = 'AUTHORIZED' then${step('old', '-')}
          end if;
        end if;
        if tg_op <> 'DELETE' then
          if new.status = 'AUTHORIZED' then${step('new', '')}
          end if;
        end if;
        return null;
      end
      $$;`);
    this.addSql(`revoke execute on function "tally_document_day"() from public;`);
    const whens = {
      insert: `new.status = 'AUTHORIZED'`,
      update: `(old.status = 'AUTHORIZED' or new.status = 'AUTHORIZED') and (${all('old')}) is distinct from (${all('new')})`,
      delete: `old.status = 'AUTHORIZED'`,
    };
    for (const [event, when] of Object.entries(whens)) {
      this.addSql(`create trigger "document_day_${event}" after ${event} on "document"
        for each row when (${when}) execute function "tally_document_day"();`);
    }
  }

  override down(): void {
    for (const event of ['insert', 'update', 'delete'])
      this.addSql(`drop trigger "document_day_${event}" on "document";`);
    this.addSql(`drop function "tally_document_day"();`);
    this.addSql(`drop table "day_tally";`);
  }
}
