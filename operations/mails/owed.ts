/** SQL that is true where JSON is a list, of which then the texts are: what is absent or null has none. */
const textsOf = (json: string) =>
  `select jsonb_array_elements_text(case when jsonb_typeof(${json}) = 'array' then ${json} end)`;

/**
 * SQL of the addresses that a mail about a document `d` of a company `c` goes to, in lower case and each once: the client's own, of which there may be
 * several in one field, those that the sale names, those that get every mail of the company, and, where the company says so, its carrier's.
 */
export const addressesOf = `
  select distinct lower(named.email) as email
  from (
    select regexp_split_to_table(coalesce(d.client_snapshot ->> 'email', ''), '[;,[:space:]]+') as email
    union all ${textsOf(`d.payload->'mailTo'`)}
    union all ${textsOf(`c.settings#>'{buyerMail,alsoTo}'`)}
    union all select k.email from carrier k
      where c.settings #>> '{buyerMail,toCarrier}' = 'true' and k.company_id = d.company_id and k.deleted_at is null and k.id = (d.payload #>> '{transport,carrierId}')::uuid
  ) named
  where named.email ~ '^[^[:space:]@]+@[^[:space:]@]+[.][^[:space:]@.]+$' and length(named.email) <= 254`;

/**
 * SQL that begins the mails that a company owes; `happened` gives its id, the document's, what happened (`kind`) and the number of a letter. A company
 * that mails nothing costs one look at its row: `mail_mode` is beside its settings, which may have a logo in them. Of documents of homologation only
 * where it says so: they are of tests, and their buyers may be real.
 */
const owed = (happened: string) => `
  insert into document_mail (id, company_id, document_id, kind, sequence, email, status, next_attempt_at, created_at)
  select gen_random_uuid(), d.company_id, d.id, happened.kind, happened.sequence, address.email, 'PENDING', clock_timestamp(), clock_timestamp()
  from (${happened}) happened
    join company c on c.id = happened.company_id and c.mail_mode in ('ALL', 'TEMPLATES')
    join document d on d.id = happened.document_id
      and (d.environment = 'PRODUCTION' or c.settings #>> '{buyerMail,inHomologation}' = 'true')
      and (c.mail_mode = 'ALL' or jsonb_exists(c.settings #> '{buyerMail,templateIds}', d.payload ->> 'templateId'))
    cross join lateral (${addressesOf}) address
  on conflict do nothing
  returning company_id`;

/** The mails about what has `happened` to a document, in the statement that writes its event. A run that repeats writes none twice: the index sees to it. */
export const mailsOwed = owed(`
    select company_id, document_id, case type when 'DOCUMENT_AUTHORIZED' then 'ISSUED' else 'CANCELLED' end as kind, 0 as sequence
    from happened where type in ('DOCUMENT_AUTHORIZED', 'DOCUMENT_CANCELLED')`);

/** The same of a correction letter of a document, by the ids of the document and the number of the letter. */
export const mailsOfEvent = owed(`
    select l.company_id, l.id as document_id, 'CORRECTED' as kind, ?::int as sequence from document l where l.id = ?`);
