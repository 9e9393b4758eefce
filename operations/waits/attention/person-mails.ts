import type { PersonRole } from '../../../domain/accounts/roles.ts';
import { wholeWait } from '../../../domain/conversation/wait-with-remedy.ts';
import { type AttentionItem, type AttentionReader, type Instant, ofRows } from './attention-item.ts';

type Row = {
  id: string;
  company: string;
  matter: 'INVITATION' | 'RESET';
  email: string;
  /** The role of an invitation; null for a link for a new password. */
  role: PersonRole | null;
  status: 'PENDING' | 'FAILED';
  reason: string | null;
  since: Instant;
  until: Instant;
  total: number;
};

/**
 * Mails to people of a company that were not sent: of open invitations that are still valid, and of the last link for a new password that a person
 * asked for within a day. A mail that is being sent for the first time is left out.
 */
export const unsentPersonMails: AttentionReader = async (em, { company, atMost, now }) => {
  const of = company?.id ?? null;
  const rows = await em.execute<Row[]>(
    `select m.*, count(*) over ()::int as total from (
       select mail.id, c.tax_id as company, 'INVITATION' as matter, i.email, i.role, mail.mail_status as status, mail.mail_error as reason,
         mail.created_at as since, i.expires_at as until
       from person_invitation i join person_mail mail on mail.id = i.mail_id join company c on c.id = i.company_id
       where i.used_at is null and i.ended_at is null and i.expires_at > ?::timestamptz and (?::uuid is null or i.company_id = ?::uuid)
       union all
       select mail.id, c.tax_id, 'RESET', p.email, null, mail.mail_status, mail.mail_error, mail.created_at, mail.expires_at
       from membership m join panel_person p on p.id = m.person_id join company c on c.id = m.company_id
         cross join lateral (
           select id, mail_status, mail_error, created_at, expires_at from person_mail last where last.email = p.email and last.matter ->> 'kind' = 'RESET'
             and last.created_at > ?::timestamptz - interval '1 day'
           order by last.created_at desc limit 1
         ) mail
       where m.ended_at is null and p.status = 'ACTIVE' and (?::uuid is null or m.company_id = ?::uuid)
         and (mail.mail_status = 'FAILED' or mail.expires_at > ?::timestamptz)
     ) m
     where m.status = 'FAILED' or m.status = 'PENDING' and m.reason is not null
     order by m.since, m.id limit ?`,
    [now, of, of, now, of, of, now, atMost],
  );
  return ofRows(rows, itemOf);
};

/**
 * A waiting mail is tried again by itself until its link ends, once its cause is mended; one that the server refused has to be sent again by
 * somebody.
 */
function itemOf({ id, company, matter, email, role, status, reason, since, until }: Row): AttentionItem {
  const title = matter === 'INVITATION' ? `Convite a ${email}` : `Link de nova senha a ${email}`;
  const about = { what: 'personMail', id, company, title } as const;
  const dates = { since: new Date(since), until: new Date(until) };
  if (status === 'PENDING') return { ...about, ...wholeWait({ kind: 'MAIL', reason, ...dates }, about) };
  return {
    ...about,
    kind: 'MAIL_REFUSED',
    reason: reason ?? 'O servidor de e-mail recusou a mensagem.',
    ...{ since: dates.since, until: null },
    remedy: { kind: 'RESEND', subject: { mailId: id, company, email, role } },
  };
}
