/** SQL of the texts in a JSON list; none where the value is absent or null. */
const textsOf = (json: string) =>
  `select jsonb_array_elements_text(case when jsonb_typeof(${json}) = 'array' then ${json} end)`;

/**
 * SQL of the addresses to which a mail about a document `d` of a company `c` goes, in lower case, each once: the client's own (a field may have
 * several), those that the sale names, those that get every mail of the company and, where the company wants it, the carrier's.
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
 * SQL that creates the mails that a company has to send. `happened` gives the ids of company and document, the kind of mail and the number of a
 * letter. A company that sends no mails costs one look at its row: `mail_mode` is a column beside the settings, which may contain a logo. Documents
 * in homologation are mailed only where the company wants it, because they are tests and their buyers may be real.
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

/**
 * Creates the mails for what has `happened` to a document, in the statement that writes its event. A run that repeats writes none twice, because a
 * unique index refuses them.
 */
export const mailsOwed = owed(`
    select company_id, document_id, case type when 'DOCUMENT_AUTHORIZED' then 'ISSUED' else 'CANCELLED' end as kind, 0 as sequence
    from happened where type in ('DOCUMENT_AUTHORIZED', 'DOCUMENT_CANCELLED')`);

/** Creates the mails for a correction letter; its parameters are the letter's number and the document's id. */
export const mailsOfEvent = owed(`
    select l.company_id, l.id as document_id, 'CORRECTED' as kind, ?::int as sequence from document l where l.id = ?`);
