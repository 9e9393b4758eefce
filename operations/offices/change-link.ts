import type { EntityManager, Orm } from '../../config/orm.ts';
import type { AuditAction } from '../../domain/audit/actions.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import type { AuditDetails } from '../../domain/audit/audit-entry.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { LinkInvitation } from '../../domain/offices/link-invitation.entity.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { record } from '../audit/record.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { inLink } from '../in-company.ts';
import { recordForOffice } from '../outbox.ts';
import { type LinkInFull, linkInFull } from './link-in-full.ts';

/** The ids of both sides of a link, which identify it. */
export type LinkSides = { companyId: string; officeId: string };

/** A link after a change, and the endpoints with new deliveries, whose actors the caller wakes. */
export type ChangedLink = { link: LinkInFull; endpoints: string[] };

/**
 * The company accepts the link that an office asked for. The office may issue for it only where that is said, too.
 *
 * @throws NotFound
 * @throws DomainError `invalid_state` where no link is asked for, `company_already_linked`
 */
export function acceptLink(
  orm: Orm,
  sides: LinkSides,
  { issuingAllowed = false, actor = lavraItself } = {},
): Promise<ChangedLink> {
  return inLink(orm, sides, (em) => acceptBetween(em, sides, { issuingAllowed, actor }));
}

/** The company refuses a link. @throws NotFound @throws DomainError `invalid_state` */
export function refuseLink(orm: Orm, sides: LinkSides, actor: Actor = lavraItself): Promise<ChangedLink> {
  return inLink(orm, sides, (em) => refuseBetween(em, sides, actor));
}

/** Either side ends the link at once, or withdraws a request. @throws NotFound @throws DomainError `invalid_state` */
export function endLink(orm: Orm, sides: LinkSides, actor: Actor = lavraItself): Promise<ChangedLink> {
  return inLink(orm, sides, (em) => endBetween(em, sides, actor));
}

/** The office withdraws a request that the company has not answered. @throws NotFound @throws DomainError `invalid_state` */
export function withdrawRequest(orm: Orm, sides: LinkSides, actor: Actor): Promise<ChangedLink> {
  return inLink(orm, sides, async (em) => {
    const link = await lockedLink(em, sides);
    link.withdraw(new Date());
    recordLink(em, actor, 'LINK_ENDED', link);
    return changed(em, link);
  });
}

/**
 * The company lets the office of its ACTIVE link issue, or no longer does. Repeating it changes nothing.
 *
 * @throws NotFound
 * @throws DomainError `invalid_state`
 */
export function allowIssuing(
  orm: Orm,
  sides: LinkSides,
  isAllowed: boolean,
  actor: Actor = lavraItself,
): Promise<ChangedLink> {
  return inLink(orm, sides, (em) => allowIssuingBetween(em, sides, isAllowed, actor));
}

/** As `acceptLink`, in a transaction of both sides. */
export async function acceptBetween(
  em: EntityManager,
  sides: LinkSides,
  { issuingAllowed, actor }: { issuingAllowed: boolean; actor: Actor },
): Promise<ChangedLink> {
  const link = await lockedLink(em, sides);
  await checkUnlinked(em, link);
  link.accept(issuingAllowed, new Date());
  recordLink(em, actor, 'LINK_ACCEPTED', link, { issuingAllowed });
  return changed(em, link);
}

/** As `refuseLink`, in a transaction of both sides. */
export async function refuseBetween(em: EntityManager, sides: LinkSides, actor: Actor): Promise<ChangedLink> {
  const link = await lockedLink(em, sides);
  link.refuse(new Date());
  recordLink(em, actor, 'LINK_REFUSED', link);
  return changed(em, link);
}

/** As `endLink`, in a transaction of both sides. */
export async function endBetween(em: EntityManager, sides: LinkSides, actor: Actor): Promise<ChangedLink> {
  const link = await lockedLink(em, sides);
  link.end(new Date());
  recordLink(em, actor, 'LINK_ENDED', link);
  return changed(em, link);
}

/** As `allowIssuing`, in a transaction of both sides. */
export async function allowIssuingBetween(
  em: EntityManager,
  sides: LinkSides,
  isAllowed: boolean,
  actor: Actor,
): Promise<ChangedLink> {
  const link = await lockedLink(em, sides);
  const isSo = link.issuingAllowed === isAllowed;
  link.allowIssuing(isAllowed);
  if (!isSo) recordLink(em, actor, isAllowed ? 'LINK_ISSUING_ALLOWED' : 'LINK_ISSUING_FORBIDDEN', link);
  return isSo ? { link: await linkInFull(em, link), endpoints: [] } : changed(em, link);
}

/** @throws DomainError `company_already_linked` where the company has an ACTIVE link with another office; the caller has locked its links */
export async function checkUnlinked(
  em: EntityManager,
  { company, office }: Pick<OfficeLink, 'company' | 'office'>,
): Promise<void> {
  // Raw SQL, because the ORM's filter hides links of other offices; the company's policy shows them.
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

/** Writes an entry about a link, which company and office both see. */
export function recordLink(
  em: EntityManager,
  actor: Actor,
  action: Extract<AuditAction, `LINK_${string}`>,
  { id: subject, company, office }: Pick<OfficeLink, 'id' | 'company' | 'office'>,
  details: AuditDetails = {},
): void {
  record(em, actor, { action, company, office, subject, details });
}

/** Ends a link's invitations after a change: whatever was answered or ended, none may be used or mailed any more. */
async function changed(em: EntityManager, link: OfficeLink): Promise<ChangedLink> {
  await em.flush();
  await closeInvitations(em, link.id, 'O pedido foi respondido ou encerrado antes de o e-mail sair.');
  const full = await linkInFull(em, link);
  return { link: full, endpoints: await recordLinkUpdated(em, full) };
}

/**
 * Ends the open invitations of a link.
 *
 * @param mailError reason to write for a mail that was not sent yet
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

/** Serializes changes of a company's links until this transaction ends: requests, answers and ends may come at the same time. */
export async function lockLinks(em: EntityManager, companyId: string): Promise<void> {
  await em.execute(`select pg_advisory_xact_lock(hashtextextended(?, 0))`, [`links of ${companyId}`]);
}

/**
 * Writes the event that a link was created or changed, and one pending delivery for each endpoint of its office that listens, in the transaction
 * that does it (invariant 4). Only the link's own office is told, also of its end; where none of its endpoints listens, nothing is written.
 *
 * @returns the endpoints whose actors have to be woken
 */
export async function recordLinkUpdated(em: EntityManager, link: LinkInFull): Promise<string[]> {
  const { company, office } = link;
  return recordForOffice(em, { type: 'LINK_UPDATED', company: company.id, office: office.id, data: dataOf(link) });
}

/** The `data` of an event about a link (docs/webhooks.md). */
function dataOf({ id, company, status, requestedBy, issuingAllowed }: LinkInFull): Record<string, unknown> {
  return {
    linkId: id,
    companyId: company.id,
    taxId: company.taxId,
    companyName: company.name,
    status,
    requestedBy,
    officeIssuingAllowed: issuingAllowed,
  };
}
