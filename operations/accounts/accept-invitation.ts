import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { hashLinkToken, looksLikeLinkToken } from '../../domain/access/key.ts';
import { PersonIdentity } from '../../domain/accounts/identity.entity.ts';
import { PersonInvitation } from '../../domain/accounts/invitation.entity.ts';
import { weaknessOf } from '../../domain/accounts/password-strength.ts';
import { Membership, Person } from '../../domain/accounts/person.entity.ts';
import type { PersonRole } from '../../domain/accounts/roles.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { record } from '../audit/record.ts';
import { openPanelSession, type SignInPlace } from './open-session.ts';
import { passwordHashOf } from './passwords.ts';
import { amongPeople, type PeopleOwner } from './people-owner.ts';

/** What an invitation shows to whoever opens its link: the company, the role, and whether the invited person has an account. */
export type ShownInvitation = {
  /** The company, or the office where the role is one of an office; null for the installation. */
  company: { name: string; taxId: string } | null;
  role: PersonRole;
  email: string;
  /**
   * `NEW`: no account yet, a password is chosen. `KNOWN`: an account, by which the person signs in. `UNREADY`: an account without a password, which
   * only the operator's link can set: this invitation's link may be read by the company's administrator. `OUT`: the operator locked the account,
   * and nobody else can unlock it.
   */
  invited: 'NEW' | 'KNOWN' | 'UNREADY' | 'OUT';
};

/** What a person joined by an invitation, and in which role. */
export type JoinedPlace = Pick<ShownInvitation, 'company' | 'role'>;

/** What an invitation shows; null where it is unknown, used, withdrawn or expired. Looking changes nothing. */
export async function shownInvitation(orm: Orm, token: string): Promise<ShownInvitation | null> {
  const found = await find(orm, token);
  return found && amongPeople(orm, ownerOf(found), async (em) => (await look(em, found))?.shown ?? null);
}

/**
 * Accepts an invitation for a person who is signed in with the address that it was sent to.
 *
 * @returns what the person joined, and in which role
 * @throws DomainError `invalid_link`, also for another person
 */
export async function acceptSignedIn(orm: Orm, token: string, personId: string): Promise<JoinedPlace> {
  const found = await find(orm, token);
  if (!found) throw ended();
  return amongPeople(orm, ownerOf(found), async (em) => {
    const seen = await look(em, found);
    if (!seen?.person || seen.person.id !== personId || seen.shown.invited !== 'KNOWN') throw ended();
    await take(em, seen);
    await join(em, seen, seen.person);
    return seen.shown;
  });
}

/**
 * Accepts an invitation for a new person: creates the account with the chosen password, and signs the person in.
 *
 * @returns the session's secret, and what the person joined
 * @throws DomainError `invalid_link`; `invalid_state` for a person who has an account, which another invitation may have created at this moment;
 *   `validation_error` for a weak password or a missing name
 */
export async function acceptAsNew(
  orm: Orm,
  token: string,
  { name, password }: { name: string; password: string },
  place: SignInPlace,
): Promise<{ secret: string; joined: JoinedPlace }> {
  const found = await find(orm, token);
  const shown = found && (await shownInvitation(orm, token));
  if (!found || !shown) throw ended();
  if (shown.invited !== 'NEW') throw notNew(shown);
  const called = name.trim();
  if (called === '' || called.length > 120) throw new DomainError('validation_error', 'Diga o seu nome.');
  const weakness = weaknessOf(password, { name: called, email: shown.email });
  if (weakness) throw new DomainError('validation_error', weakness);
  const passwordHash = await passwordHashOf(password);
  return amongPeople(orm, ownerOf(found), async (em) => {
    const seen = await look(em, found);
    if (!seen) throw ended();
    if (seen.shown.invited !== 'NEW') throw notNew(seen.shown);
    await take(em, seen);
    const person = em.create(Person, { email: seen.shown.email, name: called, status: 'ACTIVE', passwordHash });
    await em.flush().catch((cause: unknown) => {
      throw cause instanceof UniqueConstraintViolationException ? alreadyKnown(cause) : cause;
    });
    await join(em, seen, person);
    return { secret: await openPanelSession(em, person, place), joined: seen.shown };
  });
}

/**
 * Accepts an invitation for a new person whose address the identity provider vouches for: creates the account, without a password. An invitation to
 * another address, or to a person who has an account, stays as it is.
 *
 * @throws DomainError `invalid_state` where an account for the address was created at this moment
 */
