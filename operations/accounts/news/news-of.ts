import type { EntityManager } from '../../../config/orm.ts';
import { type News, type NewsKind, newsKinds } from '../../../domain/accounts/news.ts';
import { noticeDays } from '../../../domain/companies/certificate-days.ts';
import { newestCertificate } from '../../newest-certificate.ts';

/** For how many days something that happened is news; and for how many days at most something that lasts. */
const happenedDays = 7;
const lastingDays = 30;

type Row = Omit<News, 'at' | 'company' | 'office'> & {
  at: Date | string;
  companyName: string | null;
  companyTaxId: string | null;
  officeName: string | null;
  officeTaxId: string | null;
};

/** A person and the kinds of news to look for: those that are not muted, and of them, outside the time of the daily mail, only urgent ones. */
export type NewsRecipient = { personId: string; kinds: readonly NewsKind[]; isUrgentOnly: boolean };

/** Kinds that are never urgent. */
const patient: readonly NewsKind[] = ['CLOSING', 'LINK'];

/**
 * The present news of some people, whether they were told of it or not: about companies and offices that each may see now, for roles that can do
 * something about it. What has been mended is no news any more. Kinds that nobody wants are not looked for.
 */
export async function newsOf(em: EntityManager, listeners: readonly NewsRecipient[], now: Date): Promise<News[]> {
  const heard = listeners.flatMap(({ personId, kinds, isUrgentOnly }) =>
    kinds.filter((kind) => !isUrgentOnly || !patient.includes(kind)).map((kind) => ({ personId, kind, isUrgentOnly })),
  );
  const kinds = newsKinds.filter((kind) => heard.some((each) => each.kind === kind));
  if (kinds.length === 0) return [];
  const values = kinds.flatMap((kind) => Array<Date>(sources[kind].instants).fill(now));
  const rows = await em.execute<Row[]>(newsAbout(kinds), [JSON.stringify(heard), ...values]);
  return rows.map(
    ({ at, companyName, companyTaxId, officeName, officeTaxId, ...row }) =>
      ({
        ...row,
        at: new Date(at),
        company: named(companyName, companyTaxId),
        office: named(officeName, officeTaxId),
      }) as News,
  );
}

function named(name: string | null, taxId: string | null): News['company'] {
  return name === null || taxId === null ? null : { name, taxId };
}

/** SQL of the names and tax ids of company and office, from a row of `reached`. */
const place = (of: string) =>
  `${of}.company_name as "companyName", ${of}.company_tax_id as "companyTaxId", ${of}.office_name as "officeName", ${of}.office_tax_id as "officeTaxId"`;

/** As `place`, where company and office are joined as `c` and `o`. */
const joinedPlace = `coalesce(nullif(c.trade_name, ''), c.name) as "companyName", c.tax_id as "companyTaxId", o.office_name as "officeName",
      o.office_tax_id as "officeTaxId"`;

/** SQL of the instant `days` days before the instant of one value. */
const before = (days: number) => `?::timestamptz - interval '${days} days'`;

/** SQL that keeps rows of `of` only where the person wants that kind; it joins the wish as `w`. */
const heardBy = (of: string, kind: NewsKind) => `join heard w on w."personId" = ${of}.person_id and w.kind = '${kind}'`;

