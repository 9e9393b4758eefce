import type { EntityManager, Orm } from '../../config/orm.ts';
import { hashLinkToken, looksLikeLinkToken } from '../../domain/access/key.ts';
import { weaknessOf } from '../../domain/accounts/password-strength.ts';
import { Person } from '../../domain/accounts/person.entity.ts';
import { PersonToken } from '../../domain/accounts/session.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { record } from '../audit/record.ts';
import { inPanel } from '../in-company.ts';
import { SignInRefused, spendAttempts } from './attempts.ts';
import { openPanelSession, type SignInPlace } from './open-session.ts';
import { hasSecondFactor } from './own-factors.ts';
import { type PasskeySite, whoSigned } from './passkey-proof.ts';
import { isRightPassword, passwordHashOf } from './passwords.ts';
import { endSessionsOf } from './people.ts';
import { openHalfSession } from './second-factor.ts';

/**
 * The secret for the cookie: of a session or, for a person with a second factor, of a half session, which opens only the page that asks for that
 * factor.
 */
export type SignInResult = { kind: 'SESSION' | 'HALF'; secret: string };

/**
 * Signs a person in by password. An unknown address and a wrong password get the same answer, after the same time.
 *
 * @throws SignInRefused also where there were too many tries by the account or the network
 */
export async function signIn(
  orm: Orm,
  { email, password }: { email: string; password: string },
  place: SignInPlace,
): Promise<SignInResult> {
  const address = email.trim().toLowerCase();
  await spendAttempts(orm, address, place.network);
  const person = await inPanel(orm, (em) => em.findOne(Person, { email: address, status: 'ACTIVE' }));
  if (!(await isRightPassword(password, person?.passwordHash)) || !person) throw new SignInRefused(0);
  return inPanel(orm, (em) => enter(em, person, place));
}

/**
 * Opens a session by a passkey. The passkey asks for finger, face or PIN itself, and so is two factors at once.
 *
 * @param answer of the browser, as JSON
 * @returns the session's secret
 * @throws SignInRefused
 */
export async function signInByPasskey(
  orm: Orm,
  site: PasskeySite,
  answer: string,
  place: SignInPlace,
): Promise<string> {
  const person = await whoSigned(orm, site, { purpose: 'SIGN_IN', holder: null }, answer);
  return inPanel(orm, (em) => openPanelSession(em, person, place));
}

/** The person of a link for choosing a password; null where it is unknown, used or expired. Looking changes nothing. */
export async function openPersonLink(orm: Orm, token: string): Promise<Pick<Person, 'name' | 'email'> | null> {
  const found = await inPanel(orm, (em) => findLink(em, token));
  return found && { name: found.person.name, email: found.person.email };
}

/**
 * Sets the password that a person chose by a link, ends the other sessions and links, and signs the person in. Reading the mail does not stand in
 * for a second factor.
 *
 * @throws DomainError `invalid_link`; `validation_error` for a weak password
 */
export async function choosePassword(
  orm: Orm,
  token: string,
  password: string,
  place: SignInPlace,
): Promise<SignInResult> {
  const known = await openPersonLink(orm, token);
  if (!known) throw linkEnded();
  const weakness = weaknessOf(password, known);
  if (weakness) throw new DomainError('validation_error', weakness);
  return keepPassword(orm, token, await passwordHashOf(password), place);
}

/** As `choosePassword`, for the hash of a password that was checked already. @throws DomainError `invalid_link` */
export function keepPassword(orm: Orm, token: string, passwordHash: string, place: SignInPlace): Promise<SignInResult> {
  return inPanel(orm, async (em) => {
    const found = await findLink(em, token);
    const used =
      found && (await em.nativeUpdate(PersonToken, { id: found.token.id, usedAt: null }, { usedAt: new Date() }));
    if (!found || used !== 1) throw linkEnded();
    found.person.passwordHash = passwordHash;
    const { id, name } = found.person;
    await endSessionsOf(em, found.person);
    await em.nativeUpdate(PersonToken, { person: id, usedAt: null }, { usedAt: new Date() });
    const actor = { kind: 'PERSON', id, name, office: null } as const;
    record(em, actor, { action: 'PERSON_PASSWORD_CHOSEN', subject: id });
    return enter(em, found.person, place);
  });
}

async function enter(em: EntityManager, person: Person, place: SignInPlace): Promise<SignInResult> {
  return (await hasSecondFactor(em, person.id))
    ? { kind: 'HALF', secret: await openHalfSession(em, person) }
    : { kind: 'SESSION', secret: await openPanelSession(em, person, place) };
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
