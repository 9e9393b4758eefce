import type { EntityManager } from '../../config/orm.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import type { LinkStatus, MailStatus } from '../../domain/offices/office-link.entity.ts';
import { NotFound } from '../../domain/errors.ts';
import { type Page, rowRangeOf } from '../lists/page.ts';
import { plainDocument, searchPattern } from '../lists/search.ts';
import type { LinkParty } from './link-in-full.ts';

/** How far the mail of a link's last invitation has come. Addresses are left out: whom the company names is its own affair. */
export type InvitationMail = {
  status: MailStatus;
  /** Why it was not sent; null where nothing is wrong. */
  error: string | null;
  sentAt: Date | null;
  expiresAt: Date;
};

/** A link as the people of its office see it: with who requested it last, who ended or refused it, and how far the mail has come. */
export type LinkOfOffice = {
  id: string;
  company: LinkParty;
  status: LinkStatus;
  issuingAllowed: boolean;
  requestedAt: Date;
  decidedAt: Date | null;
  endedAt: Date | null;
  /** Null where the link was requested, or ended, before there was an audit. */
  askedBy: Pick<Actor, 'kind' | 'name'> | null;
  endedBy: Pick<Actor, 'kind' | 'name'> | null;
  mail: InvitationMail | null;
};

/** Groups of links by status: those that wait for the company, those of the portfolio, and those that are over. */
const linkGroups = {
  PENDING: ['PENDING'],
  ACTIVE: ['ACTIVE'],
  OVER: ['REFUSED', 'ENDED'],
} as const satisfies Record<string, readonly LinkStatus[]>;
export type LinkGroup = keyof typeof linkGroups;

type AsText<Shown> = {
  [Name in keyof Shown]: Date extends Shown[Name] ? Exclude<Shown[Name], Date> | string : Shown[Name];
};
type Row = Omit<AsText<LinkOfOffice>, 'mail'> & { mail: AsText<InvitationMail> | null; total: string };

/**
 * One page of an office's links, the last to change first, how many match, and how many each group has. `em` sees one office, or a person's part of
 * it (`inPortfolio`).
 *
 * @param search part of the company's name or tax id, with or without punctuation
 * @throws DomainError `validation_error` for characters that no text can hold
 */
export async function linksOfOffice(
  em: EntityManager,
  { group, search = '' }: { group?: LinkGroup | undefined; search?: string },
  page: Page,
): Promise<{ links: LinkOfOffice[]; total: number; counts: Record<LinkGroup, number> }> {
  const pattern = searchPattern(plainDocument(search));
  const { limit, offset } = rowRangeOf(page);
  const wanted = group ? `{${linkGroups[group].join(',')}}` : null;
  const found = `(?::text[] is null or l.status = any(?::text[]))
    and (?::text is null or plain_text(' ' || c.name || ' ' || c.tax_id) like plain_text(?))`;
  const rows = await em.execute<Row[]>(`${linksWhere(found)} order by l.updated_at desc, l.id desc limit ? offset ?`, [
    wanted,
    wanted,
    pattern,
    pattern,
    limit,
    offset,
  ]);
  const [counts] = await em.execute<Record<LinkGroup, number>[]>(countsOfGroups);
  const total = Number(rows[0]?.total ?? 0);
  return { links: rows.map(shown), total, counts: counts ?? { PENDING: 0, ACTIVE: 0, OVER: 0 } };
}

/** One link of an office. `em` as in `linksOfOffice`. @throws NotFound also for another office's, and for a malformed id */
export async function linkOfOffice(em: EntityManager, id: string): Promise<LinkOfOffice> {
  const [row] = await em.execute<Row[]>(linksWhere('l.id::text = ?'), [id]);
  if (!row) throw new NotFound('officeLink');
  return shown(row);
}

/** The tables' policies restrict it to the office and to a person's part. */
const linksWhere = (condition: string): string => `
  select l.id, l.status, l.issuing_allowed as "issuingAllowed", l.requested_at as "requestedAt", l.decided_at as "decidedAt",
    l.ended_at as "endedAt", jsonb_build_object('id', c.id, 'taxId', c.tax_id, 'name', c.name) as company,
    ${actorOf('LINK_REQUESTED')} as "askedBy", ${actorOf('LINK_ENDED', 'LINK_REFUSED')} as "endedBy",
    (
      select jsonb_build_object('status', i.mail_status, 'error', i.mail_error, 'sentAt', i.sent_at, 'expiresAt', i.expires_at)
      from link_invitation i where i.link_id = l.id order by i.created_at desc, i.id desc limit 1
    ) as mail,
    count(*) over () as total
  from office_link l join linked_companies(array(select company_id from office_link)) c on c.id = l.company_id
  where ${condition}`;

/** SQL of the actor who last did one of these actions to the link. */
function actorOf(...actions: string[]): string {
  return `(
      select jsonb_build_object('kind', a.actor_kind, 'name', a.actor_name)
      from audit_entry a where a.subject_id = l.id and a.action in (${actions.map((action) => `'${action}'`).join(', ')})
      order by a.at desc, a.id desc limit 1
    )`;
}

const countsOfGroups = `
  select ${Object.entries(linkGroups)
    .map(([group, statuses]) => {
      const named = statuses.map((status) => `'${status}'`).join(', ');
      return `(count(*) filter (where status in (${named})))::int as "${group}"`;
    })
    .join(', ')}
  from office_link`;

function shown({ total: _total, mail, requestedAt, decidedAt, endedAt, ...link }: Row): LinkOfOffice {
  return {
    ...link,
    requestedAt: new Date(requestedAt),
    decidedAt: moment(decidedAt),
    endedAt: moment(endedAt),
    mail: mail && {
      ...mail,
      error: mail.error && withoutAddresses(mail.error),
      sentAt: moment(mail.sentAt),
      expiresAt: new Date(mail.expiresAt),
    },
  };
}

function moment(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/** The words of a mail server, without the addresses of the company's people. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>:;,"'()]+@[^\s<>:;,"'()]+/g, '***');
}
