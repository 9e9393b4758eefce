import type { EntityManager, Orm } from '../../config/orm.ts';
import { hashLinkToken, looksLikeLinkToken, newLinkToken } from '../../domain/access/key.ts';
import { weaknessOf } from '../../domain/accounts/password-strength.ts';
import { Person } from '../../domain/accounts/person.entity.ts';
import { idleHours, PanelSession, PersonToken, sessionDays } from '../../domain/accounts/session.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { record } from '../audit/record.ts';
import { inPanel } from '../in-company.ts';
import { SignInRefused, spendAttempts } from './attempts.ts';
import { isRightPassword, passwordHashOf } from './passwords.ts';

/** Where somebody signs in from: the network of the address (`networkOf`), and what the browser calls itself. */
export type SignInPlace = { network: string; agent: string };

/**
 * Opens a session for who knows a password. What is unknown and what is wrong are told alike, and take as long.
 *
 * @returns the session's secret, for the cookie
 * @throws SignInRefused also where an account or a network tried too often
 */
export async function signIn(
  orm: Orm,
  { email, password }: { email: string; password: string },
  place: SignInPlace,
): Promise<string> {
  const address = email.trim().toLowerCase();
  await spendAttempts(orm, address, place.network);
  const person = await inPanel(orm, (em) => em.findOne(Person, { email: address, status: 'ACTIVE' }));
  if (!(await isRightPassword(password, person?.passwordHash)) || !person) throw new SignInRefused(0);
  return inPanel(orm, (em) => openSession(em, person, place));
}

/** Whose link it is by which a password is chosen; null where it is unknown, used or expired. Looking changes nothing. */
export async function openPersonLink(orm: Orm, token: string): Promise<Pick<Person, 'name' | 'email'> | null> {
  const found = await inPanel(orm, (em) => findLink(em, token));
  return found && { name: found.person.name, email: found.person.email };
}

/**
 * Sets the password that a person chose by her link, ends her other sessions and signs her in.
 *
 * @throws DomainError `invalid_link`; `validation_error` for a weak password
 */
export async function choosePassword(orm: Orm, token: string, password: string, place: SignInPlace): Promise<string> {
  const known = await openPersonLink(orm, token);
  if (!known) throw linkEnded();
  const weakness = weaknessOf(password, known);
  if (weakness) throw new DomainError('validation_error', weakness);
  const passwordHash = await passwordHashOf(password);
  return inPanel(orm, async (em) => {
    const found = await findLink(em, token);
    const used =
      found && (await em.nativeUpdate(PersonToken, { id: found.token.id, usedAt: null }, { usedAt: new Date() }));
    if (!found || used !== 1) throw linkEnded();
    found.person.passwordHash = passwordHash;
    const { id, name } = found.person;
    await em.nativeDelete(PanelSession, { person: id });
    const actor = { kind: 'PERSON', id, name, office: null } as const;
    record(em, actor, { action: 'PERSON_PASSWORD_CHOSEN', subject: id });
    return openSession(em, found.person, place);
  });
}

function linkEnded(): DomainError {
  const message = 'Este link já foi usado ou venceu. Peça outro a quem administra o Lavra.';
  return new DomainError('invalid_link', message);
}

async function findLink(em: EntityManager, secret: string): Promise<{ token: PersonToken; person: Person } | null> {
  if (!looksLikeLinkToken(secret)) return null;
  const token = await em.findOne(PersonToken, { tokenHash: hashLinkToken(secret), usedAt: null });
  if (!token || token.expiresAt <= new Date()) return null;
  const person = await em.findOne(Person, { id: token.person, status: 'ACTIVE' });
  return person && { token, person };
}

async function openSession(
  em: EntityManager,
  { id: person }: Person,
  { network, agent }: SignInPlace,
): Promise<string> {
  const secret = newLinkToken();
  const now = new Date();
  const idleSince = new Date(now.getTime() - idleHours * 3_600_000);
  await em.nativeDelete(PanelSession, { person, $or: [{ endsAt: { $lt: now } }, { lastSeenAt: { $lt: idleSince } }] });
  em.create(PanelSession, {
    person,
    tokenHash: hashLinkToken(secret),
    lastSeenAt: now,
    confirmedAt: now,
    endsAt: new Date(now.getTime() + sessionDays * 86_400_000),
    network,
    agent: agent.slice(0, 200),
  });
  await em.flush();
  return secret;
}
