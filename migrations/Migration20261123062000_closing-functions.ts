import { Migration } from '@mikro-orm/migrations';

/** Documents that closings are of, as the index `document_month` has them. */
const closed = (company: string) => `d.company_id = ${company} and d.environment = 'PRODUCTION'
              and d.status in ('AUTHORIZED', 'CANCELLED') and d.issue_date_time >= starts and d.issue_date_time < ends`;

/** A condition on `link` and company `c`: the portfolio of the office whose transaction this is. */
const inPortfolio = `link.office_id = current_setting('lavra.office_id')::uuid and link.status = 'ACTIVE' and c.is_active`;

const functions = {
  eligible_companies: '(text, timestamptz, timestamptz, int, int, int, int)',
  closable_companies: '(uuid[], timestamptz, timestamptz)',
  open_closing_link: '(text)',
};

const byMonth = `create index "document_month" on "document" ("company_id", "issue_date_time", "id")`;
const listed = `where "environment" = 'PRODUCTION' and "status" in ('AUTHORIZED', 'CANCELLED')`;

/** What an office learns of a month before it closes it, though it sees no document; and how a link to a ZIP is found by its token. */
export class Migration20261123062000_closing_functions extends Migration {
  override up(): void {
    // With what is counted in it, the index alone answers: documents are read by the hundred thousand.
    this.addSql(`drop index "document_month";`);
    this.addSql(`${byMonth} include ("status", "total_value") ${listed};`);
    this.addEligible();
    this.addClosable();
    this.addOpening();
    for (const [name, parameters] of Object.entries(functions)) {
      this.addSql(`revoke execute on function "${name}"${parameters} from public;`);
      this.addSql(`grant execute on function "${name}"${parameters} to "lavra_tenant";`);
    }
  }

  /** One page by name, and how many companies have documents in the month. Documents are counted for the page alone. */
  private addEligible(): void {
    this.addSql(`create function "eligible_companies"(
        pattern text, starts timestamptz, ends timestamptz, wanted_year int, wanted_month int, page_size int, page_offset int
      )
      returns table (total bigint, companies jsonb)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        with eligible as materialized (
          select c.id, plain_text(c.name) as place
          from office_link link join company c on c.id = link.company_id
          where ${inPortfolio}
            and (
              pattern is null
              or plain_text(' ' || c.name || ' ' || coalesce(c.trade_name, '') || ' ' || c.tax_id) like pattern
            )
            and exists (select from document d where ${closed('c.id')})
        ), page as (
          select * from eligible order by place, id limit page_size offset page_offset
        )
        select (select count(*) from eligible), coalesce(
          (
            select jsonb_agg(
              jsonb_build_object(
                'companyId', c.id, 'taxId', c.tax_id, 'name', c.name,
                'documentCount', month.documents, 'cancelledCount', month.cancelled,
                'totalValue', month.total_value::numeric(20, 2)::text,
                'lastClosing', last.closing
              )
              order by page.place, page.id
            )
            from page join company c on c.id = page.id
              cross join lateral (
                select count(*) as documents, count(*) filter (where d.status = 'CANCELLED') as cancelled,
                  coalesce(sum(d.total_value) filter (where d.status = 'AUTHORIZED'), 0) as total_value
                from document d where ${closed('page.id')}
              ) month
              left join lateral (
                select jsonb_build_object('id', k.id, 'status', k.status, 'completedAt', k.completed_at) as closing
                from closing k
                where k.company_id = page.id and k.office_id = current_setting('lavra.office_id')::uuid
                  and k.year = wanted_year and k.month = wanted_month
                order by k.id desc limit 1
              ) last on true
          ),
          '[]'
        )
      $$;`);
  }

  /** Companies of the portfolio, all or those that are wanted, and how many documents of the month each has. */
  private addClosable(): void {
    this.addSql(`create function "closable_companies"(wanted uuid[], starts timestamptz, ends timestamptz)
      returns table (company_id uuid, tax_id varchar, name varchar, document_count bigint)
      language sql stable security definer set search_path = public, pg_temp rows 200
      as $$
        select c.id, c.tax_id, c.name, month.documents
        from office_link link join company c on c.id = link.company_id
          cross join lateral (select count(*) as documents from document d where ${closed('c.id')}) month
        where ${inPortfolio} and (wanted is null or c.id = any (wanted))
        order by plain_text(c.name), c.id
      $$;`);
  }

  /** Of whoever has the token no office is known yet, and the API's login reads no keys. */
  private addOpening(): void {
    this.addSql(`create function "open_closing_link"(wanted_hash text)
      returns table (closing_id uuid, blob_key varchar, file_name varchar, file_size bigint, sha256 varchar,
        completed_at timestamptz, deleted_at timestamptz, is_live boolean)
      language sql stable security definer set search_path = public, pg_temp rows 1
      as $$
        select k.id, k.blob_key, k.file_name, k.file_size, k.sha256, k.completed_at, k.deleted_at,
          key.revoked_at is null and (key.expires_at is null or key.expires_at > now())
            and 'documents:read' = any (key.scopes) and office.suspended_at is null and c.is_active and exists (
              select from office_link held
              where held.office_id = k.office_id and held.company_id = k.company_id and held.status = 'ACTIVE'
            )
        from closing_link link
          join closing k on k.id = link.closing_id and k.status = 'COMPLETED'
          join api_key key on key.id = link.api_key_id
          join office on office.id = k.office_id
          join company c on c.id = k.company_id
        where link.token_hash = wanted_hash and link.expires_at > now()
      $$;`);
  }

  override down(): void {
    for (const [name, parameters] of Object.entries(functions)) {
      this.addSql(`drop function "${name}"${parameters};`);
    }
    this.addSql(`drop index "document_month";`);
    this.addSql(`${byMonth} ${listed};`);
  }
}
