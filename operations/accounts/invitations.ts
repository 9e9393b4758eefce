import type { EntityManager, Orm } from '../../config/orm.ts';
import { hashLinkToken } from '../../domain/access/key.ts';
import { invitationDays, PersonInvitation, PersonMail } from '../../domain/accounts/invitation.entity.ts';
import { Membership, Person } from '../../domain/accounts/person.entity.ts';
import type { PersonRole } from '../../domain/accounts/roles.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { administering } from '../in-company.ts';
import { spendInvitationAttempt } from './attempts.ts';
import { addressOf } from './people.ts';
import { holdBack, type Post, type SentLink, writeTo } from './person-mail.ts';

/** An invitation that nobody has answered yet. `link` is told once, and only where no mail brings it. */
export type Invited = { email: string; mailId: string | null; link: string | null };

/** An open invitation, and what became of its mail; null where there is none. */
export type OpenInvitation = Pick<PersonInvitation, 'id' | 'email' | 'role' | 'expiresAt'> & {
  mail: Pick<PersonMail, 'mailStatus' | 'mailError'> | null;
};

/**
 * Invites somebody to a company by an address of hers, whether she is known by it or not, which is not told. An invitation that the address has
 * already is replaced.
 *
 * @throws DomainError `validation_error` for what is no address, `invalid_state` for who has access already; SignInRefused where a company
 *   invites too often
 */
export async function invitePerson(
  { orm, ...post }: Post & { orm: Orm },
  acting: ActingCompany,
  { email, role }: { email: string; role: PersonRole },
): Promise<Invited> {
  const address = addressOf(email);
  await spendInvitationAttempt(orm, acting.id);
  return administering(orm, acting, async (em) => {
    const { actor, id: company } = acting;
    if (actor.kind !== 'PERSON' || actor.id === null) throw new TypeError('only a person invites');
    if (await hasAccess(em, company, address)) {
      throw new DomainError('invalid_state', `${address} já tem acesso à empresa. Mude o papel na lista.`);
    }
    await endInvitations(em, { company, email: address });
    const expiresAt = new Date(Date.now() + invitationDays * 86_400_000);
    const { name, taxId, tradeName } = acting;
    const matter = {
      kind: 'INVITATION',
      company: { name: tradeName || name, taxId },
      role,
      inviter: actor.name,
    } as const;
    const sent: SentLink = await writeTo(em, post, { email: address, matter, path: '/convite/', expiresAt });
    const invitation = em.create(PersonInvitation, {
      ...{ company, email: address, role, inviter: actor.id, mail: sent.mailId, expiresAt },
      tokenHash: hashLinkToken(sent.token),
    });
    await em.flush();
    recordFor(em, acting, 'PERSON_INVITED', invitation.id, { role });
    return { email: address, mailId: sent.mailId, link: sent.mailId === null ? sent.url : null };
  });
}

/** Takes an invitation back; one that is not there, or not the company's, is none. */
export function withdrawInvitation(orm: Orm, acting: ActingCompany, id: string): Promise<void> {
  return administering(orm, acting, async (em) => {
    if ((await endInvitations(em, { company: acting.id, id })) === 0) return;
    recordFor(em, acting, 'PERSON_INVITATION_WITHDRAWN', id);
  });
}

/** Invitations that nobody has answered, the newest first. */
export function openInvitations(orm: Orm, acting: ActingCompany): Promise<OpenInvitation[]> {
  return administering(orm, acting, async (em) => {
    const open = { company: acting.id, usedAt: null, endedAt: null, expiresAt: { $gt: new Date() } };
    const found = await em.find(PersonInvitation, open, { orderBy: { createdAt: 'desc' } });
    const ids = found.flatMap(({ mail }) => mail ?? []);
    const mails = new Map((await em.find(PersonMail, { id: { $in: ids } })).map((mail) => [mail.id, mail]));
    return found.map(({ id, email, role, expiresAt, mail }) => {
      const sent = mail ? mails.get(mail) : undefined;
      const state = sent ? { mailStatus: sent.mailStatus, mailError: sent.mailError ?? null } : null;
      return { id, email, role, expiresAt, mail: state };
    });
  });
}

/** Ends the invitations that somebody made who administers the company no more. */
export function endInvitationsOf(em: EntityManager, company: string, inviter: string): Promise<number> {
  return endInvitations(em, { company, inviter });
}

type Which = { company: string; id?: string; email?: string; inviter?: string };

async function endInvitations(em: EntityManager, which: Which): Promise<number> {
  const open = await em.find(PersonInvitation, { ...which, usedAt: null, endedAt: null });
  const ids = open.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await holdBack(
    em,
    open.flatMap(({ mail }) => mail ?? []),
  );
  return em.nativeUpdate(PersonInvitation, { id: { $in: ids }, usedAt: null }, { endedAt: new Date() });
}

async function hasAccess(em: EntityManager, company: string, email: string): Promise<boolean> {
  const current = await em.find(Membership, { company, endedAt: null });
  return (await em.count(Person, { email, id: { $in: current.map(({ person }) => person) } })) > 0;
}
