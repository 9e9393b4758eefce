import type { EntityManager, Orm } from '../../config/orm.ts';
import { hashLinkToken, newLinkToken } from '../../domain/access/key.ts';
import { PersonIdentity } from '../../domain/accounts/identity.entity.ts';
import { Passkey } from '../../domain/accounts/passkey.entity.ts';
import { Membership, Person } from '../../domain/accounts/person.entity.ts';
import type { CompanyRole, OfficeRole, OperatorRole } from '../../domain/accounts/roles.ts';
import { HalfSession, RecoveryCode } from '../../domain/accounts/second-factor.entity.ts';
import { PanelSession, PersonToken } from '../../domain/accounts/session.entity.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { record } from '../audit/record.ts';
import { acrossCompanies } from '../in-company.ts';
import type { SignedIn } from './sessions.ts';

/** A role, and where it holds: in a company, in an office, or, without either, in the installation. */
export type PersonPlace =
  | { role: CompanyRole; companyId: string; officeId?: never }
  | { role: OfficeRole; officeId: string; companyId?: never }
  | { role: OperatorRole; companyId?: never; officeId?: never };

/** A person to be created, with a role. */
export type PersonInput = { email: string; name: string } & PersonPlace;

const linkDays = 7;

/**
 * Creates a person, or gives an existing one a role in place of that in the same company, office or installation. The link for choosing a password
 * works once, for seven days; it is null where the person has a password already.
 *
 * @throws DomainError `validation_error` for an invalid address
 */
export async function createPerson(
  orm: Orm,
  { email, name, role, companyId, officeId }: PersonInput,
  actor: Actor,
): Promise<{ person: Person; token: string | null }> {
  const address = storedAddress(email);
  return acrossCompanies(orm).transactional(async (em) => {
    const known = await em.findOne(Person, { email: address });
    const person =
      known ?? em.create(Person, { email: address, name: name.trim(), passwordHash: null, status: 'ACTIVE' });
    await em.flush();
    const place = { company: companyId ?? null, office: officeId ?? null };
    await em.nativeUpdate(Membership, { person: person.id, ...place, endedAt: null }, { endedAt: new Date() });
    em.create(Membership, { person: person.id, ...place, role, endedAt: null });
    record(em, actor, { action: 'PERSON_CREATED', ...place, subject: person.id, details: { role } });
    return { person, token: person.passwordHash === null ? makeToken(em, person) : null };
  });
}

/** Every person by address, with the roles of each. */
export async function listPeople(orm: Orm): Promise<{ person: Person; memberships: Membership[] }[]> {
  const em = acrossCompanies(orm);
  const people = await em.find(Person, {}, { orderBy: { email: 'asc' } });
  const current = await em.find(Membership, { endedAt: null }, { orderBy: { createdAt: 'asc' } });
  const of = Map.groupBy(current, ({ person }) => person);
  return people.map((person) => ({ person, memberships: of.get(person.id) ?? [] }));
}

/**
 * Locks a person out of the panel: sessions and links end at once. Roles and history stay.
 *
 * @throws DomainError `not_found`
 */
export async function disablePerson(orm: Orm, email: string, actor: Actor): Promise<Person> {
  return acrossCompanies(orm).transactional(async (em) => lockOut(em, await named(em, email), actor));
}

/** As `disablePerson`, in the transaction of `em`. */
export async function lockOut(em: EntityManager, person: Person, actor: Actor): Promise<Person> {
  person.disable();
  await endEverything(em, person);
  record(em, actor, { action: 'PERSON_DISABLED', subject: person.id });
  return person;
}

/**
 * Makes a link by which a person chooses a new password, and removes the old one and the second factors, too, because the telephone may be lost.
 * Sessions end, and a locked person is unlocked.
 *
 * @throws DomainError `not_found`
 */
export async function resetPerson(orm: Orm, email: string, actor: Actor): Promise<{ person: Person; token: string }> {
  return acrossCompanies(orm).transactional(async (em) => resetAccount(em, await named(em, email), actor));
}

/** As `resetPerson`, in the transaction of `em`. */
export async function resetAccount(
  em: EntityManager,
  person: Person,
  actor: Actor,
): Promise<{ person: Person; token: string }> {
  person.enable();
  await endEverything(em, person);
  // The identity at the provider is forgotten, too: the address may belong to somebody else there by now.
  await em.nativeDelete(PersonIdentity, { person: person.id });
  await forgetFactors(em, person);
  record(em, actor, { action: 'PERSON_RESET', subject: person.id });
  return { person, token: makeToken(em, person) };
}

/** Removes a person's second factors: authenticator app, passkeys and recovery codes. */
export async function forgetFactors(em: EntityManager, person: Person): Promise<void> {
  person.forgetSecondFactor();
  await em.nativeDelete(Passkey, { person: person.id });
  await em.nativeDelete(RecoveryCode, { person: person.id });
}

/** Ends all sessions and half sessions of a person. @returns in how many browsers the person was signed in */
export function endSessionsOf(em: EntityManager, { id }: Pick<Person, 'id'>): Promise<number> {
  return endSessions(em, { person: id });
}

/** As `endSessionsOf`, but the session by which the person acts stays. */
export function endOtherSessions(em: EntityManager, { personId: person, sessionId }: SignedIn): Promise<number> {
  return endSessions(em, { person, id: { $ne: sessionId } });
}

async function endSessions(em: EntityManager, which: { person: string; id?: { $ne: string } }): Promise<number> {
  await em.nativeDelete(HalfSession, { person: which.person });
  return em.nativeDelete(PanelSession, which);
}

/** The address in the form in which it is stored. @throws DomainError `validation_error` */
export function storedAddress(email: string): string {
  const address = email.trim().toLowerCase();
  if (/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(address) && address.length <= 254) return address;
  throw new DomainError('validation_error', `"${email}" não é um endereço de e-mail.`);
}

async function named(em: EntityManager, email: string): Promise<Person> {
  const person = await em.findOne(Person, { email: storedAddress(email) });
  if (person) return person;
  throw new DomainError('not_found', `Não há pessoa com o e-mail ${email}. Veja "lavra user list".`);
}

async function endEverything(em: EntityManager, person: Person): Promise<void> {
  await endSessionsOf(em, person);
  await em.nativeUpdate(PersonToken, { person: person.id, usedAt: null }, { usedAt: new Date() });
}

/** Makes the secret of a link, which is given out only here: its hash is all that is stored. */
function makeToken(em: EntityManager, { id: person }: Person): string {
  const token = newLinkToken();
  const expiresAt = new Date(Date.now() + linkDays * 86_400_000);
  em.create(PersonToken, { person, tokenHash: hashLinkToken(token), expiresAt, usedAt: null });
  return token;
}
