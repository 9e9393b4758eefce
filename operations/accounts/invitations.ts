import type { EntityManager, Orm } from '../../config/orm.ts';
import { hashLinkToken } from '../../domain/access/key.ts';
import { invitationDays, PersonInvitation, PersonMail } from '../../domain/accounts/invitation.entity.ts';
import { Membership, Person } from '../../domain/accounts/person.entity.ts';
import type { PersonRole } from '../../domain/accounts/roles.ts';
import { DomainError } from '../../domain/errors.ts';
import { withNothingAround, type TransactionWrapper } from '../transactions.ts';
import { spendInvitationAttempt } from './attempts.ts';
import { storedAddress } from './people.ts';
import { amongPeople, ownerColumns, labelOf, ownerWords, type PeopleOwner, recordAmong } from './people-owner.ts';
import { withdrawMails, type PanelMailing, type SentLink, writePersonMail } from './person-mail.ts';

/** An invitation that is open. `link` is given out only here, and only where no mail brings it. */
export type Invited = { id: string; email: string; expiresAt: Date; mailId: string | null; link: string | null };

/** An open invitation, and what became of its mail; null where no mail was sent. */
export type OpenPersonInvitation = Pick<PersonInvitation, 'id' | 'email' | 'role' | 'expiresAt'> & {
  mail: Pick<PersonMail, 'mailStatus' | 'mailError'> | null;
};

/**
 * Invites a person by an e-mail address. Whether the address belongs to a known person is not told. An open invitation of the address is replaced.
 *
 * @param around what happens in the same transaction
 * @throws DomainError `validation_error` for an invalid address, `invalid_state` for a person who has access already; SignInRefused where too
 *   many are invited
 */
export async function invitePerson(
  { orm, ...post }: PanelMailing & { orm: Orm },
  owner: PeopleOwner,
  { email, role }: { email: string; role: PersonRole },
  around: TransactionWrapper<Invited> = withNothingAround,
): Promise<Invited> {
  const address = storedAddress(email);
  await spendInvitationAttempt(orm, labelOf(owner));
  return amongPeople(orm, owner, (em) => around(em, () => invite(em, post, owner, { email: address, role })));
}

async function invite(
  em: EntityManager,
  post: PanelMailing,
  owner: PeopleOwner,
  { email, role }: { email: string; role: PersonRole },
): Promise<Invited> {
  const inviter = inviterIn(owner);
  if (await hasAccess(em, owner, email)) {
    const { to } = ownerWords[owner.kind];
    throw new DomainError('invalid_state', `${email} já tem acesso ${to}. Mude o papel na lista.`);
  }
  await endInvitations(em, owner, { email });
  const expiresAt = new Date(Date.now() + invitationDays * 86_400_000);
  const matter = { kind: 'INVITATION', company: namedIn(owner), role, inviter: inviter.name } as const;
  const sent: SentLink = await writePersonMail(em, post, { email, matter, path: '/convite/', expiresAt });
  const invitation = em.create(PersonInvitation, {
    ...{ ...ownerColumns(owner), email, role, inviter: inviter.id, mail: sent.mailId, expiresAt },
    tokenHash: hashLinkToken(sent.token),
  });
  await em.flush();
  recordAmong(em, owner, 'PERSON_INVITED', invitation.id, { role });
  const { mailId, url } = sent;
  return { id: invitation.id, email, expiresAt, mailId, link: mailId === null ? url : null };
}

/** The name of whoever invites: a person, or the operator's key. */
function inviterIn({ actor }: PeopleOwner): { id: string | null; name: string } {
  if (actor.kind === 'OPERATOR_KEY') return { id: null, name: 'Quem opera o Lavra' };
  if (actor.kind !== 'PERSON' || actor.id === null) throw new TypeError('only a person or an operator invites');
  return { id: actor.id, name: actor.name };
}

/** The name by which the invitation calls what it opens; null for the installation. */
function namedIn(owner: PeopleOwner): { name: string; taxId: string } | null {
  switch (owner.kind) {
    case 'COMPANY':
      return { name: owner.company.tradeName || owner.company.name, taxId: owner.company.taxId };
    case 'OFFICE':
      return { name: owner.office.name, taxId: owner.office.taxId };
    case 'INSTALLATION':
      return null;
  }
}

/** Withdraws an invitation; does nothing where there is none, or it is not the owner's. */
export function withdrawInvitation(orm: Orm, owner: PeopleOwner, id: string): Promise<void> {
  return amongPeople(orm, owner, async (em) => {
    if ((await endInvitations(em, owner, { id })) === 0) return;
    recordAmong(em, owner, 'PERSON_INVITATION_WITHDRAWN', id);
  });
}

/** Open invitations, the newest first. */
export function openInvitations(orm: Orm, owner: PeopleOwner): Promise<OpenPersonInvitation[]> {
  return amongPeople(orm, owner, async (em) => {
    const open = { ...ownerColumns(owner), usedAt: null, endedAt: null, expiresAt: { $gt: new Date() } };
    return withMails(em, await em.find(PersonInvitation, open, { orderBy: { createdAt: 'desc' } }));
  });
}

/** One invitation, in whatever state; null where it is not the owner's. */
export function findInvitation(orm: Orm, owner: PeopleOwner, id: string): Promise<OpenPersonInvitation | null> {
  return amongPeople(orm, owner, async (em) => {
    const [found] = await withMails(em, await em.find(PersonInvitation, { ...ownerColumns(owner), id }));
    return found ?? null;
  });
}

async function withMails(em: EntityManager, found: readonly PersonInvitation[]): Promise<OpenPersonInvitation[]> {
  const ids = found.flatMap(({ mail }) => mail ?? []);
  const mails = new Map((await em.find(PersonMail, { id: { $in: ids } })).map((mail) => [mail.id, mail]));
  return found.map(({ id, email, role, expiresAt, mail }) => {
    const sent = mail ? mails.get(mail) : undefined;
    const state = sent ? { mailStatus: sent.mailStatus, mailError: sent.mailError ?? null } : null;
    return { id, email, role, expiresAt, mail: state };
  });
}

/** Ends the open invitations of a person who does not decide about people any more. */
export function endInvitationsOf(em: EntityManager, owner: PeopleOwner, inviter: string): Promise<number> {
  return endInvitations(em, owner, { inviter });
}

type Which = { id?: string; email?: string; inviter?: string };

async function endInvitations(em: EntityManager, owner: PeopleOwner, which: Which): Promise<number> {
  const open = await em.find(PersonInvitation, { ...ownerColumns(owner), ...which, usedAt: null, endedAt: null });
  const ids = open.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await withdrawMails(
    em,
    open.flatMap(({ mail }) => mail ?? []),
  );
  return em.nativeUpdate(PersonInvitation, { id: { $in: ids }, usedAt: null }, { endedAt: new Date() });
}

async function hasAccess(em: EntityManager, owner: PeopleOwner, email: string): Promise<boolean> {
  const current = await em.find(Membership, { ...ownerColumns(owner), endedAt: null });
  return (await em.count(Person, { email, id: { $in: current.map(({ person }) => person) } })) > 0;
}