export async function acceptVouched(
  orm: Orm,
  token: string,
  { email, name }: { email: string; name: string },
): Promise<void> {
  const found = await find(orm, token);
  if (!found) return;
  await amongPeople(orm, ownerOf(found), async (em) => {
    const seen = await look(em, found);
    if (seen?.shown.invited !== 'NEW' || seen.shown.email !== email) return;
    await take(em, seen);
    const person = em.create(Person, { email, name, status: 'ACTIVE', passwordHash: null });
    await em.flush().catch((cause: unknown) => {
      throw cause instanceof UniqueConstraintViolationException ? alreadyKnown(cause) : cause;
    });
    await join(em, seen, person);
  });
}

/** `name` and `taxId` are those of the company or the office; null for the installation. */
type InvitationRow = {
  id: string;
  companyId: string | null;
  officeId: string | null;
  name: string | null;
  taxId: string | null;
};
type Seen = { shown: ShownInvitation; person: Person | null; invitation: PersonInvitation };

/** Reads an invitation by a database function: a request that brings only a token belongs to no company yet. */
async function find(orm: Orm, token: string): Promise<InvitationRow | null> {
  if (!looksLikeLinkToken(token)) return null;
  const [row] = await orm.em
    .fork()
    .execute<InvitationRow[]>(
      `select id, company_id as "companyId", office_id as "officeId", name, tax_id as "taxId" from open_person_invitation(?)`,
      [hashLinkToken(token)],
    );
  return row ?? null;
}

async function look(em: EntityManager, { id, name, taxId }: InvitationRow): Promise<Seen | null> {
  const open = { id, usedAt: null, endedAt: null, expiresAt: { $gt: new Date() } };
  const invitation = await em.findOne(PersonInvitation, open);
  if (!invitation) return null;
  const { email, role } = invitation;
  const company = name === null || taxId === null ? null : { name, taxId };
  const person = await em.findOne(Person, { email });
  const isLinked = person !== null && (await em.count(PersonIdentity, { person: person.id })) > 0;
  return { shown: { company, role, email, invited: standingOf(person, isLinked) }, person, invitation };
}

function standingOf(person: Person | null, isLinked: boolean): ShownInvitation['invited'] {
  if (!person) return 'NEW';
  if (person.status === 'DISABLED') return 'OUT';
  return person.passwordHash || isLinked ? 'KNOWN' : 'UNREADY';
}

/** Marks an invitation as used. A second acceptance waits here for the first, and finds it used. */
async function take(em: EntityManager, { invitation: { id } }: Seen): Promise<void> {
  const open = { id, usedAt: null, endedAt: null };
  if ((await em.nativeUpdate(PersonInvitation, open, { usedAt: new Date() })) !== 1) throw ended();
}

/** Gives the invited role, unless the person has been given access there meanwhile: then that stays as it is. */
async function join(em: EntityManager, { invitation }: Seen, { id: person, name }: Person): Promise<void> {
  const { role } = invitation;
  const owner = { company: invitation.company ?? null, office: invitation.office ?? null };
  if ((await em.count(Membership, { person, ...owner, endedAt: null })) === 0) {
    em.create(Membership, { person, ...owner, role, endedAt: null });
  }
  const actor: Actor = { kind: 'PERSON', id: person, name, office: null };
  record(em, actor, { action: 'PERSON_INVITATION_ACCEPTED', ...owner, subject: person, details: { role } });
}

function ownerOf({ companyId, officeId, name, taxId }: InvitationRow): PeopleOwner {
  const actor: Actor = { kind: 'PERSON', id: null, name: 'Pessoa convidada', office: null };
  const named = { name: name ?? '', taxId: taxId ?? '', actor };
  if (companyId !== null) return { kind: 'COMPANY', company: { id: companyId, tradeName: null, ...named }, actor };
  if (officeId !== null) return { kind: 'OFFICE', office: { id: officeId, ...named }, actor };
  return { kind: 'INSTALLATION', actor };
}

function notNew({ invited }: ShownInvitation): DomainError {
  return invited === 'KNOWN' ? alreadyKnown() : ended();
}

/**
 * The error where an account for the address exists: the password that was just chosen is not that account's, so that its owner must sign in and
 * accept.
 */
function alreadyKnown(cause?: unknown): DomainError {
  const message = 'Este endereço acaba de ganhar uma conta. Entre com a senha dela, e aceite o convite.';
  return new DomainError('invalid_state', message, { cause });
}

function ended(): DomainError {
  return new DomainError(
    'invalid_link',
    'Este convite já foi usado, venceu ou foi retirado. Peça outro a quem convidou.',
  );
}
