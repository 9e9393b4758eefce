import type { EntityManager, Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { LinkInvitation } from '../../domain/offices/link-invitation.entity.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { inLink } from '../in-company.ts';
import { type LinkInFull, linkInFull } from './link-in-full.ts';
import { lockLinks } from './lock-links.ts';
import { recordLinkUpdated } from './record-link-updated.ts';

/** Both sides of a link, which name it. */
export type LinkSides = { companyId: string; officeId: string };

/** A link after a change, and the endpoints that the change left something to deliver to: wake their actors. */
export type ChangedLink = { link: LinkInFull; endpoints: string[] };

/**
 * The company accepts what an office asked for; the office may issue from now on only where that is said.
 *
 * @throws NotFound
 * @throws DomainError `invalid_state` where nothing is asked for, `company_already_linked`
 */
export function acceptLink(orm: Orm, sides: LinkSides, { issuingAllowed = false } = {}): Promise<ChangedLink> {
  return inLink(orm, sides, (em) => accept(em, sides, issuingAllowed));
}

/** The company does not accept it. @throws NotFound @throws DomainError `invalid_state` */
export function refuseLink(orm: Orm, sides: LinkSides): Promise<ChangedLink> {
  return inLink(orm, sides, (em) => refuse(em, sides));
}

/** Either side ends the link, at once, or takes back what was asked for. @throws NotFound @throws DomainError `invalid_state` */
export function endLink(orm: Orm, sides: LinkSides): Promise<ChangedLink> {
  return inLink(orm, sides, async (em) => {
    const link = await lockedLink(em, sides);
    link.end(new Date());
    return changed(em, link);
  });
}

/**
 * The company lets the office of its ACTIVE link issue, or no longer does. What is so already changes nothing.
 *
 * @throws NotFound
 * @throws DomainError `invalid_state`
 */
export function allowIssuing(orm: Orm, sides: LinkSides, isAllowed: boolean): Promise<ChangedLink> {
  return inLink(orm, sides, async (em) => {
    const link = await lockedLink(em, sides);
    const isSo = link.issuingAllowed === isAllowed;
    link.allowIssuing(isAllowed);
    return isSo ? { link: await linkInFull(em, link), endpoints: [] } : changed(em, link);
  });
}

/** As `acceptLink`, in a transaction of both sides. */
export async function accept(em: EntityManager, sides: LinkSides, issuingAllowed: boolean): Promise<ChangedLink> {
  const link = await lockedLink(em, sides);
  await checkUnlinked(em, link);
  link.accept(issuingAllowed, new Date());
  return changed(em, link);
}

/** As `refuseLink`, in a transaction of both sides. */
export async function refuse(em: EntityManager, sides: LinkSides): Promise<ChangedLink> {
  const link = await lockedLink(em, sides);
  link.refuse(new Date());
  return changed(em, link);
}

/** @throws DomainError `company_already_linked` where the company's ACTIVE link is one with another office; its links must be locked */
export async function checkUnlinked(
  em: EntityManager,
  { company, office }: Pick<OfficeLink, 'company' | 'office'>,
): Promise<void> {
  // Not by the ORM, whose filter of offices hides the links of others: the policy of the company shows them.
  const others = await em.execute<unknown[]>(
    `select from office_link where company_id = ? and status = 'ACTIVE' and office_id <> ?`,
    [company, office],
  );
  if (others.length === 0) return;
  const message = 'A empresa já está vinculada a outro escritório. Esse vínculo precisa ser encerrado antes.';
  throw new DomainError('company_already_linked', message);
}

async function lockedLink(em: EntityManager, { companyId, officeId }: LinkSides): Promise<OfficeLink> {
  await lockLinks(em, companyId);
  return findOrRefuse('officeLink', officeId, (office) => em.findOne(OfficeLink, { office, company: companyId }));
}

/** Whatever was answered or ended, no invitation to it opens any more, and none is still to be mailed. */
async function changed(em: EntityManager, link: OfficeLink): Promise<ChangedLink> {
  await em.flush();
  await closeInvitations(em, link.id, 'O pedido foi respondido ou encerrado antes de o e-mail sair.');
  const full = await linkInFull(em, link);
  return { link: full, endpoints: await recordLinkUpdated(em, full) };
}

/**
 * Has none of a link's invitations open any more.
 *
 * @param mailError what is told of a mail that had not gone yet
 */
export async function closeInvitations(em: EntityManager, linkId: string, mailError: string): Promise<void> {
  const now = new Date();
  const ofLink = { link: linkId };
  await em.nativeUpdate(LinkInvitation, { ...ofLink, usedAt: null }, { usedAt: now });
  await em.nativeUpdate(
    LinkInvitation,
    { ...ofLink, mailStatus: 'PENDING' },
    { mailStatus: 'FAILED', mailError, sealedToken: null, waitingKind: null, waitingSince: null },
  );
}