/** The query for each kind, and how many of its values are the present instant. */
const sources: Record<NewsKind, { sql: string; instants: number }> = {
  DECISION: {
    instants: 0,
    sql: `
    select r.person_id as "personId", 'DECISION' as kind, 'document/' || d.id || '/' || d.attempt as thing, true as "isUrgent", d.waiting_since as at,
      ${place('r')}, jsonb_build_object('documentId', d.id, 'type', d.type, 'series', d.series, 'number', d.number) as facts
    from reached r ${heardBy('r', 'DECISION')} join document d on d.company_id = r.company_id and d.waiting_kind = 'PERSON'
    where r.may_issue and r.role in ('COMPANY_ADMIN', 'COMPANY_ISSUER', 'OFFICE_ADMIN', 'OFFICE_CLERK')`,
  },
  CERTIFICATE: {
    instants: 2,
    sql: `
    select r.person_id as "personId", 'CERTIFICATE' as kind, 'certificate/' || f.id || '/' || told.days as thing, told.days <= 1 as "isUrgent",
      f.not_after as at, ${place('r')}, jsonb_build_object('endsAt', f.not_after) as facts
    from reached r ${heardBy('r', 'CERTIFICATE')} join certificate f on f.id = ${newestCertificate('r.company_id')}
      cross join lateral (
        select min(days) as days from unnest(array[${noticeDays.join(', ')}, 0]) as notice(days)
        where f.not_after <= ?::timestamptz + make_interval(days => notice.days)
      ) told
    where told.days is not null and (told.days <= 1 or not w."isUrgentOnly") and f.not_after > ${before(lastingDays)}
      and r.role in ('COMPANY_ADMIN', 'OFFICE_ADMIN', 'OFFICE_CLERK')`,
  },
  ENDPOINT: {
    instants: 1,
    sql: `
    select o.person_id as "personId", 'ENDPOINT' as kind, 'endpoint/' || e.id || '/' || floor(extract(epoch from e.disabled_at)) as thing,
      true as "isUrgent", e.disabled_at as at, ${joinedPlace}, jsonb_build_object('endpointId', e.id, 'url', e.url) as facts
    from (
        select person_id, role, company_id, null::uuid as office_id, null::text as office_name, null::text as office_tax_id from hers
        union all select person_id, role, null, office_id, office_name, office_tax_id from offices
      ) o ${heardBy('o', 'ENDPOINT')} join webhook_endpoint e on e.company_id = o.company_id or e.office_id = o.office_id
      left join company c on c.id = e.company_id
    where o.role in ('COMPANY_ADMIN', 'OFFICE_ADMIN') and not e.is_active and e.disabled_reason is not null and e.disabled_at > ${before(lastingDays)}
      and coalesce(c.is_active, true)`,
  },
  CLOSING: {
    instants: 1,
    sql: `
    select r.person_id as "personId", 'CLOSING' as kind, 'closing/' || k.id as thing, false as "isUrgent", k.completed_at as at, ${place('r')},
      jsonb_build_object('year', k.year, 'month', k.month) as facts
    from reached r ${heardBy('r', 'CLOSING')}
      join closing k on k.office_id = r.office_id and k.company_id = r.company_id and k.status = 'COMPLETED' and k.deleted_at is null
    where k.completed_at > ${before(happenedDays)} and k.completed_at > r.since and r.role in ('OFFICE_ADMIN', 'OFFICE_CLERK')`,
  },
  LINK: {
    instants: 1,
    sql: `
    select o.person_id as "personId", 'LINK' as kind, 'link/' || link.id || '/' || link.status || '/' || floor(extract(epoch from answered.at)) as thing,
      false as "isUrgent", answered.at as at, ${joinedPlace}, jsonb_build_object('status', link.status) as facts
    from offices o ${heardBy('o', 'LINK')}
      join office_link link on link.office_id = o.office_id and link.status <> 'PENDING' and link.decided_at is not null
      join company c on c.id = link.company_id
      cross join lateral (select case when link.status = 'ENDED' then link.ended_at else link.decided_at end as at) answered
    where answered.at > ${before(happenedDays)} and answered.at > o.since and o.role = 'OFFICE_ADMIN'`,
  },
};

/** A person who has access both by the company and by its office gets the news as the company's. */
const newsAbout = (kinds: readonly NewsKind[]) => `
  with heard as (
    select * from jsonb_to_recordset(?::jsonb) as listed ("personId" uuid, kind text, "isUrgentOnly" boolean)
  ), hers as (
    select m.id as membership, m.person_id, m.role, m.company_id, m.office_id, m.created_at as since from membership m
    where m.person_id in (select "personId" from heard) and m.ended_at is null
  ), offices as (
    select hers.*, o.name as office_name, o.tax_id as office_tax_id
    from hers join office o on o.id = hers.office_id and o.suspended_at is null
  ), reached as (
    select hers.person_id, hers.role, hers.since, true as may_issue, c.id as company_id, coalesce(nullif(c.trade_name, ''), c.name) as company_name,
      c.tax_id as company_tax_id, null::uuid as office_id, null::text as office_name, null::text as office_tax_id
    from hers join company c on c.id = hers.company_id and c.is_active
    union all
    select o.person_id, o.role, o.since, link.issuing_allowed, c.id, coalesce(nullif(c.trade_name, ''), c.name), c.tax_id, o.office_id, o.office_name,
      o.office_tax_id
    from offices o join office_link link on link.office_id = o.office_id and link.status = 'ACTIVE'
      join company c on c.id = link.company_id and c.is_active
    where o.role <> 'OFFICE_CLERK' or not exists (select from portfolio_part part where part.membership_id = o.membership)
      or exists (select from portfolio_part part where part.membership_id = o.membership and part.company_id = c.id)
  ), found as (${kinds.map((kind) => sources[kind].sql).join(`
    union all`)}
  )
  select distinct on ("personId", thing) * from found
  order by "personId", thing, "officeTaxId" nulls first`;
