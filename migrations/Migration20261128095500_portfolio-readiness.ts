import { Migration } from '@mikro-orm/migrations';

/** As the board of the month says it: the part of the office's portfolio whose transaction this is. */
const inPortfolio = `in_part(link.company_id) and link.office_id = current_setting('lavra.office_id')::uuid and link.status = 'ACTIVE' and c.is_active`;

/** What the readiness of a company is judged from, for every company of a portfolio at once: an office sees no row of any. */
export class Migration20261128095500_portfolioReadiness extends Migration {
  override up(): void {
    this.addSql(`create function "portfolio_readiness"(pattern text, month_start timestamptz)
      returns table (company jsonb)
      language sql stable security definer set search_path = public, pg_temp rows 200
      as $$
        with mine as materialized (
          select c.id, c.tax_id, coalesce(nullif(c.trade_name, ''), c.name) as name, plain_text(c.name) as place, c.environment,
            case when jsonb_typeof(c.settings) = 'object' then (c.settings #- '{danfe,logo}') - 'adminEmails' end as settings, link.issuing_allowed
          from office_link link join company c on c.id = link.company_id
          where ${inPortfolio}
            and (
              pattern is null
              or plain_text(' ' || c.name || ' ' || coalesce(c.trade_name, '') || ' ' || c.tax_id) like pattern
            )
        )
        select jsonb_build_object(
          'id', mine.id, 'taxId', mine.tax_id, 'name', mine.name, 'environment', mine.environment, 'settings', mine.settings,
          'issuingAllowed', mine.issuing_allowed,
          'certificateEnds', (select max(not_after) from certificate where company_id = mine.id and is_active and not_before <= now()),
          'hasCsc', exists (select from company_csc where company_id = mine.id and environment = mine.environment),
          'templates', case when jsonb_typeof(mine.settings -> 'nfse') = 'object' then (
            select count(*) from fiscal_template t
            where (t.company_id = mine.id or t.company_id is null) and t.type = 'NFSE' and t.deleted_at is null
              and coalesce(t.service ->> 'serviceCode', '') <> '') else 0 end,
          'isRegistrationAsked', jsonb_typeof(mine.settings -> 'nfse') = 'object' and mine.settings ->> 'municipalRegistration' is null and exists (
            select from document
            where company_id = mine.id and environment = mine.environment and status = 'REJECTED' and type = 'NFSE' and c_stat = 'E0116'
              and id > coalesce(
                (select id from document
                 where company_id = mine.id and environment = mine.environment and status = 'AUTHORIZED' and type = 'NFSE'
                 order by id desc limit 1),
                '00000000-0000-0000-0000-000000000000')),
          'agreement', (
            select jsonb_build_object('agreement', a.agreement, 'askedAt', a.asked_at)
            from municipality_agreement a
            where a.environment = mine.environment and a.municipality = mine.settings #>> '{address,municipalityCode}'),
          'used', case when mine.environment = 'PRODUCTION' and mine.settings ->> 'monthlyQuota' is not null then jsonb_build_object(
            'authorized', (
              select count(*) from document
              where company_id = mine.id and environment = 'PRODUCTION' and authorization_date >= month_start),
            'underWay', (
              select count(*) from document d
              where d.company_id = mine.id and d.environment = 'PRODUCTION' and d.status = 'PROCESSING' and d.claimed_at is not null
                and exists (select from emission e where e.document_id = d.id and e.attempt = d.attempt))
          ) end,
          'series', (
            select coalesce(jsonb_agg(
              jsonb_build_object('model', n.model, 'series', n.series, 'nextNumber', n.next_number) order by n.model, n.series), '[]')
            from number_series n where n.company_id = mine.id and n.environment = mine.environment)
        )
        from mine order by mine.place, mine.id
      $$;`);
    this.addSql(`revoke execute on function "portfolio_readiness"(text, timestamptz) from public;`);
    this.addSql(`grant execute on function "portfolio_readiness"(text, timestamptz) to "lavra_panel";`);
  }

  override down(): void {
    this.addSql(`drop function "portfolio_readiness"(text, timestamptz);`);
  }
}
