import type { EntityManager, Orm } from '../../config/orm.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { LinkInvitation } from '../../domain/offices/link-invitation.entity.ts';
import { type LinkStatus, OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { Office } from '../../domain/offices/office.entity.ts';
import { inOffice } from '../in-company.ts';
import { type Page, rowRangeOf } from '../lists/page.ts';

/** A company or an office, as the other side of a link sees it. */
export type LinkParty = { id: string; taxId: string; name: string };

/** A link with the names of both sides, and how far the last invitation has come (null where there is none). */
export type LinkInFull = Pick<
  OfficeLink,
  'id' | 'status' | 'issuingAllowed' | 'requestedBy' | 'requestedAt' | 'decidedAt' | 'endedAt' | 'updatedAt'
> & {
  office: LinkParty;
  company: LinkParty;
  invitation: Pick<LinkInvitation, 'mailStatus' | 'mailError' | 'recipients' | 'sentAt' | 'expiresAt'> | null;
};

/** How the companies of links are read: from their rows, unless the transaction is an office's, which sees no company. */
export type ReadCompanies = (em: EntityManager, ids: string[]) => Promise<LinkParty[]>;

/** Links with what belongs to them, in the order of `links`. */
export async function linksInFull(
  em: EntityManager,
  links: OfficeLink[],
  readCompanies: ReadCompanies = companiesByRow,
): Promise<LinkInFull[]> {
  const offices = byId(await em.find(Office, { id: { $in: links.map(({ office }) => office) } }));
  const companies = byId(
    await readCompanies(
      em,
      links.map(({ company }) => company),
    ),
  );
  const invitations = await lastInvitations(em, links);
  return links.map((link) => ({
    id: link.id,
    office: partyOf(offices.get(link.office)),
    company: partyOf(companies.get(link.company)),
    status: link.status,
    issuingAllowed: link.issuingAllowed,
    requestedBy: link.requestedBy,
    requestedAt: link.requestedAt,
    decidedAt: link.decidedAt ?? null,
    endedAt: link.endedAt ?? null,
    updatedAt: link.updatedAt,
    invitation: invitations.get(link.id) ?? null,
  }));
}

/** A link with what belongs to it. */
export async function linkInFull(em: EntityManager, link: OfficeLink): Promise<LinkInFull> {
  const [full] = await linksInFull(em, [link]);
  if (!full) throw new TypeError('a link has a row');
  return full;
}

/** The last invitation of a link, which is the only one that may be valid; null where there is none. */
export function lastInvitation(em: EntityManager, linkId: string): Promise<LinkInvitation | null> {
  return em.findOne(LinkInvitation, { link: linkId }, { orderBy: { createdAt: 'desc', id: 'desc' } });
}

async function lastInvitations(em: EntityManager, links: OfficeLink[]): Promise<Map<string, LinkInFull['invitation']>> {
  const where = { link: { $in: links.map(({ id }) => id) } };
  const all = await em.find(LinkInvitation, where, { orderBy: { createdAt: 'asc', id: 'asc' } });
  return new Map(
    all.map(({ link, mailStatus, mailError, recipients, sentAt, expiresAt }) => [
      link,
      { mailStatus, mailError: mailError ?? null, recipients, sentAt: sentAt ?? null, expiresAt },
    ]),
  );
}

function companiesByRow(em: EntityManager, ids: string[]): Promise<LinkParty[]> {
  return em.find(Company, { id: { $in: ids } }, { fields: ['taxId', 'name'] });
}

function byId<Row extends { id: string }>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function partyOf(party: LinkParty | undefined): LinkParty {
  if (!party) throw new TypeError('a link has an office and a company');
  return { id: party.id, taxId: party.taxId, name: party.name };
}

/** Links of an office, the newest first; `total` counts all pages. */
export function listLinks(
  orm: Orm,
  officeId: string,
  { status }: { status?: LinkStatus | undefined },
  page: Page,
): Promise<{ links: LinkInFull[]; total: number }> {
  return inOffice(orm, officeId, async (em) => {
    const where = status === undefined ? {} : { status };
    const [links, total] = await em.findAndCount(OfficeLink, where, { orderBy: { id: 'desc' }, ...rowRangeOf(page) });
    return { links: await linksInFull(em, links, linkedCompanies), total };
  });
}

/** Which links are looked for; a missing field does not restrict. */
export type LinkQuery = {
  id?: string;
  office?: string | undefined;
  company?: string | undefined;
  status?: LinkStatus | undefined;
};

/** One page of the links that `em` oversees, the last to change first; `total` counts all pages. */
export async function findLinks(
  em: EntityManager,
  query: LinkQuery,
  page: Page,
): Promise<{ links: LinkInFull[]; total: number }> {
  const where = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
  const newestFirst = { orderBy: { updatedAt: 'desc', id: 'desc' } } as const;
  const [links, total] = await em.findAndCount(OfficeLink, where, { ...newestFirst, ...rowRangeOf(page) });
  return { links: await linksInFull(em, links), total };
}

/** Reads companies by a database function, which tells an office nothing but what it asked for the company by. */
async function linkedCompanies(em: EntityManager, ids: string[]): Promise<LinkParty[]> {
  if (ids.length === 0) return [];
  const rows = await em.execute<{ id: string; tax_id: string; name: string }[]>(
    `select * from linked_companies(array[?]::uuid[])`,
    [ids],
  );
  return rows.map(({ id, tax_id, name }) => ({ id, taxId: tax_id, name }));
}
