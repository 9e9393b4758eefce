import { Migration } from '@mikro-orm/migrations';

const ofPeople = `from offices o where o.tax_id = wanted_office and o.suspended_at is null`;

/** As of companies: first what a membership says, then who operates, who looks at any office, at one that is suspended, too. */
const ofPeopleOrSupport = `from (
              select 1 as rank, own.membership, own.role, own.id, own.tax_id, own.name from offices own
              where own.tax_id = wanted_office and own.suspended_at is null
              union all
              select 2, null, 'SUPPORT_LOOKING', any_office.id, any_office.tax_id, any_office.name from office any_office
              where any_office.tax_id = wanted_office and live.operator is not null
            ) o order by o.rank limit 1`;

/** Who operates looks into an office's pages, as into a company's. */
export class Migration20261128202000_officeSupport extends Migration {
  override up(): void {
    this.rewrite(ofPeople, ofPeopleOrSupport);
  }

  /** The function stays as it is, but for whose the office is. */
  private rewrite(from: string, to: string): void {
    this.addSql(`do $rewrite$
      declare
        body text := pg_get_functiondef('admit_session(text, text, text)'::regprocedure);
      begin
        if strpos(body, $text$${from}$text$) = 0 then raise exception 'unknown admission: %', body; end if;
        execute replace(body, $text$${from}$text$, $text$${to}$text$);
      end $rewrite$;`);
  }

  override down(): void {
    this.rewrite(ofPeopleOrSupport, ofPeople);
  }
}
