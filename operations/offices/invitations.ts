import { v7 as uuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { hashLinkToken, looksLikeLinkToken, newLinkToken } from '../../domain/access/key.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { LinkInvitation } from '../../domain/offices/link-invitation.entity.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { Office } from '../../domain/offices/office.entity.ts';
import { type MasterKey, seal, sealOwner } from '../../domain/seal.ts';
import { inLink } from '../in-company.ts';
import {
  acceptBetween,
  type ChangedLink,
  closeInvitations,
  type LinkSides,
  lockLinks,
  refuseBetween,
} from './change-link.ts';
import { lastInvitation, type LinkParty } from './link-in-full.ts';

/** How long an invitation is valid. */
const lifeMs = 7 * 86_400_000;

/**
 * SUPERSEDED: a later invitation to the same link replaced it. ANSWERED: also where the answer came another way, or the office withdrew its
 * request.
 */
export type InvitationState = 'OPEN' | 'ANSWERED' | 'EXPIRED' | 'SUPERSEDED';

/** What an invitation shows to whoever opens its link. */
export type OpenLinkInvitation = {
  invitationId: string;
  linkId: string;
  /** The link in its present state. */
  link: Pick<OfficeLink, 'status' | 'issuingAllowed'>;
  office: LinkParty & { email: string | null };
  company: LinkParty;
  state: InvitationState;
  expiresAt: Date;
};

/**
 * Creates an invitation to a link, in a transaction of both sides, and ends the earlier ones, so that one is valid. Whoever has its token may
 * answer for the company.
 */
export async function invite(
  em: EntityManager,
  masterKey: MasterKey,
  { id: link, office, company }: OfficeLink,
  recipients: string[],
): Promise<LinkInvitation> {
  await closeInvitations(em, link, 'Outro convite foi enviado no lugar deste.');
  const id = uuid();
  const token = newLinkToken();
  const isMailed = recipients.length > 0;
  const invitation = em.create(LinkInvitation, {
    id,
    ...{ link, office, company, recipients },
    tokenHash: hashLinkToken(token),
    sealedToken: isMailed ? seal(masterKey, sealOwner.invitation(office, id), token) : null,
    mailStatus: isMailed ? 'PENDING' : 'NOBODY',
    expiresAt: new Date(Date.now() + lifeMs),
  });
  await em.flush();
  return invitation;
}

/** What an invitation shows; null where its token is unknown. Looking changes nothing. */
export async function openInvitation(orm: Orm, token: string): Promise<OpenLinkInvitation | null> {
  const found = await findSides(orm, token);
  if (!found) return null;
  return inLink(orm, found, async (em) => {
    const { invitation, link, state } = await stateOf(em, found.id);
    const office = await em.findOneOrFail(Office, { id: found.officeId });
    const company = await em.findOneOrFail(Company, { id: found.companyId }, { fields: ['taxId', 'name'] });
    return {
      invitationId: invitation.id,
      linkId: link.id,
      link: { status: link.status, issuingAllowed: link.issuingAllowed },
      office: { id: office.id, taxId: office.taxId, name: office.name, email: office.email ?? null },
      company: { id: company.id, taxId: company.taxId, name: company.name },
      state,
      expiresAt: invitation.expiresAt,
    };
  });
}

/**
 * Answers an invitation for the company. It can be answered once.
 *
 * @throws DomainError `invalid_link` for a token that is unknown, expired or superseded, `invalid_state` where it was answered,
 *   `company_already_linked`
 */
export async function answerInvitation(
  orm: Orm,
  token: string,
  { accepts, issuingAllowed }: { accepts: boolean; issuingAllowed: boolean },
): Promise<ChangedLink> {
  const found = await findSides(orm, token);
  if (!found) throw refusals.EXPIRED();
  return inLink(orm, found, async (em) => {
    await lockLinks(em, found.companyId);
    const { invitation, state } = await stateOf(em, found.id);
    if (state !== 'OPEN') throw refusals[state]();
    const actor = invited(invitation);
    return accepts ? acceptBetween(em, found, { issuingAllowed, actor }) : refuseBetween(em, found, actor);
  });
}

/** The actor of an answer. Nothing is known but the addresses to which the invitation was sent. */
function invited({ recipients }: LinkInvitation): Actor {
  return { kind: 'PERSON', id: null, name: recipients.join(', ').slice(0, 200), office: null };
}

const refusals: Record<Exclude<InvitationState, 'OPEN'>, () => DomainError> = {
  ANSWERED: () => new DomainError('invalid_state', 'Este convite já foi respondido.'),
  EXPIRED: () =>
    new DomainError('invalid_link', 'O convite é inválido ou expirou. Peça ao escritório que o envie de novo.'),
  SUPERSEDED: () => new DomainError('invalid_link', 'Há um convite mais novo deste escritório. Use o último e-mail.'),
};

/** Reads the sides by a database function: a request that brings only a token belongs to no company yet. */
async function findSides(orm: Orm, token: string): Promise<(LinkSides & { id: string }) | undefined> {
  if (!looksLikeLinkToken(token)) return undefined;
  const [row] = await orm.em
    .fork()
    .execute<{ id: string; office_id: string; company_id: string }[]>('select * from open_invitation(?)', [
      hashLinkToken(token),
    ]);
  return row && { id: row.id, officeId: row.office_id, companyId: row.company_id };
}

type InvitationNow = { invitation: LinkInvitation; link: OfficeLink; state: InvitationState };

async function stateOf(em: EntityManager, id: string): Promise<InvitationNow> {
  const invitation = await em.findOneOrFail(LinkInvitation, { id });
  const link = await em.findOneOrFail(OfficeLink, { id: invitation.link });
  const last = await lastInvitation(em, link.id);
  return {
    invitation,
    link,
    state: stateNow(invitation, { isLast: last?.id === id, isPending: link.status === 'PENDING' }),
  };
}

/** The present state of an invitation. */
export function stateNow(
  { usedAt, expiresAt }: Pick<LinkInvitation, 'usedAt' | 'expiresAt'>,
  { isLast, isPending, now = new Date() }: { isLast: boolean; isPending: boolean; now?: Date },
): InvitationState {
  if (!isLast) return 'SUPERSEDED';
  if (usedAt || !isPending) return 'ANSWERED';
  return expiresAt <= now ? 'EXPIRED' : 'OPEN';
}
